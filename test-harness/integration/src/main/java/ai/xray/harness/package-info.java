/** Starts the distribution that the build made and talks to it as a strict client does. */
package ai.xray.harness;
