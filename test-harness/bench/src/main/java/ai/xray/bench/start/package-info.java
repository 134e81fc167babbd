/** How long the server takes from its process's start to its first answer, against a bare framework with one servlet. */
package ai.xray.bench.start;
