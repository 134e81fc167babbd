/** What {@code SayBundle} packs: it may use nothing but the exported contracts. */
package ai.xray.integration.say;
