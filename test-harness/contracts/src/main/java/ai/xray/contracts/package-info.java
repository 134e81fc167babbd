/** What every implementation of a service type has to do, as test suites that their own tests extend. */
package ai.xray.contracts;
