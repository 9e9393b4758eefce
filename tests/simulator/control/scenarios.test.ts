import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { until } from '../../support/checks/until.ts';
import type { Received } from '../support/client.ts';
import { all, code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import type { SignedNote } from '../support/note.ts';
import { lot, signedNote } from '../support/note.ts';
import { cancellation, consultation, receiptRequest, statusRequest } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterEach(() => control(started.simulator, 'DELETE', '/scenario'));
afterAll(() => started.stop());

function next(): SignedNote {
  number += 1;
  return signedNote(certificate, { number });
}
const scenario = (rules: unknown): Promise<{ status: number; json: unknown }> =>
  control(started.simulator, 'PUT', '/scenario', rules);
const authorize = (note: SignedNote): Promise<Received> =>
  send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate });
const consult = (chNFe: string): Promise<Received> =>
  send(started.simulator, { service: 'NfeConsultaProtocolo', message: consultation(chNFe), certificate });
const exchanges = async (chNFe: string): Promise<unknown> =>
  (await control(started.simulator, 'GET', `/exchanges?chNFe=${chNFe}`)).json;

test('a paused service refuses as often as it was told to, and registers nothing meanwhile', async () => {
  await scenario({ paused: { cStat: 108 }, service: 'NfeAutorizacao', times: 1 });
  const note = next();
  expect(code(await authorize(note))).toBe(108);
  expect(code(await consult(note.chNFe))).toBe(217);
  expect(code(await authorize(note))).toBe(100);
});

test('an answer that is lost after the note was registered leaves the note registered', async () => {
  const note = next();
  await scenario({ drop: 'after', chNFe: note.chNFe, times: 1 });
  await expect(authorize(note)).rejects.toThrow('socket hang up');
  expect(all((await consult(note.chNFe)).body, 'cStat')).toEqual(['100', '100']);
  expect(await exchanges(note.chNFe)).toMatchObject([
    { service: 'NfeAutorizacao', cStat: 100, outcome: 'dropped' },
    { service: 'NfeConsultaProtocolo', cStat: 100, outcome: 'answered' },
  ]);
});

test('a message that is dropped before it is looked at is as if never sent', async () => {
  const note = next();
  await scenario([
    { drop: 'before', times: 1 },
    { reset: true, times: 1 },
  ]);
  await expect(authorize(note)).rejects.toThrow('socket hang up');
  await expect(authorize(note)).rejects.toThrow('ECONNRESET');
  expect(code(await consult(note.chNFe))).toBe(217);
});

test('nobody listens while connections are refused', async () => {
  await scenario({ refuse: true });
  await expect(authorize(next())).rejects.toThrow('ECONNREFUSED');
  await control(started.simulator, 'DELETE', '/scenario');
  expect(code(await authorize(next()))).toBe(100);
});

test('a message that hangs is never answered, and an HTTP error is one', async () => {
  await scenario([
    { httpStatus: 503, times: 1 },
    { hang: true, service: 'NfeStatusServico' },
  ]);
  expect((await authorize(next())).status).toBe(503);
  const hanging = send(started.simulator, { service: 'NfeStatusServico', message: statusRequest(), certificate });
  const first = await Promise.race([
    hanging.catch(() => 'cut off'),
    consult(next().chNFe).then(() => 'another answer'),
  ]);
  expect(first).toBe('another answer');
  await started.restart();
  expect(await hanging.catch(() => 'cut off')).toBe('cut off');
});

test('a chosen rejection is given to the note it was chosen for, if nothing else is wrong with it', async () => {
  const [one, other] = [next(), next()];
  await scenario({ answer: { cStat: 203, chNFe: one.chNFe } });
  expect(code(await authorize(one))).toBe(203);
  expect(code(await authorize(other))).toBe(100);
  expect(code(await consult(one.chNFe))).toBe(217);
  const faulty = signedNote(certificate, { number: one.number, edits: [['<vNF>100.00', '<vNF>99.00']] });
  expect(code(await authorize(faulty))).toBe(610);
});

test('a chosen success carries its alert, and a chosen denial consumes the number', async () => {
  const [alerted, denied] = [next(), next()];
  await scenario([
    { answer: { cStat: 120, cMsg: '172', chNFe: alerted.chNFe } },
    { answer: { cStat: 302, cnpj: '11222333000181' }, chNFe: denied.chNFe },
  ]);
  const answer = await authorize(alerted);
  expect(code(answer)).toBe(120);
  expect(all(answer.body, 'xMsg')[0]).toContain('CNPJ destinatario inabilitado');
  expect(all((await consult(alerted.chNFe)).body, 'cStat')).toEqual(['120', '120']);

  const refusal = await authorize(denied);
  expect(code(refusal)).toBe(302);
  expect(all(refusal.body, 'nProt')).toHaveLength(1);
  await control(started.simulator, 'DELETE', '/scenario');
  expect(code(await authorize(denied))).toBe(205);
  const message = cancellation(certificate, { chNFe: denied.chNFe, nProt: all(refusal.body, 'nProt')[0] ?? '' });
  expect(code(await send(started.simulator, { service: 'RecepcaoEvento', message, certificate }))).toBe(580);
});

test('an authority that only takes lots hands out a receipt, and the result when it is ready', async () => {
  await scenario({ asyncLots: { pendingPolls: 1 } });
  const note = next();
  const taken = await authorize(note);
  expect(code(taken)).toBe(103);
  const ask = (): Promise<Received> =>
    send(started.simulator, {
      service: 'NfeRetAutorizacao',
      message: receiptRequest(all(taken.body, 'nRec')[0] ?? ''),
      certificate,
    });
  expect(code(await ask())).toBe(105);
  expect(all((await ask()).body, 'cStat')).toEqual(['104', '100']);
  const unknown = receiptRequest('351000000999999');
  expect(code(await send(started.simulator, { service: 'NfeRetAutorizacao', message: unknown, certificate }))).toBe(
    106,
  );
});

test('every message is remembered, the same bytes by the same digest', async () => {
  const note = next();
  await authorize(note);
  await authorize(note);
  const sha256 = createHash('sha256').update(note.xml).digest('hex');
  expect(await exchanges(note.chNFe)).toMatchObject([
    { cStat: 100, sha256 },
    { cStat: 204, sha256 },
  ]);
});

test('a chosen code for another service names that service', async () => {
  const note = next();
  await authorize(note);
  await scenario({ answer: { cStat: 217, service: 'NfeConsultaProtocolo' }, times: 1 });
  expect(code(await consult(note.chNFe))).toBe(217);
  expect(code(await consult(note.chNFe))).toBe(100);
});

test('what was registered can be looked at by key and by number', async () => {
  const note = next();
  await authorize(note);
  const byKey = await control(started.simulator, 'GET', `/documents/${note.chNFe}`);
  expect(byKey.json).toMatchObject({ chNFe: note.chNFe, cStat: 100, digVal: note.digVal, xml: note.xml });
  const byNumber = await control(started.simulator, 'GET', `/documents?cnpj=11222333000181&serie=1&nNF=${note.number}`);
  expect(byNumber.json).toMatchObject([{ chNFe: note.chNFe }]);
  expect((await control(started.simulator, 'GET', `/documents/${'0'.repeat(44)}`)).status).toBe(404);
});

test('the end of the scenario lets go the answers that it holds back', async () => {
  const note = next();
  await scenario({ latencyMs: 600_000, service: 'NfeAutorizacao' });
  const held = authorize(note);
  await until('it is registered', async () => {
    const { status } = await control(started.simulator, 'GET', `/documents/${note.chNFe}`);
    return status === 200;
  });
  await control(started.simulator, 'DELETE', '/scenario');
  expect(code(await held)).toBe(100);
});

test('the answer comes late by what was asked, the registration does not', async () => {
  const [note, other] = [next(), next()];
  await scenario({ latencyMs: 500, service: 'NfeAutorizacao', times: 1 });
  const before = performance.now();
  expect(code(await authorize(note))).toBe(100);
  expect(performance.now() - before).toBeGreaterThan(490);

  await scenario({ latencyMs: 120_000, service: 'NfeAutorizacao' });
  const slow = authorize(other).catch(() => 'cut off');
  const { json } = await until('it is registered', async () => {
    const found = await control(started.simulator, 'GET', `/documents/${other.chNFe}`);
    return found.status === 200 && found;
  });
  expect(json).toMatchObject({ chNFe: other.chNFe, cStat: 100 });
  await started.restart();
  expect(await slow).toBe('cut off');
});

test('a rule that means nothing is refused with the reason', async () => {
  expect((await scenario({ paused: { cStat: 107 } })).status).toBe(400);
  expect((await scenario({ latency: 10 })).status).toBe(400);
  expect((await scenario({ answer: { cStat: 4242 } })).status).toBe(400);
});

test('who insists is shut out for an hour, from that service only', async () => {
  const { chNFe } = signedNote(certificate, { number: 5000 });
  const codes: number[] = [];
  for (let i = 0; i < 12; i += 1) codes.push(code(await consult(chNFe)));
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 217), 656, 656]);
  expect(code(await authorize(next()))).toBe(100);

  await control(started.simulator, 'PUT', '/clock', { now: new Date(Date.now() + 61 * 60_000).toISOString() });
  expect(code(await consult(chNFe))).toBe(217);
  await control(started.simulator, 'DELETE', '/clock');
  await control(started.simulator, 'DELETE', '/insistence');
});

test('the same note rejected the same way too often stops authorization for its sender', async () => {
  const faulty = signedNote(certificate, { number: 6000, edits: [['<vNF>100.00', '<vNF>99.00']] });
  const codes: number[] = [];
  for (let i = 0; i < 33; i += 1) codes.push(code(await authorize(faulty)));
  expect(codes.filter((one) => one === 610)).toHaveLength(31);
  expect(codes.slice(-2)).toEqual([656, 656]);
  await control(started.simulator, 'DELETE', '/insistence');
});
