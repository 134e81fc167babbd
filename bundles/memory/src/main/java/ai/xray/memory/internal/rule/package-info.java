/** The rules on what callers give and on what a write makes of it: pure functions, without a store. */
package ai.xray.memory.internal.rule;
