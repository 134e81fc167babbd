// node write.mjs URL REVISION PREFIX COUNT IN_FLIGHT: writes COUNT cells titled "PREFIX 1" onwards, at most IN_FLIGHT
// unanswered at a time, and prints "<id>\t<title>" for each as soon as it is acknowledged.
import { call, connect } from './era.mjs';

const [url, revision, prefix, count, inFlight] = process.argv.slice(2);
const client = await connect(url, revision);
let next = 0;

async function writer() {
  while (next < Number(count)) {
    next += 1;
    const title = `${prefix} ${next}`;
    const { id } = await call(client, 'upsert_memory', { kind: 'note', title, content: `Content of ${title}.` });
    process.stdout.write(`${id}\t${title}\n`);
  }
}

await Promise.all(Array.from({ length: Number(inFlight) }, writer));
await client.close();
