package ai.xray.store.sql;

import java.util.Optional;

/**
 * One write of a commit, ready for the database.
 *
 * @param expected the revision that must be stored
 * @param document the new document; empty for a delete
 */
record Change(String id, long expected, Optional<String> document) {}
