/**
 * Sign-in with Microsoft Entra by OpenID Connect. {@link ai.xray.signin.entra.IdTokens} says what an ID token is worth; a person
 * is the object in its tenant, the only pair that never changes hands.
 */
package ai.xray.signin.entra;
