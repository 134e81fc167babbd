/** Cells in the memory of the process: for tests and for trying things out. */
package ai.xray.store.memory;
