/**
 * Memory over REST: what the tools of memory do, as routes under {@code /v1}, what happens to memory as a stream of events, and
 * the document that describes all of it. What every request passes first is in the bundle {@code rest}.
 */
package ai.xray.rest.memory;
