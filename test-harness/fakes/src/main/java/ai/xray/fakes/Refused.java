package ai.xray.fakes;

/** The request is not one that the real server would take. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    Refused(int status, String complaint) {
        super(complaint);
        this.status = status;
    }

    int status() {
        return status;
    }
}
