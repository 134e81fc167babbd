/** MCP over standard streams: carries messages between lines and the endpoint of a server. */
package ai.xray.runtime.stdio;
