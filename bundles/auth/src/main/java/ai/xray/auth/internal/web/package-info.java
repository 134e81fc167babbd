/** What the routes of this bundle have in common: who may use them, what they read and how they answer. */
package ai.xray.auth.internal.web;
