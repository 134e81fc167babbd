/** What memory offers to clients besides tools: cells by address, and prompts. */
package ai.xray.memory.internal.door;
