package ai.xray.setting;

import java.util.List;

/**
 * The settings of this server. A change is kept over a restart and then wins over flags, environment and file. It reaches
 * components at once where all that have the setting can take it while they run, and at the next start otherwise. Thread-safe;
 * one change at a time.
 */
public interface ServerSettings {
    /** All of them, by name. */
    List<SettingStatus> list();

    /**
     * The one of this name.
     *
     * @throws SettingException when there is none
     */
    SettingStatus get(String name);

    /**
     * Changes a setting.
     *
     * @param value as a flag would give it; the items of a list separated by commas
     * @return the setting after the change, which tells whether it has taken effect
     * @throws SettingException when there is no such setting, it may not have this value, or the change cannot be kept
     */
    SettingStatus set(String name, String value);

    /**
     * Takes a change back: what flags, environment, file or the default say holds again. Does nothing where there is none.
     *
     * @throws SettingException when there is no such setting or the change cannot be kept
     */
    SettingStatus reset(String name);
}
