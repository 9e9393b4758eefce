import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityStanding } from '../../../domain/contingency/authority-standing.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { startEmission } from '../../../temporal/start.ts';
import { type Installation, openInstallation } from '../../support/installation.ts';
import { buyer, processingDocument, sale } from '../../support/sale.ts';
import { until } from '../../support/until.ts';

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

  const calls = await acrossCompanies(installation.orm).find(
    AuthorityCall,
    { service: 'NfeAutorizacao', cStat: '100' },
    { orderBy: { startedAt: 'asc' } },
  );
  const sentLate = (await read())
    .filter(({ id }) => keys.has(id))
    .map((document) => ({ document, call: calls.find(({ subject }) => subject === document.accessKey)! }));
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
const cut = (line: 'REFUSED' | 'OPEN') => installation.authority.control('PUT', '/lines/SP', { line, model: '65' });

function standing(wanted: string): Promise<AuthorityStanding> {
  return until(`the service is ${wanted}`, async () => {
    // Somebody must meet the line before anybody knows.
    if (wanted === 'SHUT' && (await read()).every(({ status }) => status === 'AUTHORIZED'))
      await emitted(companies[1]!);
    const row = await acrossCompanies(installation.orm).findOne(AuthorityStanding, service);
    return row?.standing === wanted && row;
  });
}
