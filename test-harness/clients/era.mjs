import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const MODES = {
  '2025-11-25': 'legacy',
  '2026-07-28': 'auto',
};

/** A connected official client that speaks the era of the given revision, and refuses to fall into the other one. */
export async function connect(url, revision, options = {}) {
  const mode = MODES[revision];
  if (mode === undefined) {
    throw new Error(`revision: '${revision}' is not known. Allowed: ${Object.keys(MODES).join(', ')}.`);
  }
  const client = new Client(
    { name: 'xray-clients', version: '0.1.0' },
    { ...options, versionNegotiation: { mode } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const negotiated = client.getNegotiatedProtocolVersion();
  if (negotiated !== revision) {
    throw new Error(`asked for revision ${revision} and got ${negotiated}`);
  }
  return client;
}

/** Calls a tool and returns its structured content; an error result becomes an exception with the server's sentence. */
export async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) {
    throw new Error(result.content.map((block) => block.text ?? '').join(' '));
  }
  return result.structuredContent;
}
