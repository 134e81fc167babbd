/** Whether memory, used by many at once over a store that fails, can be told from one that does one thing at a time. */
package ai.xray.memory.internal.history;
