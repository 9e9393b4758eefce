import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../simulator/certificates/a1.ts';
import { eventKinds, rulesOf } from '../../simulator/events/event-rules.ts';
import { isPublished, reason } from '../../simulator/reasons.ts';
import { noteRules } from '../../simulator/rules/index.ts';
import { simulatorSettings } from '../../simulator/settings.ts';
import { openSchemas, type Schemas } from '../../simulator/xml/schemas.ts';
import { all, type Received, send, type ServiceName } from './support/client.ts';
import { control } from './support/control.ts';
import { correction, receipt, receiptRemoval, sendEvent } from './support/events.ts';
import { lot, signedNote } from './support/note.ts';
import { cancellation, consultation, inutilization, receiptRequest, statusRequest } from './support/requests.ts';
import { start, type Started } from './support/start.ts';

let started: Started;
let certificate: A1Certificate;
let schemas: Schemas;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  schemas = openSchemas(simulatorSettings().schemas, new Date());
});
afterAll(async () => {
  schemas.close();
  await started.stop();
});

const ask = (service: ServiceName, message: string): Promise<Received> =>
  send(started.simulator, { service, message, certificate });

/** The fault of an answer against the official schema of its kind. */
function faultOf({ body }: Received, schema: string): string | undefined {
  const result = /<nfeResultMsg[^>]*>(.*)<\/nfeResultMsg>/.exec(body)?.[1] ?? '';
  return schemas.faultOf(schema, result);
}

test('every answer, good or bad, is valid by the official schema of its service', async () => {
  const note = signedNote(certificate, { number: 1 });
  const authorized = await ask('NfeAutorizacao', lot([note]));
  const nProt = all(authorized.body, 'nProt')[0] ?? '';
  expect(faultOf(authorized, 'retEnviNFe_v4.00.xsd')).toBeUndefined();
  expect(faultOf(await ask('NfeAutorizacao', lot([note])), 'retEnviNFe_v4.00.xsd')).toBeUndefined();
  expect(faultOf(await ask('NfeAutorizacao', lot([note], 0)), 'retEnviNFe_v4.00.xsd')).toBeUndefined();
  expect(faultOf(await ask('NfeAutorizacao', '<x/>'), 'retEnviNFe_v4.00.xsd')).toBeUndefined();

  expect(faultOf(await ask('NfeStatusServico', statusRequest()), 'retConsStatServ_v4.00.xsd')).toBeUndefined();
  expect(faultOf(await ask('NfeStatusServico', statusRequest(41)), 'retConsStatServ_v4.00.xsd')).toBeUndefined();

  const event = await ask('RecepcaoEvento', cancellation(certificate, { chNFe: note.chNFe, nProt }));
  expect(faultOf(event, 'retEnvEventoCancNFe_v1.00.xsd')).toBeUndefined();
  const again = await ask('RecepcaoEvento', cancellation(certificate, { chNFe: note.chNFe, nProt }));
  expect(faultOf(again, 'retEnvEventoCancNFe_v1.00.xsd')).toBeUndefined();

  expect(
    faultOf(await ask('NfeConsultaProtocolo', consultation(note.chNFe)), 'retConsSitNFe_v4.00.xsd'),
  ).toBeUndefined();
  const unknown = consultation(signedNote(certificate, { number: 2 }).chNFe);
  expect(faultOf(await ask('NfeConsultaProtocolo', unknown), 'retConsSitNFe_v4.00.xsd')).toBeUndefined();

  const range = inutilization(certificate, { first: 10, last: 11 });
  expect(faultOf(await ask('NfeInutilizacao', range), 'retInutNFe_v4.00.xsd')).toBeUndefined();
  expect(faultOf(await ask('NfeInutilizacao', range), 'retInutNFe_v4.00.xsd')).toBeUndefined();
});

test('answers about events, and a question that tells them, are valid by the official schemas', async () => {
  const note = signedNote(certificate, { number: 40 });
  await ask('NfeAutorizacao', lot([note]));
  for (const sequence of [1, 1, 21]) {
    const answer = await sendEvent(started, certificate, correction(note.chNFe, sequence));
    expect(faultOf(answer, 'retEnvCCe_v1.00.xsd')).toBeUndefined();
  }
  const delivered = await sendEvent(started, certificate, receipt(note.chNFe));
  expect(faultOf(delivered, 'retEnvEvento_v1.00.xsd')).toBeUndefined();
  const removal = receiptRemoval(note.chNFe, all(delivered.body, 'nProt')[0] ?? '');
  expect(faultOf(await sendEvent(started, certificate, removal), 'retEnvEvento_v1.00.xsd')).toBeUndefined();
  const found = await ask('NfeConsultaProtocolo', consultation(note.chNFe));
  expect(all(found.body, 'tpEvento')).toHaveLength(6);
  expect(faultOf(found, 'retConsSitNFe_v4.00.xsd')).toBeUndefined();
  const registered = /<procEventoNFe.*?<\/procEventoNFe>/.exec(found.body)?.[0] ?? '';
  expect(schemas.faultOf('procCCeNFe_v1.00.xsd', registered)).toBeUndefined();
});

test('receipts and alerts are valid by the official schema', async () => {
  await control(started.simulator, 'PUT', '/scenario', [{ asyncLots: true }, { answer: { cStat: 120, cMsg: '172' } }]);
  const taken = await ask('NfeAutorizacao', lot([signedNote(certificate, { number: 20 })]));
  expect(faultOf(taken, 'retEnviNFe_v4.00.xsd')).toBeUndefined();
  const results = await ask('NfeRetAutorizacao', receiptRequest(all(taken.body, 'nRec')[0] ?? ''));
  expect(all(results.body, 'cStat')).toEqual(['104', '120']);
  expect(faultOf(results, 'retConsReciNFe_v4.00.xsd')).toBeUndefined();
  await control(started.simulator, 'DELETE', '/scenario');
});

test('an authorized note and its protocol make a valid nfeProc', async () => {
  const note = signedNote(certificate, { number: 30 });
  const answer = await ask('NfeAutorizacao', lot([note]));
  const protNFe = /<protNFe.*<\/protNFe>/.exec(answer.body)?.[0] ?? '';
  const nfeProc = `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">${note.xml}${protNFe}</nfeProc>`;
  expect(schemas.faultOf('procNFe_v4.00.xsd', nfeProc)).toBeUndefined();
});

test('every rule answers with a code and words that were published, in plain letters', () => {
  for (const { cStat } of [...noteRules, ...eventKinds.flatMap(rulesOf)]) {
    expect(isPublished(cStat)).toBe(true);
    expect(reason(cStat, { nItem: 3 })).toMatch(/^Rejeicao: [ -~]+$/);
  }
});

test('the blanks of a text are filled, and notes for readers of the manual left out', () => {
  expect(reason(629, { nItem: 7 })).toMatch(/\[nItem:7\]$/);
  expect(reason(868)).toBe('Rejeicao: Grupos Veiculo Transporte e Reboque nao devem ser informados');
  expect(reason(927)).toBe('Rejeicao: Numero do item fora da ordem sequencial.');
  expect(reason(494, { chNFe: '1'.repeat(44) })).toBe(
    `Rejeicao: Chave de Acesso inexistente [chNFe:${'1'.repeat(44)}]`,
  );
  expect(() => reason(4242)).toThrow(TypeError);
});

test('the guide names every code that a rule may answer', async () => {
  const guide = await readFile('docs/simulator.md', 'utf8');
  const ranges = [...guide.matchAll(/\b(\d{3}) to (\d{3})\b/g)].map(
    ([, from, to]) => [Number(from), Number(to)] as const,
  );
  const rules = [...noteRules, ...eventKinds.flatMap(rulesOf)];
  const unnamed = rules
    .map(({ cStat }) => cStat)
    .filter((cStat) => !new RegExp(`\\b${cStat}\\b`).test(guide))
    .filter((cStat) => !ranges.some(([from = 0, to = 0]) => from <= cStat && cStat <= to));
  expect(unnamed).toEqual([]);
});
