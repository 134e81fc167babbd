package ai.xray.setting;

/** A change of a setting that cannot be made; the message says why in one sentence. Nothing was changed. */
public final class SettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a change cannot be made. */
    public enum Reason {
        /** There is no such setting. */
        UNKNOWN,
        /** The setting may not have the value, or may not be changed this way. */
        NOT_ALLOWED,
        /** The data directory cannot be written. */
        NOT_KEPT
    }

    private final Reason reason;

    public SettingException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
