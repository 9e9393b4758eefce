import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { control } from '../support/control.ts';
import type { Distributed, Question } from '../support/distribution.ts';
import { askFor, load, setClock } from '../support/distribution.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const supplier = { taxId: '11222333000181' };
const minuteMs = 60_000;
const tooEarly =
  'Rejeicao: Consumo Indevido (Deve ser aguardado 1 hora para efetuar nova solicitacao caso nao existam mais documentos a serem pesquisados. Tente apos 1 hora)';
const outOfOrder =
  'Rejeicao: Consumo Indevido (Deve ser utilizado o ultNSU nas solicitacoes subsequentes. Tente apos 1 hora)';
const tooMany = 'Rejeicao: Consumo Indevido (Ultrapassou o limite de 20 consultas por hora)';

let started: Started;
let buyer: A1Certificate;
let taxId: string;
/** The authority's clock; it goes on from test to test. */
let now = new Date('2026-11-22T12:00:00Z');
let company = 0;

beforeAll(async () => {
  started = await start();
});
afterAll(() => started.stop());

/** Each test has another company, for which nobody has asked yet. */
beforeEach(async () => {
  company += 1;
  taxId = cnpj(`11444${String(company).padStart(3, '0')}0001`);
  buyer = await started.simulator.issueCertificate({ taxId, notBefore: '2026-01-01T00:00:00Z' });
  await at(0);
});

async function at(minutes: number): Promise<void> {
  now = new Date(now.getTime() + minutes * minuteMs);
  await setClock(started.simulator, now);
}
function ask(question: Partial<Question>): Promise<Distributed> {
  return askFor(started.simulator, { taxId, certificate: buyer, ...question });
}
function bring(count: number): Promise<string[]> {
  return load(started.simulator, { issuer: supplier, recipient: { taxId }, count });
}

test('lots of fifty come one after the other, in ascending NSU, until the queue ends', async () => {
  await bring(120);
  const lots = [await ask({ after: 0 }), await ask({ after: 50 }), await ask({ after: 100 })];
  expect(lots.map(({ cStat, ultNSU, maxNSU }) => [cStat, ultNSU, maxNSU])).toEqual([
    [138, 50, 120],
    [138, 100, 120],
    [138, 120, 120],
  ]);
  const nsus = lots.flatMap(({ documents }) => documents.map(({ nsu }) => nsu));
  expect(nsus).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
});

test.each([
  ['after 137', 0],
  ['after the last of a lot', 3],
])('%s the next question within the hour is 656, and every try begins the hour again', async (_, count) => {
  if (count > 0) await bring(count);
  expect(await ask({ after: 0 })).toMatchObject({ cStat: count > 0 ? 138 : 137, ultNSU: count, maxNSU: count });
  const refused = { cStat: 656, xMotivo: tooEarly, ultNSU: count, maxNSU: 0, documents: [] };
  for (let tries = 0; tries < 3; tries += 1) {
    await at(59);
    expect(await ask({ after: count })).toMatchObject(refused);
  }
  await at(61);
  expect(await ask({ after: count })).toMatchObject({ cStat: 137, ultNSU: count });
});

test('after an hour the next question is served', async () => {
  await ask({ after: 0 });
  await at(61);
  await bring(1);
  expect(await ask({ after: 0 })).toMatchObject({ cStat: 138, ultNSU: 1 });
});

test('another ultNSU than the one answered is 656 with the one to use, for an hour', async () => {
  await bring(120);
  await ask({ after: 0 });
  expect(await ask({ after: 0 })).toMatchObject({ cStat: 656, xMotivo: outOfOrder, ultNSU: 50, maxNSU: 0 });
  await at(30);
  expect(await ask({ after: 50 })).toMatchObject({ cStat: 656, ultNSU: 50 });
  await at(61);
  expect(await ask({ after: 0 })).toMatchObject({ cStat: 138, ultNSU: 50 });
});

test('a block is of one taxpayer alone', async () => {
  await ask({ after: 0 });
  expect((await ask({ after: 0 })).cStat).toBe(656);
  const branch = cnpj(`${taxId.slice(0, 8)}0002`);
  expect((await ask({ taxId: branch, after: 0 })).cStat).toBe(137);
});

test('twenty questions for one document an hour are served, by NSU or by key', async () => {
  const [chNFe = ''] = await bring(1);
  for (let one = 0; one < 10; one += 1) {
    expect((await ask({ at: 1 })).documents).toHaveLength(1);
    expect((await ask({ chNFe })).documents).toMatchObject([{ nsu: null, schema: 'resNFe_v1.01.xsd' }]);
  }
  expect(await ask({ at: 1 })).toMatchObject({ cStat: 656, xMotivo: tooMany, ultNSU: 0, maxNSU: 0 });
  await at(61);
  expect((await ask({ at: 1 })).cStat).toBe(138);
});

test('the control API ends the wait of a taxpayer', async () => {
  await ask({ after: 0 });
  expect((await ask({ after: 0 })).cStat).toBe(656);
  await control(started.simulator, 'DELETE', `/distribution/wait?taxId=${taxId}`);
  expect((await ask({ after: 0 })).cStat).toBe(137);
});

test('every question is reported with its gap, and whether it came too early', async () => {
  await ask({ after: 0 });
  await at(20);
  await ask({ after: 0 });
  await at(61);
  await ask({ after: 0 });
  const { json } = await control(started.simulator, 'GET', `/distribution/questions?taxId=${taxId}&source=nfe`);
  expect(json).toMatchObject([
    { kind: 'after', asked: '000000000000000', cStat: 137, gapSeconds: null, afterEnd: false, early: false },
    { cStat: 656, gapSeconds: expect.closeTo(20 * 60, -1), afterEnd: true, early: true },
    { cStat: 137, gapSeconds: expect.closeTo(61 * 60, -1), afterEnd: true, early: false },
  ]);
});

test('the hour is settable, and the order may be kept for ever', async () => {
  const strict = await start({ distributionWaitSeconds: 1, distributionAlwaysInOrder: true });
  try {
    const { simulator } = strict;
    const certificate = await simulator.issueCertificate({ taxId });
    const question = { taxId, certificate };
    await load(simulator, { issuer: supplier, recipient: { taxId }, count: 60 });
    expect((await askFor(simulator, { ...question, after: 0 })).ultNSU).toBe(50);
    expect((await askFor(simulator, { ...question, after: 50 })).ultNSU).toBe(60);
    expect((await askFor(simulator, { ...question, after: 60 })).cStat).toBe(656);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await askFor(simulator, { ...question, after: 60 })).cStat).toBe(137);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await askFor(simulator, { ...question, after: 0 })).toMatchObject({ cStat: 656, xMotivo: outOfOrder });
    // Whoever is forgiven begins anew once, and then keeps the order again.
    await control(simulator, 'DELETE', `/distribution/wait?taxId=${taxId}`);
    expect((await askFor(simulator, { ...question, after: 0 })).ultNSU).toBe(50);
    expect(await askFor(simulator, { ...question, after: 7 })).toMatchObject({ cStat: 656, xMotivo: outOfOrder });
  } finally {
    await strict.stop();
  }
});

/** The CNPJ of twelve characters, with its check digits. */
function cnpj(first12: string): string {
  const digit = (text: string): number => {
    const sum = [...text].reverse().reduce((total, one, index) => total + Number(one) * (2 + (index % 8)), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const first = digit(first12);
  return `${first12}${first}${digit(`${first12}${first}`)}`;
}
