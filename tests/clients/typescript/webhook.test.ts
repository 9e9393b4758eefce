import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../../clients/typescript/src/index.ts';

const secret = 'whsec_b25seSBmb3IgdGVzdHM6IG5ldmVyIGEgc2VjcmV0Li4=';
const signedAt = 1795267864;
const clock = { now: signedAt * 1000 };

/** The test vectors of docs/webhooks.md: body and signature. */
let vectors: { body: string; signature: string }[];
beforeAll(async () => {
  const page = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  vectors = [...page.matchAll(/^\| `(\{.*\})`\s+\| `([0-9a-f]{64})` \|$/gm)].map(([, body = '', hex = '']) => ({
    body,
    signature: `t=${signedAt},v1=${hex}`,
  }));
  expect(vectors).toHaveLength(2);
});

test('what Lavra signed is given, as text or bytes, whatever the form of the headers', async () => {
  for (const { body, signature } of vectors) {
    const event = JSON.parse(body) as unknown;
    const forms = [
      new Headers({ 'X-Webhook-Signature': signature }),
      { 'x-webhook-signature': signature },
      { 'X-Webhook-Signature': [signature] },
    ];
    for (const headers of forms) expect(await verifyWebhook(body, headers, secret, clock)).toEqual(event);
    expect(await verifyWebhook(Buffer.from(body), forms[0]!, ['whsec_next', secret], clock)).toEqual(event);
  }
});

test('anything else is refused', async () => {
  const [{ body, signature }, other] = [vectors[0]!, vectors[1]!];
  const headers = (value: string) => ({ 'x-webhook-signature': value });
  const cases: [string, Record<string, string>, string, number?][] = [
    [body.replace('Evento', 'evento'), headers(signature), secret],
    [body, headers(other.signature), secret],
    [body, headers(signature.slice(0, -1)), secret],
    [body, headers(''), secret],
    [body, {}, secret],
    [body, headers(signature), 'whsec_other'],
    [body, headers(signature), secret, signedAt + 301],
    [body, headers(signature), secret, signedAt - 301],
  ];
  for (const [text, given, key, seconds = signedAt] of cases) {
    const verified = verifyWebhook(text, given, key, { now: seconds * 1000 });
    await expect(verified).rejects.toBeInstanceOf(WebhookVerificationError);
  }
  const late = { now: (signedAt + 301) * 1000, toleranceSeconds: 400 };
  expect(await verifyWebhook(body, headers(signature), secret, late)).toEqual(JSON.parse(body));
});
