// node watch.mjs URL REVISION TOOL CONNECTED: creates the file CONNECTED when it listens, and ends as soon as the server
// has told that the tools changed, once so that TOOL was there and after that so that it was gone.
import { writeFileSync } from 'node:fs';
import { connect } from './era.mjs';

const [url, revision, tool, connected] = process.argv.slice(2);
const seen = [];
const { promise: cameAndWent, resolve, reject } = Promise.withResolvers();

function onChanged(error, tools) {
  if (error) {
    reject(error);
    return;
  }
  const there = tools.some(({ name }) => name === tool);
  if (there !== (seen.at(-1) === 'came')) {
    seen.push(there ? 'came' : 'went');
  }
  if (seen.includes('went')) {
    resolve();
  }
}

const client = await connect(url, revision, { listChanged: { tools: { onChanged, debounceMs: 0 } } });
writeFileSync(connected, '');
await cameAndWent;
console.log(seen.join(' '));
await client.close();
