/** Authored memory over whichever store and rankers are present. */
package ai.xray.memory.internal;
