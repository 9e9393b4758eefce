import { expect, test } from 'vitest';
import { request } from 'undici';
import { signature } from '../../../domain/webhooks/signature.ts';
import { isSigned, webhookReceiver } from '../../../local/demo/webhook-receiver.ts';

const secret = 'whsec_demo';
const body = '{"id":"evt_1","type":"document.authorized","data":{"documentId":"doc-1","name":"São João"}}';

test('a delivery is known by its signature, and a changed one is not', async () => {
  const receiver = await webhookReceiver();
  const arrival = receiver.arrived('document.authorized', 'doc-1', 600_000);
  await request(receiver.url, {
    method: 'POST',
    headers: { 'x-webhook-event': 'document.authorized', 'x-webhook-signature': signature(secret, body, new Date()) },
    body,
  });
  const webhook = await arrival;
  await receiver.close();
  expect(webhook.rawBody).toBe(body);
  expect(isSigned(webhook, secret)).toBe(true);
  expect(isSigned({ ...webhook, rawBody: body.replace('evt_1', 'evt_2') }, secret)).toBe(false);
  expect(isSigned(webhook, 'whsec_other')).toBe(false);
});

test('a delivery that does not come is reported as such', async () => {
  const receiver = await webhookReceiver();
  await expect(receiver.arrived('document.authorized', 'doc-1', 50)).rejects.toThrow('não chegou em 0.05 s');
  await receiver.close();
});
