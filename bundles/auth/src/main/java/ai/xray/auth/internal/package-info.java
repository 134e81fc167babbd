/**
 * Lets requests in. {@link ai.xray.auth.internal.Doorkeeper} asks the {@link ai.xray.auth.internal.HostGuard} first, whatever
 * credential came along, and then each {@link ai.xray.auth.internal.CredentialCheck} in turn; a new kind of credential is one
 * more check.
 */
package ai.xray.auth.internal;
