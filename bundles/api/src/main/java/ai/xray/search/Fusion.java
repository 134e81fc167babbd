package ai.xray.search;

import java.util.List;

/** Makes one ranking of several. Registered with the property {@code xray.name}; a pure function. */
public interface Fusion {
    /** The union of {@code rankings}, best first, ties by id; empty rankings count for nothing. */
    List<Ranked> fuse(List<Ranking> rankings);
}
