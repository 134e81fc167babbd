/** The memory tools: each reads its arguments, asks {@link ai.xray.memory.AgentMemory} and names the fields of the answer. */
package ai.xray.memory.internal.tool;
