/**
 * Cells in an SQL database.
 *
 * <p>A cell is one row: its id, its revision and its fields as a JSON document. {@link ai.xray.store.sql.SqlStore} puts
 * together what every database has in common:
 *
 * <ul>
 *   <li>{@link ai.xray.store.sql.GroupCommit} gathers the commits of all callers for one writing thread, and
 *       {@link ai.xray.store.sql.CellWriter} writes each group in one transaction, so that a group costs one sync of the
 *       disk;
 *   <li>{@link ai.xray.store.sql.ReadPool} hands out connections that only read;
 *   <li>{@link ai.xray.store.sql.Schema} creates the tables, migrates older ones and refuses newer ones.
 * </ul>
 *
 * <p>{@link ai.xray.store.sql.SqlRecords} keeps small records of the server itself, in a database of their own where that is a
 * file.
 *
 * <p>What differs between databases is a {@link ai.xray.store.sql.Dialect}.
 */
package ai.xray.store.sql;
