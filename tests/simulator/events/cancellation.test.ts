import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { all, code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import { authorize, manifestation, sendEvent } from '../support/events.ts';
import { lot, signedNote } from '../support/note.ts';
import type { CancellationOptions } from '../support/requests.ts';
import { cancellation, consultation } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

type Authorized = { chNFe: string; nProt: string };

async function authorized(on = started): Promise<Authorized> {
  number += 1;
  const note = signedNote(certificate, { number });
  const answer = await send(on.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate });
  return { chNFe: note.chNFe, nProt: all(answer.body, 'nProt')[0] ?? '' };
}

async function cancelled(options: CancellationOptions, signedWith = certificate, on = started): Promise<number> {
  const message = cancellation(signedWith, options);
  return code(await send(on.simulator, { service: 'RecepcaoEvento', message, certificate }));
}

test('a note is cancelled once', async () => {
  const note = await authorized();
  expect(await cancelled(note)).toBe(135);
  expect(await cancelled(note)).toBe(573);
  const sentAgain = await send(started.simulator, {
    service: 'NfeAutorizacao',
    message: lot([signedNote(certificate, { number })]),
    certificate,
  });
  expect(code(sentAgain)).toBe(218);
});

test('what was never authorized is not cancelled, nor under another protocol', async () => {
  const note = await authorized();
  const { chNFe } = signedNote(certificate, { number: 999 });
  expect(await cancelled({ ...note, chNFe })).toBe(494);
  expect(await cancelled({ ...note, nProt: `${note.nProt.slice(0, -1)}9` })).toBe(222);
});

test('only the issuer cancels, with its own certificate', async () => {
  const note = await authorized();
  const stranger = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  expect(await cancelled({ ...note, author: '11222333000181' }, stranger)).toBe(213);
  expect(await cancelled(note, stranger)).toBe(574);
});

test('an event that does not say what its type demands is refused for itself, not with its lot', async () => {
  const note = await authorized();
  const edited = (...edits: [string, string][]): Promise<number> => cancelled({ ...note, edits });
  expect(await edited(['Pedido desfeito pelo cliente', 'curta'])).toBe(493);
  expect(await edited(['<tpEvento>110111', '<tpEvento>110999'])).toBe(491);
  expect(await edited(['<verEvento>1.00', '<verEvento>2.00'])).toBe(492);
  expect(await edited([`Id="ID110111${note.chNFe}01"`, `Id="ID110111${note.chNFe}02"`])).toBe(572);
  expect(await edited(['<cOrgao>35', '<cOrgao>41'])).toBe(250);
  expect(await edited(['<tpAmb>2', '<tpAmb>1'])).toBe(252);
});

test('an event is not of tomorrow, nor older than its note', async () => {
  const note = await authorized();
  expect(await cancelled({ ...note, at: new Date(Date.now() + 3_600_000) })).toBe(578);
  expect(await cancelled({ ...note, at: new Date(Date.now() - 3_600_000) })).toBe(577);
});

test('what a scenario chose is registered: without its note, or late', async () => {
  const unbound = await authorized();
  await control(started.simulator, 'PUT', '/scenario', {
    answer: { cStat: 136, service: 'RecepcaoEvento', chNFe: unbound.chNFe },
  });
  expect(await cancelled(unbound)).toBe(136);
  const late = await authorized();
  await control(started.simulator, 'PUT', '/scenario', { acceptLateCancellation: true, chNFe: late.chNFe });
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  await control(started.simulator, 'PUT', '/clock', { now: tomorrow.toISOString() });
  expect(await cancelled({ ...late, at: tomorrow })).toBe(155);
  await control(started.simulator, 'DELETE', '/clock');
  const { json } = await control(started.simulator, 'GET', `/documents/${late.chNFe}/events`);
  expect(json).toMatchObject([{ tpEvento: '110111', cStat: 155 }]);
  await control(started.simulator, 'DELETE', '/scenario');
});

test('an answer that is lost leaves the cancellation registered, and the next one is told so', async () => {
  const note = await authorized();
  await control(started.simulator, 'PUT', '/scenario', { drop: 'after', service: 'RecepcaoEvento', times: 1 });
  await expect(cancelled(note)).rejects.toThrow('socket hang up');
  expect(await cancelled(note)).toBe(573);
  const { json } = await control(started.simulator, 'GET', `/exchanges?id=ID110111${note.chNFe}01`);
  expect(json).toMatchObject([
    { cStat: 135, outcome: 'dropped' },
    { cStat: 573, outcome: 'answered' },
  ]);
  await control(started.simulator, 'DELETE', '/scenario');
});

test('a note whose recipient confirmed it is not cancelled, until the recipient says otherwise', async () => {
  number += 1;
  const buyer = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  const edits = [['<CPF>52998224725</CPF>', '<CNPJ>11444777000161</CNPJ>']] as const;
  const note = await authorize(started, certificate, number, { edits });
  expect(code(await sendEvent(started, certificate, manifestation(note.chNFe, '210200')))).toBe(575);
  expect(code(await sendEvent(started, buyer, manifestation(note.chNFe, '210210')))).toBe(135);
  expect(code(await sendEvent(started, buyer, manifestation(note.chNFe, '210200')))).toBe(135);
  expect(await cancelled(note)).toBe(221);
  expect(code(await sendEvent(started, buyer, manifestation(note.chNFe, '210210', 2)))).toBe(655);
  expect(code(await sendEvent(started, buyer, manifestation(note.chNFe, '210220')))).toBe(135);
  expect(await cancelled(note)).toBe(135);
});

test('after 24 hours a note is not cancelled any more', async () => {
  const note = await authorized();
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  await control(started.simulator, 'PUT', '/clock', { now: tomorrow.toISOString() });
  expect(await cancelled({ ...note, at: tomorrow })).toBe(501);
  await control(started.simulator, 'DELETE', '/clock');
  expect(await cancelled(note)).toBe(135);
});

test('an authority that takes late cancellations says that they are late', async () => {
  const lenient = await start({ acceptsLateCancellation: true });
  try {
    certificate = await lenient.simulator.issueCertificate({ taxId: '11222333000181' });
    const note = await authorized(lenient);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    await control(lenient.simulator, 'PUT', '/clock', { now: tomorrow.toISOString() });
    expect(await cancelled({ ...note, at: tomorrow }, certificate, lenient)).toBe(155);
    const found = await send(lenient.simulator, {
      service: 'NfeConsultaProtocolo',
      message: consultation(note.chNFe),
      certificate,
    });
    expect(all(found.body, 'cStat')[0]).toBe('151');
  } finally {
    await lenient.stop();
  }
});
