/** Components that a test puts into a framework beside the bundle under test. */
package ai.xray.rest.probe;
