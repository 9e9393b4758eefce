// Issues one note and keeps its XML and PDF: `node sale.js <your number of the sale>`, with LAVRA_URL and LAVRA_KEY in the environment.
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const { LAVRA_URL = 'http://127.0.0.1:3000', LAVRA_KEY } = process.env;
const [saleNumber] = process.argv.slice(2);
if (!LAVRA_KEY || !saleNumber) {
  console.error('usage: LAVRA_KEY=ck_… node sale.js <your number of the sale>');
  process.exit(2);
}
const sale = JSON.parse(await readFile(new URL('sale.json', import.meta.url), 'utf8'));

// The idempotency key is made of your own number: however often the call is repeated, the sale has one note.
const created = await call('POST', '/v1/fiscal-documents', {
  headers: { 'content-type': 'application/json', 'idempotency-key': saleNumber },
  body: JSON.stringify({ ...sale, externalId: saleNumber }),
}).then((response) => response.json());

// Asks until the note is decided; a webhook would report it without asking (webhook-receiver.js).
let note = created;
while (note.status === 'PROCESSING') {
  await setTimeout(500);
  note = await call('GET', `/v1/fiscal-documents/${created.id}`).then((response) => response.json());
}
console.log(note.status, note.accessKey ?? note.rejectionReason);
if (note.status !== 'AUTHORIZED') process.exit(1);

for (const [path, file] of Object.entries({ xml: `${note.accessKey}.xml`, danfe: `${note.accessKey}.pdf` })) {
  const response = await call('GET', `/v1/fiscal-documents/${note.id}/${path}`);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  console.log(file);
}

/** Repeats the call while Lavra cannot be reached or asks to come back later; any other refusal ends the program with Lavra's message. */
async function call(method, path, { headers, body } = {}) {
  for (let wait = 1; ; wait = Math.min(wait * 2, 30)) {
    const response = await fetch(`${LAVRA_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${LAVRA_KEY}`, ...headers },
      body,
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
    if (response?.ok) return response;
    if (response && response.status < 500 && response.status !== 429) {
      console.error(response.status, await response.text());
      process.exit(1);
    }
    await setTimeout(1000 * Number(response?.headers.get('retry-after') ?? wait));
  }
}
