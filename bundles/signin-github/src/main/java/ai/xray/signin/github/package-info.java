/** Sign-in with GitHub, or a GitHub Enterprise Server. A person is the number of the account, which never changes hands. */
package ai.xray.signin.github;
