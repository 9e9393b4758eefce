import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { InutilizationEnd } from '../../../domain/conversation/progress.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Inutilization } from '../../../domain/documents/inutilization.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId, queues, reconciliationId } from '../../../temporal/names.ts';
import { awaitInutilization, startEmission, startInutilization } from '../../../temporal/start.ts';
import { until } from '../../support/checks/until.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
});
afterAll(() => installation.close());
afterEach(() => installation.authority.control('DELETE', '/scenario'));

test('a range that the authority takes is kept with its protocol, and reported once', async () => {
  const { end, range } = await giveUp(100, 102);
  expect(end).toMatchObject({ status: 'AUTHORIZED', cStat: '102' });
  expect(range).toMatchObject({ status: 'AUTHORIZED', protocol: expect.stringMatching(/^[0-9]{15}$/) });
  expect(range.inutilizationDate).toBeInstanceOf(Date);
  const faults = installation.parts
    .validatorOn('nfe', new Date())
    .validate('procInutNFe_v4.00.xsd', range.procXml ?? '');
  expect(faults).toEqual([]);
  expect(range.procXml).toContain(range.signedXml);
  const { id: inutilizationId, model, series, startNumber, endNumber, year, protocol, status } = range;
  expect(await told(range)).toEqual([
    { inutilizationId, model, series, startNumber, endNumber, year, protocol, status },
  ]);
});

test('a range whose answer got lost is sent again, and 563 gives the first protocol', async () => {
  await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'NfeInutilizacao' });
  const { end, range } = await giveUp(110, 110);
  expect(end).toMatchObject({ status: 'AUTHORIZED', cStat: '563' });
  expect(range.protocol).toMatch(/^[0-9]{15}$/);
  expect(await sends(range)).toEqual([null, '563']);
  expect(await told(range)).toHaveLength(1);
});

test('a range that the authority refuses stays rejected in its words, and the next try is decided anew', async () => {
  await installation.authority.control('PUT', '/scenario', {
    answer: { cStat: 241 },
    times: 1,
    service: 'NfeInutilizacao',
  });
  const { end, range } = await giveUp(120, 121);
  expect(end).toMatchObject({ status: 'REJECTED', cStat: '241', reason: expect.any(String) });
  expect(range).toMatchObject({ status: 'REJECTED', cStat: '241', protocol: null });
  expect(await told(range)).toEqual([]);
  const again = { status: 'PENDING', attempt: 2, signedXml: null } as const;
  await acrossCompanies(installation.orm).nativeUpdate(Inutilization, { id: range.id }, again);
  expect(await settled(range.id, 2)).toMatchObject({ status: 'AUTHORIZED', cStat: '102' });
});

test('a paused service is waited for, and its judge asks for its state before the range is sent again', async () => {
  await installation.authority.control('PUT', '/scenario', {
    paused: { cStat: 108 },
    times: 1,
    service: 'NfeInutilizacao',
  });
  const { end, range } = await giveUp(130, 130);
  expect(end).toMatchObject({ status: 'AUTHORIZED', cStat: '102' });
  const [paused, again, ...more] = await callsAbout(range);
  expect([paused, again].map((call) => [call?.service, call?.cStat])).toEqual([
    ['NfeInutilizacao', '108'],
    ['NfeInutilizacao', '102'],
  ]);
  expect(more).toEqual([]);
  const asked = await acrossCompanies(installation.orm).find(AuthorityCall, {
    ...{ service: 'NfeStatusServico', startedAt: { $gt: paused!.startedAt } },
  });
  expect(asked.map(({ subject, cStat }) => [subject, cStat])).toEqual([['status/SP/homologation/55', '107']]);
  const [question] = asked;
  expect(question!.startedAt < again!.startedAt).toBe(true);
});

test('without a certificate nothing is sent', async () => {
  const { company: bare } = await installation.openCompany({ taxId: '11444777000161' });
  await acrossCompanies(installation.orm).execute('delete from certificate where company_id = ?', [bare.id]);
  const { end, range } = await giveUp(1, 1, bare);
  expect(end).toMatchObject({ status: 'REJECTED', cStat: null, reason: expect.stringContaining('certificado') });
  expect(await callsAbout(range)).toEqual([]);
});

test('a range that a crash left without a workflow is given up by reconciliation', async () => {
  const { id } = await pending({ startNumber: 140, endNumber: 141 });
  await acrossCompanies(installation.orm).nativeUpdate(
    Inutilization,
    { id },
    { updatedAt: new Date(Date.now() - 60_000) },
  );
  const round = { taskQueue: queues.events, workflowId: `${reconciliationId}-test` };
  expect(await installation.client.workflow.execute('reconciliation', round)).toMatchObject({ ranges: 1 });
  expect(await awaitInutilization(installation.client, { id, attempt: 1 }, 600_000)).toMatchObject({
    status: 'AUTHORIZED',
  });
});

test('documents draw past what is given up or about to be', async () => {
  await pending({ startNumber: 1, endNumber: 2, status: 'AUTHORIZED' });
  await pending({ startNumber: 3, endNumber: 3 });
  await pending({ startNumber: 5, endNumber: 5 });
  const numbers = [await emitted(), await emitted(), await emitted()].map(({ number }) => number);
  expect(numbers).toEqual([4, 6, 7]);
});

test('a rejected document keeps its number, unless that was given up meanwhile', async () => {
  await refuseNext();
  const first = await emitted();
  expect(first.status).toBe('REJECTED');
  await refuseNext();
  expect(await emittedAgain(first.id)).toMatchObject({ status: 'REJECTED', number: first.number });
  await pending({ startNumber: first.number, endNumber: first.number });
  const last = await emittedAgain(first.id);
  expect(last.status).toBe('AUTHORIZED');
  expect(last.number).toBeGreaterThan(first.number);
});

const refuseNext = () =>
  installation.authority.control('PUT', '/scenario', { answer: { cStat: 591 }, times: 1, service: 'NfeAutorizacao' });

async function pending(
  of: { startNumber: number; endNumber: number; status?: 'AUTHORIZED' },
  owner: Company = company,
): Promise<Inutilization> {
  const em = acrossCompanies(installation.orm);
  const { id, environment } = owner;
  const justification = 'Falha na sequência do sistema anterior';
  const range = em.create(Inutilization, {
    company: id,
    environment,
    model: '55',
    series: 1,
    year: '26',
    justification,
    ...of,
  });
  await em.flush();
  return range;
}

async function giveUp(startNumber: number, endNumber: number, owner: Company = company) {
  const { id } = await pending({ startNumber, endNumber }, owner);
  const end = await settled(id, 1);
  const kept = { populate: ['signedXml', 'procXml'] } as const;
  return { end, range: await acrossCompanies(installation.orm).findOneOrFail(Inutilization, { id }, kept) };
}

async function settled(id: string, attempt: number): Promise<InutilizationEnd | null> {
  const start = { id, attempt, companyTaxId: company.taxId, title: 'teste' };
  await startInutilization(installation.client, start);
  return awaitInutilization(installation.client, { id, attempt }, 600_000);
}

async function told({ id }: Inutilization): Promise<unknown[]> {
  const events = await acrossCompanies(installation.orm).find(Event, { type: 'DOCUMENT_INUTILIZED' });
  return events.map(({ data }) => data).filter(({ inutilizationId }) => inutilizationId === id);
}

function callsAbout({ startNumber, endNumber, company: owner }: Inutilization): Promise<AuthorityCall[]> {
  const bounds = [startNumber, endNumber].map((number) => String(number).padStart(9, '0')).join('');
  const about = { company: owner, subject: { $like: `ID%${bounds}` } };
  return acrossCompanies(installation.orm).find(AuthorityCall, about, { orderBy: { startedAt: 'asc' } });
}

async function sends(range: Inutilization): Promise<(string | null | undefined)[]> {
  return (await callsAbout(range)).map(({ cStat }) => cStat);
}

async function emitted(): Promise<Document> {
  const { id, attempt } = await processingDocument(installation.orm, company);
  return ended(id, attempt);
}

async function emittedAgain(id: string): Promise<Document> {
  const em = acrossCompanies(installation.orm);
  const document = await em.findOneOrFail(Document, { id });
  document.requestEmission(new Date());
  await em.flush();
  return ended(id, document.attempt);
}

async function ended(id: string, attempt: number): Promise<Document> {
  const start = { documentId: id, attempt, companyTaxId: company.taxId, documentType: 'NFE', title: 'NF-e' } as const;
  await startEmission(installation.client, start);
  await installation.client.workflow.getHandle(emissionId(id, attempt)).result();
  return until('it is settled', async () => {
    const document = await acrossCompanies(installation.orm).findOneOrFail(Document, { id });
    return document.status === 'PROCESSING' ? null : document;
  });
}
