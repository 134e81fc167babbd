/**
 * The whole server under load: writes beside the bare driver, searches beside the index classes alone, starts on data that is
 * there.
 */
package ai.xray.bench.load;
