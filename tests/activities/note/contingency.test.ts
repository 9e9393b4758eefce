import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { ContingencyEntry } from '../../../domain/contingency/contingency-entry.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../../domain/documents/inutilization.entity.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { ReplacedNote } from '../../../domain/documents/replaced-note.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId, messages } from '../../../temporal/names.ts';
import { startEmission } from '../../../temporal/start.ts';
import { until } from '../../support/checks/until.ts';
import { buyer, processingDocument, sale } from '../../support/samples/sale.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';

let installation: Installation;
let company: Company;
const contingency = { nfce: 'AUTOMATIC', nfe: 'AUTOMATIC', afterSeconds: { nfce: 2, nfe: 2 } } as const;
beforeAll(async () => {
  installation = await openInstallation({ LAVRA_AUTHORITY_TIMEOUT_MS: '1500', LAVRA_STATUS_PACE_SECONDS: '1' });
  ({ company } = await installation.openCompany({ contingency }));
});
afterEach(async () => {
  await installation.authority.control('DELETE', '/lines');
  await installation.authority.control('DELETE', '/services');
  await installation.authority.control('DELETE', '/scenario');
});
beforeEach(() => until('every service is open', async () => (await shutServices()) === 0));
afterAll(() => installation.close());

test('while the line is cut an NFC-e is issued offline under the number that it had, and authorized once the line is back', async () => {
  await cut('REFUSED', '65');
  const { document } = await emit(coupon);
  const out = await until('the note is out', async () => {
    const now = await read(document.id);
    return now.contingencyMode === 'OFFLINE' && now;
  });
  expect(out).toMatchObject({ status: 'PROCESSING', number: document.number || 1, waitingKind: 'TRANSMISSION' });
  expect(out.accessKey).toMatch(/^.{34}9/);
  expect(await replacedOf(document.id)).toEqual([]);
  await cut('OPEN', '65');
  await until('the note is authorized', async () => (await read(document.id)).status === 'AUTHORIZED');
});

test('a note whose answer is lost draws another number; the first one is cancelled by substitution', async () => {
  await installation.authority.control('PUT', '/scenario', { drop: 'after', service: 'NfeAutorizacao', times: 1 });
  const before = await unanswered('NfeAutorizacao');
  const started = emit(coupon);
  await until('the first is sent', async () => (await unanswered('NfeAutorizacao')) > before);
  await cut('RESET', '65');
  const { document } = await started;
  const [replaced] = await until('the note is out', async () => {
    const rows = await replacedOf(document.id);
    return rows.length > 0 && rows;
  });
  const out = await read(document.id);
  expect(out).toMatchObject({ contingencyMode: 'OFFLINE', attempt: 2 });
  expect(out.number).toBe((replaced?.number ?? 0) + 1);
  await cut('OPEN', '65');
  await until('the sale is authorized', async () => (await read(document.id)).status === 'AUTHORIZED');
  const settled = await until('the first is cancelled', async () => {
    const [row] = await replacedOf(document.id);
    return row?.settledAt && row;
  });
  expect(settled).toMatchObject({ status: 'CANCELLED', cStat: '135' });
  const event = await acrossCompanies(installation.orm).findOneOrFail(DocumentEvent, { replacedNote: settled.id });
  expect(event).toMatchObject({ code: '110112', substituteKey: out.accessKey, status: 'REGISTERED' });
});

test('a note whose answer is lost in the moment when its service falls silent is replaced, too', async () => {
  await installation.authority.control('PUT', '/scenario', [
    { service: 'NfeAutorizacao', drop: 'after', times: 1 },
    { service: 'NfeStatusServico', reset: true },
  ]);
  const { document } = await emit(coupon);
  const [replaced] = await until('the note is out', async () => {
    const { contingencyMode } = await read(document.id);
    return contingencyMode === 'OFFLINE' && replacedOf(document.id);
  });
  expect((await read(document.id)).number).toBe((replaced?.number ?? 0) + 1);
  await installation.authority.control('DELETE', '/scenario');
  await until('the sale is authorized', async () => (await read(document.id)).status === 'AUTHORIZED');
  await until('the first is cancelled', async () => (await replacedOf(document.id))[0]?.status === 'CANCELLED');
});

test('a first note that never arrived has its number given up', async () => {
  await cut('RESET', '65');
  const { document } = await emit(coupon);
  await until('the note is out', async () => (await replacedOf(document.id)).length > 0);
  await cut('OPEN', '65');
  const settled = await until('the first is given up', async () => {
    const [row] = await replacedOf(document.id);
    return row?.settledAt && row;
  });
  expect(settled.status).toBe('GIVEN_UP');
  const range = await acrossCompanies(installation.orm).findOneOrFail(Inutilization, {
    startNumber: settled.number,
    model: '65',
  });
  expect(range).toMatchObject({ endNumber: settled.number, status: 'AUTHORIZED' });
  expect(await read(document.id)).toMatchObject({ status: 'AUTHORIZED' });
});

test('an NF-e goes to the SVC while its state is shut and the SVC is on', async () => {
  await service('SP', 'PAUSED', { model: '55' });
  await service('SVC-AN', 'OPERATING', { state: 'SP' });
  const { document } = await emit(sale);
  const done = await until('the note is authorized', async () => {
    const now = await read(document.id);
    return now.status === 'AUTHORIZED' && now;
  });
  expect(done).toMatchObject({ contingencyMode: 'SVC', contingencyTransmitBy: null });
  expect(done.accessKey).toMatch(/^.{34}6/);
  const [row] = await emissions(document.id);
  expect(done.number).toBe(row?.number);
});

test('an NF-e is announced by EPEC where neither answers, and transmitted when the state is back', async () => {
  await cut('REFUSED', '55', 'SP');
  const { document } = await emit(sale);
  const out = await until('the EPEC is registered', async () => {
    const now = await read(document.id);
    return now.contingencyMode === 'EPEC' && now.contingencyTransmitBy && now;
  });
  expect(out).toMatchObject({ status: 'PROCESSING', waitingKind: 'TRANSMISSION' });
  await cut('OPEN', '55', 'SP');
  await until('the note is authorized', async () => (await read(document.id)).status === 'AUTHORIZED');
});

test('what a person entered only a person leaves', async () => {
  const em = acrossCompanies(installation.orm);
  const entry = em.create(ContingencyEntry, {
    ...{ company: company.id, environment: company.environment, model: '65' as const },
    reason: 'Internet da loja fora do ar',
  });
  await em.flush();
  const { document } = await emit(coupon);
  const out = await until('the note is out', async () => {
    const now = await read(document.id);
    return now.contingencyMode === 'OFFLINE' && now;
  });
  expect(out.contingencyReason).toBe('Internet da loja fora do ar');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect((await read(document.id)).status).toBe('PROCESSING');
  entry.leftAt = new Date();
  await em.flush();
  await mended(document.id, out.attempt);
  await until('the note is authorized', async () => (await read(document.id)).status === 'AUTHORIZED');
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

async function emit(payload: GoodsPayload, of: Company = company) {
  const overrides = payload.type === 'NFCE' ? { payload, client: consumer } : { payload };
  const document = await processingDocument(installation.orm, of, overrides);
  const { attempt } = document;
  await acrossCompanies(installation.orm).nativeUpdate(Document, { id: document.id }, { type: payload.type });
  const start = {
    documentId: document.id,
    attempt,
    documentType: payload.type,
    companyTaxId: of.taxId,
    title: 'teste',
  };
  await startEmission(installation.client, start);
  return { document };
}

const read = (id: string) => acrossCompanies(installation.orm).findOneOrFail(Document, { id });
const mended = (id: string, attempt: number) =>
  installation.client.workflow.getHandle(emissionId(id, attempt)).signal(messages.mended);
const replacedOf = (document: string) => acrossCompanies(installation.orm).find(ReplacedNote, { document });
const emissions = (document: string) => acrossCompanies(installation.orm).find(Emission, { document });

async function unanswered(name: string): Promise<number> {
  return countOf('from authority_call where service = ? and ended_at is not null and c_stat is null', [name]);
}

const shutServices = () => countOf(`from authority_standing where standing <> 'OPEN' and state = ''`);

async function countOf(from: string, values: string[] = []): Promise<number> {
  const rows = await acrossCompanies(installation.orm).execute<{ count: number }[]>(
    `select count(*)::int as count ${from}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

const cut = (line: 'REFUSED' | 'RESET' | 'BLACK_HOLE' | 'OPEN', model: string, authorizer = 'SP') =>
  installation.authority.control('PUT', `/lines/${authorizer}`, { line, model });
const service = (authorizer: string, status: string, of: object) =>
  installation.authority.control('PUT', `/services/${authorizer}`, { status, ...of });
