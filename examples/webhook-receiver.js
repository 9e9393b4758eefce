// Receives webhooks: `node webhook-receiver.js`, with LAVRA_URL and LAVRA_KEY in the environment. It listens on PORT, and Lavra reaches it at
// PUBLIC_URL. It registers itself once and keeps the secret in `webhook-secret` in the current folder.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { LAVRA_URL = 'http://127.0.0.1:3000', LAVRA_KEY, PORT = '4000' } = process.env;
const { PUBLIC_URL = `http://127.0.0.1:${PORT}/lavra` } = process.env;
const secretFile = 'webhook-secret';
const toleranceSeconds = 300;
let secret = existsSync(secretFile) ? readFileSync(secretFile, 'utf8') : undefined;

/** Ids of events that were processed. In your system this is a table with a unique key, written in the transaction that does the work. */
const taken = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks); // the signature covers the bytes as they arrived
  const type = request.headers['x-webhook-event'];
  // The ping comes during the registration, before its answer has brought the secret.
  if (!secret && type === 'webhook.ping') return response.writeHead(204).end();
  if (!isGenuine(request.headers['x-webhook-signature'] ?? '', body)) return response.writeHead(401).end();
  const event = JSON.parse(body.toString());
  if (!taken.has(event.id)) {
    taken.add(event.id); // an event is sent again when its answer was lost
    console.log(event.type, event.data?.accessKey ?? '');
  }
  response.writeHead(204).end(); // answer within ten seconds; long work belongs into a queue of yours
});
server.listen(Number(PORT), async () => {
  secret ??= await register();
  console.log(`ready: ${PUBLIC_URL}`);
});

function isGenuine(signature, body) {
  const [, seconds, hex] = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})(?:,|$)/.exec(signature) ?? [];
  if (!secret || !hex) return false;
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) <= toleranceSeconds;
  return timingSafeEqual(expected, Buffer.from(hex, 'hex')) && isFresh;
}

async function register() {
  const response = await fetch(`${LAVRA_URL}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LAVRA_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: PUBLIC_URL,
      events: ['DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED'],
    }),
  });
  const answer = await response.json();
  if (!response.ok) {
    console.error(response.status, answer);
    process.exit(1);
  }
  writeFileSync(secretFile, answer.secret, { mode: 0o600 });
  return answer.secret;
}
