package ai.xray.harness;

import java.util.Map;

/**
 * What a tool answered.
 *
 * @param structured empty when the tool answered in words alone
 * @param text all its text blocks, a line feed between them
 */
public record ToolAnswer(Map<String, Object> structured, String text) {}
