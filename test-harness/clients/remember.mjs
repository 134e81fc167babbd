// node remember.mjs URL REVISION: lists the tools, writes one cell, finds it, and prints what it saw as one JSON object.
import { call, connect } from './era.mjs';

const [url, revision] = process.argv.slice(2);
const client = await connect(url, revision);
const { tools } = await client.listTools();
const written = await call(client, 'upsert_memory', {
  kind: 'note',
  title: `The lighthouse keeper of ${revision}`,
  content: `Written by the official TypeScript client, which speaks ${revision}.`,
});
const found = await call(client, 'search_memory', { query: `lighthouse keeper ${revision}` });
console.log(
  JSON.stringify({
    revision: client.getNegotiatedProtocolVersion(),
    tools: tools.map((tool) => tool.name),
    written: { status: written.status, id: written.id },
    found: found.results.map((cell) => cell.id),
  }),
);
await client.close();
