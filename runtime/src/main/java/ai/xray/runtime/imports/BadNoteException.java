package ai.xray.runtime.imports;

/** One note cannot become cells; the message says what of it was wrong and what is allowed, without the note's name. */
final class BadNoteException extends Exception {
    private static final long serialVersionUID = 1L;

    BadNoteException(String message) {
        super(message);
    }
}
