import { readFile } from 'node:fs/promises';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { typesOfKept } from '../../domain/webhooks/event-types.ts';
import { deliveryHeaders } from '../../domain/webhooks/signature.ts';
import { type ContractReceiver, openContractReceiver } from '../openapi/contract-receiver.ts';

const page = await readFile('docs/webhooks.md', 'utf8');
const event = z.looseObject({ id: z.string(), type: z.string(), data: z.looseObject({}) });

let receiver: ContractReceiver;
beforeAll(async () => {
  receiver = await openContractReceiver();
});
afterAll(() => receiver.close());

test('the payloads of docs/webhooks.md are those of the contract, one for every event and an office’s', async () => {
  const written = [...page.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, json = '']): unknown => JSON.parse(json));
  const events = written.flatMap((json) => event.safeParse(json).data ?? []);
  for (const { type, ...rest } of events) await deliver(type, JSON.stringify({ type, ...rest }));
  expect(receiver.faults).toEqual([]);
  expect(receiver.taken.sort()).toEqual([...Object.values(typesOfKept), 'document.authorized', 'webhook.ping'].sort());
});

async function deliver(eventType: string, body: string): Promise<void> {
  const message = {
    eventType,
    deliveryId: '019ab1c2-4e5f-7a61-9b7c-0d1e2f3a4b5c',
    body,
    secret: 'whsec_x',
    at: new Date(),
  };
  const headers = { 'content-type': 'application/json; charset=utf-8', ...deliveryHeaders(message) };
  const answer = await request(receiver.url, { method: 'POST', headers, body });
  await answer.body.dump();
}
