import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { simulatorSettings } from '../../../simulator/settings.ts';
import { openSchemas } from '../../../simulator/xml/schemas.ts';
import { send } from '../support/client.ts';
import { control } from '../support/control.ts';
import type { Distributed, Question } from '../support/distribution.ts';
import { askFor, askRaw, load, setClock } from '../support/distribution.ts';
import { authorize, manifestation, sendEvent } from '../support/events.ts';
import { checkDigit } from '../support/note.ts';
import { cancellation } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const buyer = '11444777000161';
const branch = '11444777000242';
const carrier = '45723174000110';
const supplier = '11222333000181';
const person = '52998224725';
const dayMs = 86_400_000;
const schemas = openSchemas(simulatorSettings().schemas, new Date());

let started: Started;
const certificates: Record<string, A1Certificate> = {};
let chNFe: string;

beforeAll(async () => {
  started = await start();
  for (const taxId of [buyer, branch, carrier, supplier, person]) {
    const order = { taxId, notAfter: new Date(Date.now() + 200 * dayMs).toISOString() };
    certificates[taxId] = await started.simulator.issueCertificate(order);
  }
  [chNFe = ''] = await load(started.simulator, { issuer: { taxId: supplier }, recipient: { taxId: buyer }, carrier });
});
beforeEach(() => control(started.simulator, 'DELETE', '/distribution/wait'));
afterAll(async () => {
  await started.stop();
  schemas.close();
});

/** Asks, as the buyer by default, and expects an answer that is valid by its schema. */
async function ask(question: Partial<Question>): Promise<Distributed> {
  const { taxId = buyer } = question;
  const answer = await askFor(started.simulator, { taxId, certificate: certificates[taxId] ?? null, ...question });
  expect(schemas.faultOf('retDistDFeInt_v1.01.xsd', answer.result)).toBeUndefined();
  return answer;
}
async function codeOf(question: Partial<Question>): Promise<number> {
  return (await ask(question)).cStat;
}

test('who may ask for whom goes by the root of the CNPJ, or by the whole CPF', async () => {
  expect(await codeOf({ taxId: buyer, certificate: certificates[branch]! })).toBe(138);
  expect(await codeOf({ taxId: branch, certificate: certificates[buyer]! })).toBe(137);
  expect(await codeOf({ taxId: buyer, certificate: certificates[carrier]! })).toBe(593);
  expect(await codeOf({ taxId: buyer, certificate: certificates[person]! })).toBe(593);
  expect(await codeOf({ taxId: person, certificate: certificates[person]! })).toBe(137);
  expect(await codeOf({ taxId: person, certificate: certificates[buyer]! })).toBe(472);
});

test('an unsound CNPJ or CPF, another environment and another version are refused', async () => {
  expect(await codeOf({ edits: [[`<CNPJ>${buyer}`, '<CNPJ>11444777000160']] })).toBe(489);
  expect(await codeOf({ edits: [[`<CNPJ>${buyer}</CNPJ>`, '<CPF>52998224720</CPF>']] })).toBe(490);
  expect(await codeOf({ edits: [['<tpAmb>2', '<tpAmb>1']] })).toBe(252);
  expect(await codeOf({ edits: [['versao="1.01"', 'versao="1.00"']] })).toBe(239);
  expect(await codeOf({ edits: [[/<distNSU>.*<\/distNSU>/, '']] })).toBe(215);
  expect(await codeOf({ edits: [['<ultNSU>0000', '<ultNSU>']] })).toBe(215);
  expect(await codeOf({ edits: [['<tpAmb>', ' <tpAmb>']] })).toBe(588);
  expect(await codeOf({ edits: [['</distDFeInt>', `<!--${'x'.repeat(10_240)}--></distDFeInt>`]] })).toBe(214);
});

test('both environments have queues of their own', async () => {
  expect(await ask({ environment: 1, after: 0 })).toMatchObject({ cStat: 137, maxNSU: 0 });
});

test('an NSU above the highest one is refused', async () => {
  expect(await codeOf({ after: 2 })).toBe(589);
  expect(await codeOf({ at: 2 })).toBe(589);
  expect(await codeOf({ at: 1 })).toBe(138);
});

test('a message that is not in both of its elements gets a fault', async () => {
  const bare = await send(started.simulator, {
    service: 'RecepcaoEvento',
    url: 'https://hom1.nfe.fazenda.gov.br/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx',
    certificate: certificates[buyer]!,
    message: '<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"/>',
  });
  expect(bare).toMatchObject({ status: 400, body: expect.stringContaining('Fault') });
});

test('without a certificate of ICP-Brasil the web server answers, and one of the wrong kind gets its code', async () => {
  const expired = await started.simulator.issueCertificate({
    taxId: buyer,
    notBefore: '2024-01-01T00:00:00Z',
    notAfter: '2025-01-01T00:00:00Z',
  });
  expect((await askRaw(started.simulator, { taxId: buyer, certificate: null })).status).toBe(403);
  expect(await codeOf({ certificate: expired })).toBe(281);
});

test('a key with something wrong gets the code of what is wrong', async () => {
  const rekeyed = (change: (key: string) => string): string => {
    const first43 = change(chNFe).slice(0, 43);
    return first43 + checkDigit(first43);
  };
  const at = (place: number, text: string) => (key: string) =>
    key.slice(0, place) + text + key.slice(place + text.length);
  const wrong: [number, string][] = [
    [236, chNFe.slice(0, 43) + String((Number(chNFe.at(-1)) + 1) % 10)],
    [614, rekeyed(at(0, '99'))],
    [615, rekeyed(at(2, '05'))],
    [616, rekeyed(at(4, '13'))],
    [617, rekeyed(at(6, '11222333000182'))],
    [618, rekeyed(at(20, '65'))],
    [619, rekeyed(at(25, '000000000'))],
    [217, rekeyed(at(35, '00000001'))],
  ];
  for (const [cStat, key] of wrong) expect([cStat, await codeOf({ chNFe: key })]).toEqual([cStat, cStat]);
});

test('a note by its key goes to its parties alone, whole once it is free, and not to its issuer', async () => {
  expect((await ask({ chNFe })).documents).toMatchObject([{ schema: 'resNFe_v1.01.xsd' }]);
  expect((await ask({ taxId: carrier, chNFe })).documents).toMatchObject([{ schema: 'procNFe_v4.00.xsd' }]);
  expect(await codeOf({ taxId: supplier, chNFe })).toBe(641);
  expect(await codeOf({ taxId: person, chNFe })).toBe(640);
  await sendEvent(started, certificates[buyer]!, manifestation(chNFe, '210210'));
  expect((await ask({ chNFe })).documents).toMatchObject([{ schema: 'procNFe_v4.00.xsd' }]);
});

test('a cancelled note is not to be had by its key, and a denied one neither', async () => {
  const { simulator } = started;
  const issuer = certificates[supplier]!;
  const toBuyer = { edits: [['<dest><CPF>52998224725</CPF>', `<dest><CNPJ>${buyer}</CNPJ>`]] as [string, string][] };
  const cancelled = await authorize(started, issuer, 801, toBuyer);
  const message = cancellation(issuer, cancelled);
  await send(simulator, { service: 'RecepcaoEvento', message, certificate: issuer });
  expect(await codeOf({ chNFe: cancelled.chNFe })).toBe(653);
  await control(simulator, 'PUT', '/scenario', { times: 1, answer: { cStat: 302 } });
  const denied = await authorize(started, issuer, 802, toBuyer);
  expect(await codeOf({ chNFe: denied.chNFe })).toBe(654);
  const { maxNSU } = await ask({ after: 0 });
  expect((await ask({ at: maxNSU })).documents[0]?.xml).toContain('<cSitNFe>2</cSitNFe>');
});

test('after ninety days a note is no longer handed out', async () => {
  const issuedAt = new Date(Date.now() - 91 * dayMs).toISOString();
  const [old = ''] = await load(started.simulator, {
    issuer: { taxId: supplier },
    recipient: { taxId: person },
    issuedAt,
  });
  expect(await codeOf({ taxId: person, chNFe: old })).toBe(632);
  expect(await ask({ taxId: person, after: 0 })).toMatchObject({ cStat: 137, ultNSU: 1, maxNSU: 1 });
  expect(await codeOf({ taxId: person, at: 1 })).toBe(137);
  await setClock(started.simulator, new Date(Date.now() + 91 * dayMs));
  expect(await codeOf({ chNFe })).toBe(632);
});
