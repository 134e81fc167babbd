/** A server to test routes with. */
package ai.xray.auth.internal.web;
