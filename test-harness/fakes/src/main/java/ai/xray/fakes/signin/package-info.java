/** Services that tell who people are. Strict: what the real ones refuse is refused, and what was wrong is kept. */
package ai.xray.fakes.signin;
