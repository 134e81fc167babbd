package ai.xray.memory.internal.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The checker on histories of a register, whose verdicts can be seen with bare eyes. */
class LinearizabilityTest {
    private static final int ENOUGH = 100_000;
    private static final int READ = -1;
    private static final int LOST = -2;

    /** A register that starts at 0: a request is the number to write, or {@link #READ}; the answer may be {@link #LOST}. */
    private static final Model<Integer, Integer, Integer> REGISTER = new Model<>() {
        @Override
        public Integer start() {
            return 0;
        }

        @Override
        public Collection<Integer> after(Integer state, Integer request, Integer answer) {
            if (answer == LOST) {
                return request == READ ? List.of(state) : List.of(state, request);
            }
            int left = request == READ ? state : request;
            return left == answer ? List.of(left) : List.of();
        }
    };

    private final List<Operation<Integer, Integer>> history = new ArrayList<>();

    private LinearizabilityTest write(int value, long called, long returned) {
        history.add(new Operation<>(history.size(), value, value, called, returned));
        return this;
    }

    private LinearizabilityTest lostWrite(int value, long called, long returned) {
        history.add(new Operation<>(history.size(), value, LOST, called, returned));
        return this;
    }

    private LinearizabilityTest read(int value, long called, long returned) {
        history.add(new Operation<>(history.size(), READ, value, called, returned));
        return this;
    }

    private Optional<String> violation() {
        return Linearizability.violation(REGISTER, history, ENOUGH);
    }

    @Test
    void nothingDoneIsInOrder() {
        assertThat(violation()).isEmpty();
    }

    @Test
    void oneAfterTheOtherIsJudgedAsItHappened() {
        assertThat(write(1, 1, 2).read(1, 3, 4).violation()).isEmpty();
        assertThat(read(0, 5, 6).violation())
                .hasValueSatisfying(told -> assertThat(told).contains("5–6"));
    }

    @Test
    void callsAtTheSameTimeMayHaveHappenedInAnyOrder() {
        assertThat(write(1, 1, 10).write(2, 2, 9).read(1, 11, 12).violation()).isEmpty();
        history.clear();
        assertThat(write(1, 1, 10).write(2, 2, 9).read(2, 11, 12).violation()).isEmpty();
    }

    @Test
    void readersAgreeOnTheOrder() {
        write(1, 1, 20).write(2, 2, 19);
        assertThat(read(1, 3, 4).read(2, 5, 6).violation()).isEmpty();
        assertThat(read(1, 7, 8).violation())
                .as("back to 1, though it was written once")
                .isPresent();
    }

    @Test
    void whatWasSeenOnceStaysSeen() {
        assertThat(write(1, 1, 10).read(1, 2, 3).read(0, 4, 5).violation()).isPresent();
    }

    @Test
    void lostAnswerLeavesOpenWhetherItHappened() {
        assertThat(lostWrite(1, 1, 2).read(0, 3, 4).violation()).isEmpty();
        history.clear();
        assertThat(lostWrite(1, 1, 2).read(1, 3, 4).violation()).isEmpty();
        assertThat(read(0, 5, 6).violation()).as("but not both").isPresent();
    }

    @Test
    void giveUpIsNoVerdict() {
        for (int i = 1; i <= 30; i++) {
            write(i, i, 100);
        }
        read(31, 101, 102);
        assertThatIllegalStateException().isThrownBy(() -> Linearizability.violation(REGISTER, history, 1000));
    }
}
