import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../simulator/certificates/a1.ts';
import type { Started } from './support/start.ts';
import { start } from './support/start.ts';
import { all, code, send } from './support/client.ts';
import { lot, signedNote } from './support/note.ts';
import { cancellation, consultation, inutilization, receiptRequest, statusRequest } from './support/requests.ts';

let started: Started;
let certificate: A1Certificate;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

test('a service in operation says so', async () => {
  const answer = await send(started.simulator, { service: 'NfeStatusServico', message: statusRequest(), certificate });
  expect(answer.status).toBe(200);
  expect(all(answer.body, 'xMotivo')).toEqual(['Servico em Operacao']);
});

test('a note in order is authorized, found again, cancelled, and found cancelled, across a restart', async () => {
  const note = signedNote(certificate, { number: 10 });
  const authorized = await send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate });
  expect(all(authorized.body, 'cStat')).toEqual(['104', '100']);
  expect(all(authorized.body, 'digVal')).toEqual([note.digVal]);
  const nProt = all(authorized.body, 'nProt')[0] ?? '';
  expect(nProt).toMatch(/^135\d{12}$/);

  await started.restart();
  const found = await send(started.simulator, {
    service: 'NfeConsultaProtocolo',
    message: consultation(note.chNFe),
    certificate,
  });
  expect(all(found.body, 'cStat')).toEqual(['100', '100']);
  expect(all(found.body, 'nProt')).toEqual([nProt]);

  const message = cancellation(certificate, { chNFe: note.chNFe, nProt });
  const cancelled = await send(started.simulator, { service: 'RecepcaoEvento', message, certificate });
  expect(all(cancelled.body, 'cStat')).toEqual(['128', '135']);

  await started.restart();
  const after = await send(started.simulator, {
    service: 'NfeConsultaProtocolo',
    message: consultation(note.chNFe),
    certificate,
  });
  expect(all(after.body, 'cStat')).toEqual(['101', '100', '135']);
  expect(after.body).toContain('<xJust>Pedido desfeito pelo cliente</xJust>');
});

test('several notes are taken with a receipt and answered when asked for', async () => {
  const notes = [signedNote(certificate, { number: 20 }), signedNote(certificate, { number: 21 })];
  const taken = await send(started.simulator, { service: 'NfeAutorizacao', message: lot(notes, 0), certificate });
  expect(all(taken.body, 'cStat')).toEqual(['103']);
  const [nRec = ''] = all(taken.body, 'nRec');
  const results = await send(started.simulator, {
    service: 'NfeRetAutorizacao',
    message: receiptRequest(nRec),
    certificate,
  });
  expect(all(results.body, 'cStat')).toEqual(['104', '100', '100']);
  expect(all(results.body, 'chNFe')).toEqual(notes.map(({ chNFe }) => chNFe));
});

test('a number that was given up is refused to a note afterwards', async () => {
  const message = inutilization(certificate, { first: 30, last: 35 });
  const voided = await send(started.simulator, { service: 'NfeInutilizacao', message, certificate });
  expect(code(voided)).toBe(102);
  const note = signedNote(certificate, { number: 33 });
  const refused = await send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate });
  expect(code(refused)).toBe(206);
});

test('a company with letters in its CNPJ is served like any other', async () => {
  const lettered = await started.simulator.issueCertificate({ taxId: '12ABC34501DE35' });
  const note = signedNote(lettered, { number: 1 });
  const authorized = await send(started.simulator, {
    service: 'NfeAutorizacao',
    message: lot([note]),
    certificate: lettered,
  });
  expect(code(authorized)).toBe(100);
  const message = cancellation(lettered, { chNFe: note.chNFe, nProt: all(authorized.body, 'nProt')[0] ?? '' });
  expect(code(await send(started.simulator, { service: 'RecepcaoEvento', message, certificate: lettered }))).toBe(135);
  const given = await send(started.simulator, {
    service: 'NfeInutilizacao',
    message: inutilization(lettered, { first: 2, last: 2 }),
    certificate: lettered,
  });
  expect(code(given)).toBe(102);
});
