/**
 * The HTTP side of the server that is not a protocol of its own: the {@link ai.xray.rest.Doorway} that every request passes,
 * what answers when nobody else does, and the routes that tell whether the server lives, is ready, and which it is.
 */
package ai.xray.rest;
