import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import { authorize, correction, sendEvent } from '../support/events.ts';
import { inutilization } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterEach(() => control(started.simulator, 'DELETE', '/insistence'));
afterAll(() => started.stop());

test('the same event rejected the same way more than twenty times shuts events to its sender for an hour', async () => {
  const { chNFe } = await authorize(started, certificate, 1);
  const again = async (sequence: number): Promise<number> =>
    code(await sendEvent(started, certificate, correction(chNFe, sequence)));
  expect(await again(1)).toBe(135);
  for (let time = 1; time <= 21; time += 1) expect(await again(1)).toBe(573);
  expect(await again(1)).toBe(656);
  expect(await again(2)).toBe(656);

  const { chNFe: other } = await authorize(started, certificate, 2);
  const stranger = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  expect(code(await sendEvent(started, stranger, correction(other, 1)))).toBe(574);

  await control(started.simulator, 'PUT', '/clock', { now: new Date(Date.now() + 61 * 60_000).toISOString() });
  expect(await again(2)).toBe(135);
  await control(started.simulator, 'DELETE', '/clock');
});

test('events that are rejected each for something else shut nothing', async () => {
  const { chNFe } = await authorize(started, certificate, 3);
  for (let sequence = 21; sequence <= 45; sequence += 1) {
    expect(code(await sendEvent(started, certificate, correction(chNFe, sequence)))).toBe(594);
  }
  expect(code(await sendEvent(started, certificate, correction(chNFe, 1)))).toBe(135);
});

test('the same range asked for more than twenty times shuts ranges to its sender, and nothing else', async () => {
  const ask = async (first: number): Promise<number> => {
    const message = inutilization(certificate, { first, last: first });
    return code(await send(started.simulator, { service: 'NfeInutilizacao', message, certificate }));
  };
  expect(await ask(100)).toBe(102);
  for (let time = 1; time <= 21; time += 1) expect(await ask(100)).toBe(563);
  expect(await ask(100)).toBe(656);
  expect(await ask(101)).toBe(656);
  const { nProt } = await authorize(started, certificate, 4);
  expect(nProt).toMatch(/^135\d{12}$/);
});
