// The official TypeScript server with one trivial tool, in the stateless era. Prints the port it listens on.
import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool(
    'count_words',
    {
      description: 'Counts the words of a text.',
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ words: z.number().int() }),
    },
    ({ text }) => {
      const words = text.trim() === '' ? 0 : text.trim().split(/\s+/).length;
      return { content: [{ type: 'text', text: JSON.stringify({ words }) }], structuredContent: { words } };
    },
  );
  return server;
});

const validHost = localhostHostValidation();
const validOrigin = localhostOriginValidation();
const answer = toNodeHandler(handler);
const http = createServer((request, response) => {
  if (validHost(request, response) && validOrigin(request, response)) {
    answer(request, response);
  }
});
http.listen(0, '127.0.0.1', () => console.log(`is ready at http://127.0.0.1:${http.address().port}`));
