import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { parseAccessKey } from '../../../domain/access-key.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityStanding } from '../../../domain/contingency/authority-standing.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { patienceSeconds } from '../../../operations/authority/late.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { startEmission } from '../../../temporal/start.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { buyer, processingDocument, sale } from '../../support/samples/sale.ts';
import { until } from '../../support/checks/until.ts';

const service = { authorizer: 'SP', environment: 'HOMOLOGATION', model: '65', state: '' } as const;
const contingency = { nfce: 'AUTOMATIC', nfe: 'OFF', afterSeconds: { nfce: 5, nfe: 300 } } as const;
const taxIds = ['11222333000181', '11444777000161', '04252011000110'];
const notesOfEach = 8;

let installation: Installation;
const companies: Company[] = [];
beforeAll(async () => {
  installation = await openInstallation({ LAVRA_STATUS_PACE_SECONDS: '2', LAVRA_AUTHORITY_TIMEOUT_MS: '3000' });
  for (const taxId of taxIds) companies.push((await installation.openCompany({ taxId, contingency })).company);
});
afterAll(() => installation.close());

test('late notes of a series are transmitted one after the other by number, several series at once, and new ones go through meanwhile', async () => {
  await cut('REFUSED');
  await emitted(companies[0]!);
  await standing('SHUT');
  for (const company of companies) for (let times = 0; times < notesOfEach; times += 1) await emitted(company);
  const late = await until('all are out', async () => {
    const documents = await read();
    const areOut = documents.every(({ waitingKind, contingencyMode }) => {
      return contingencyMode === 'OFFLINE' && waitingKind === 'TRANSMISSION';
    });
    return documents.length === companies.length * notesOfEach + 1 && areOut && documents;
  });
  const keys = new Map(late.map((document) => [document.id, document]));

  await cut('OPEN');
  await standing('OPEN');
  const began = Date.now();
  const fresh = await Promise.all(companies.map((company) => emitted(company)));
  const latencies = await Promise.all(
    fresh.map(async ({ id }) => {
      await until('a new note is authorized', async () => (await one(id)).status === 'AUTHORIZED');
      return Date.now() - began;
    }),
  );
  await until('all are authorized', async () => (await read()).every(({ status }) => status === 'AUTHORIZED'));

  // Beside a load an answer may come too late: its note is asked about then, and what counts is that it was sent.
  const sends = await acrossCompanies(installation.orm).find(
    AuthorityCall,
    { service: 'NfeAutorizacao' },
    { orderBy: { startedAt: 'asc' } },
  );
  const sentLate = (await read())
    .filter(({ id }) => keys.has(id))
    .map((document) => ({ document, call: sends.findLast(({ subject }) => subject === document.accessKey)! }));
  for (const company of companies) {
    const own = sentLate
      .filter(({ document }) => document.company === company.id)
      .toSorted((one, other) => one.call.startedAt.getTime() - other.call.startedAt.getTime());
    const numbers = own.map(({ document }) => document.number);
    expect(numbers).toEqual(numbers.toSorted((first, second) => first - second));
    own.slice(1).forEach(({ call }, index) => {
      expect(call.startedAt.getTime()).toBeGreaterThanOrEqual(own[index]!.call.endedAt!.getTime());
    });
  }
  const instants = sentLate.map(({ call }) => call);
  const overlap = instants.some((one) =>
    instants.some(
      (other) =>
        one !== other &&
        one.company !== other.company &&
        one.startedAt < other.endedAt! &&
        other.startedAt < one.endedAt!,
    ),
  );
  expect(overlap).toBe(true);
  const lastLate = Math.max(...instants.map(({ endedAt }) => endedAt!.getTime())) - began;
  expect(Math.min(...latencies)).toBeLessThan(Math.max(lastLate, 10_000));
});

test('where the service is shut again nothing more is let go, and what was not taken waits for its transmission again', async () => {
  await cut('REFUSED');
  await standing('SHUT');
  const before = (await read()).length;
  for (let times = 0; times < 12; times += 1) await emitted(companies[1]!);
  await until('all are out', async () => {
    const documents = await read();
    return (
      documents.length === before + 12 &&
      documents.every(({ status, waitingKind }) => status === 'AUTHORIZED' || waitingKind === 'TRANSMISSION')
    );
  });
  await cut('OPEN');
  const some = await until('some are transmitted', async () => {
    const left = (await read()).filter(({ status }) => status === 'PROCESSING').length;
    return left < 12 && left > 0 && left;
  });
  await cut('REFUSED');
  await standing('SHUT');
  const kinds = await until('what is left waits again', async () => {
    const left = (await read()).filter(({ status }) => status === 'PROCESSING');
    return left.every(({ waitingKind }) => waitingKind === 'TRANSMISSION' || waitingKind === 'UNANSWERED') && left;
  });
  expect(kinds.length).toBeLessThanOrEqual(some);
  await cut('OPEN');
  await until('all are authorized', async () => (await read()).every(({ status }) => status === 'AUTHORIZED'));
});

test('whatever is lost on the way, the authority receives each series by number', async () => {
  const seed = Date.now();
  const others = await Promise.all(
    [51_000_001, 51_000_002, 51_000_003].map((root) => installation.openCompany({ taxId: cnpjOf(root), contingency })),
  );
  const late = await outOf([...companies, ...others.map(({ company }) => company)], notesOfEach);
  // In each series one message may be lost before it arrives, the answer to one, and the answer to a question about one.
  const losses = fc.record({
    before: fc.nat(notesOfEach - 1),
    after: fc.nat(notesOfEach - 1),
    asked: fc.nat(notesOfEach - 1),
  });
  const rules = fc.sample(losses, { seed, numRuns: late.length }).flatMap(({ before, after, asked }, lane) => [
    { service: 'NfeAutorizacao', chNFe: late[lane]![before], drop: 'before', times: 1 },
    { service: 'NfeAutorizacao', chNFe: late[lane]![after], drop: 'after', times: 1 },
    { service: 'NfeConsultaProtocolo', chNFe: late[lane]![asked], drop: 'after', times: 1 },
  ]);
  await installation.authority.control('PUT', '/scenario', rules);
  await installation.authority.control('DELETE', '/exchanges');
  await cut('OPEN');
  await until('some are transmitted', async () => (await waiting()).length < late.flat().length - 6);
  // The line is also cut for a moment, so that some messages certainly do not arrive.
  await cut('REFUSED');
  await until('one met it', async () => (await waiting()).length === 0 || isMet());
  await cut('OPEN');
  await until('all are authorized', async () => (await waiting()).length === 0);

  expect({ seed, received: await receivedOutOfTurn() }).toEqual({ seed, received: [] });
});

test('a series goes on without a note of which nothing is known after a minute', async () => {
  const [[lost, ...rest] = []] = await outOf([companies[0]!], 4);
  await installation.authority.control('PUT', '/scenario', [
    { service: 'NfeAutorizacao', chNFe: lost, drop: 'before' },
  ]);
  await cut('OPEN');
  await until('it is lost', async () => (await ofKey(lost!)).waitingKind === 'UNANSWERED');
  expect(await statuses(rest)).toEqual(['PROCESSING', 'PROCESSING', 'PROCESSING']);

  const minuteAgo = new Date(Date.now() - patienceSeconds * 1_000);
  const em = acrossCompanies(installation.orm);
  await until('the others are authorized', async () => {
    await em.nativeUpdate(AuthorityStanding, service, { since: minuteAgo });
    await em.nativeUpdate(Document, { accessKey: lost, waitingKind: 'UNANSWERED' }, { waitingSince: minuteAgo });
    return (await statuses(rest)).every((status) => status === 'AUTHORIZED');
  });
  expect((await ofKey(lost!)).status).toBe('PROCESSING');
  await installation.authority.control('DELETE', '/scenario');
  await until('it is authorized', async () => (await ofKey(lost!)).status === 'AUTHORIZED');
});

/** Issues notes of each company that wait for their transmission, as the service is shut. @returns their keys in the order of their numbers */
async function outOf(of: Company[], each: number): Promise<string[][]> {
  await cut('REFUSED');
  await standing('SHUT');
  await until('nothing is under way', async () =>
    (await waiting()).every(({ waitingKind }) => waitingKind === 'TRANSMISSION'),
  );
  for (const company of of) for (let times = 0; times < each; times += 1) await emitted(company);
  const late = await until('all are out', async () => {
    const documents = await waiting();
    const areOut = documents.every(({ waitingKind }) => waitingKind === 'TRANSMISSION');
    return documents.length >= of.length * each && areOut && documents;
  });
  return of.map(({ id }) =>
    late
      .filter(({ company }) => company === id)
      .toSorted((one, other) => one.number - other.number)
      .map(({ accessKey }) => accessKey!),
  );
}

/** Notes that the authority received after a higher number of the same series, by its own log. */
async function receivedOutOfTurn(): Promise<string[]> {
  const exchanges = await installation.authority.control<{ sequence: number; chNFe: string }[]>(
    'GET',
    '/exchanges?service=NfeAutorizacao&model=65',
  );
  const last = new Map<string, number>();
  return exchanges
    .toSorted((one, other) => one.sequence - other.sequence)
    .flatMap(({ chNFe }) => {
      const { taxId, series, number, emissionType } = parseAccessKey(chNFe);
      const lane = `${taxId}/${series}`;
      const highest = last.get(lane) ?? 0;
      if (emissionType !== '9') return [];
      last.set(lane, Math.max(highest, number));
      return number < highest ? [`${number} of ${lane} after ${highest}`] : [];
    });
}

const coupon: GoodsPayload = { ...sale, type: 'NFCE', operationNature: 'Venda' };
const consumer = {
  ...buyer,
  document: '',
  documentType: null,
  name: 'CONSUMIDOR',
  taxpayerType: 'NAO_CONTRIBUINTE',
  stateRegistration: null,
} as never;

async function emitted(company: Company): Promise<Document> {
  const document = await processingDocument(installation.orm, company, { payload: coupon, client: consumer });
  const { id, attempt } = document;
  await acrossCompanies(installation.orm).nativeUpdate(Document, { id }, { type: 'NFCE' });
  const of = { companyTaxId: company.taxId, documentType: 'NFCE', title: 'NFC-e' } as const;
  await startEmission(installation.client, { documentId: id, attempt, ...of });
  return document;
}

const one = (id: string): Promise<Document> => acrossCompanies(installation.orm).findOneOrFail(Document, { id });
const read = (): Promise<Document[]> => acrossCompanies(installation.orm).find(Document, {});
const waiting = (): Promise<Document[]> => acrossCompanies(installation.orm).find(Document, { status: 'PROCESSING' });
const ofKey = (accessKey: string): Promise<Document> =>
  acrossCompanies(installation.orm).findOneOrFail(Document, { accessKey });
const statuses = (keys: string[]): Promise<string[]> => Promise.all(keys.map(async (key) => (await ofKey(key)).status));
/** Whether a message met the cut line: the service is in doubt, or already shut. */
const isMet = async (): Promise<boolean> => {
  const { standing: now, faults } = await acrossCompanies(installation.orm).findOneOrFail(AuthorityStanding, service);
  return faults > 0 || now === 'SHUT';
};
const cut = (line: 'REFUSED' | 'OPEN') => installation.authority.control('PUT', '/lines/SP', { line, model: '65' });

function standing(wanted: string): Promise<AuthorityStanding> {
  return until(`the service is ${wanted}`, async () => {
    // A message must meet the line before the service is known to be shut.
    if (wanted === 'SHUT' && (await read()).every(({ status }) => status === 'AUTHORIZED'))
      await emitted(companies[1]!);
    const row = await acrossCompanies(installation.orm).findOne(AuthorityStanding, service);
    return row?.standing === wanted && row;
  });
}
