import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { NumberSeries } from '../../../domain/companies/number-series.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId, messages } from '../../../temporal/names.ts';
import { resolveEmission, startEmission } from '../../../temporal/start.ts';
import { until } from '../../support/checks/until.ts';
import { emissionStart } from '../../support/rows/authorized.ts';
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

const answers = (cStat: number, more = {}) => ({ answer: { cStat, ...more }, times: 1, service: 'NfeAutorizacao' });

test.each([
  [100, 'AUTHORIZED'],
  [150, 'AUTHORIZED'],
])('cStat %i is authorized', async (cStat, status) => {
  await scenario(answers(cStat));
  expect(await emit()).toMatchObject({ status, cStat: String(cStat) });
});

test('120 is authorized, and its alert is kept for the caller', async () => {
  await scenario(answers(120, { cMsg: '172', xMsg: 'Situacao do CNPJ destinatario inabilitado' }));
  const document = await emit();
  expect(document).toMatchObject({ status: 'AUTHORIZED', cStat: '120' });
  expect(document.alerts).toEqual([{ code: '172', message: 'Situacao do CNPJ destinatario inabilitado' }]);
});

test('a rejection carries the authority’s code and words, and makes its event in the same commit', async () => {
  await scenario(answers(591));
  const document = await emit();
  expect(document).toMatchObject({ status: 'REJECTED', cStat: '591' });
  expect(document.rejectionReason).toMatch(/^591 - /);
  const events = await acrossCompanies(installation.orm).find(Event, { document: document.id });
  expect(events).toMatchObject([{ type: 'DOCUMENT_REJECTED', data: { cStat: '591' } }]);
});

test('a rejected note keeps its number for the next attempt', async () => {
  await scenario(answers(591));
  const rejected = await emit();
  const again = await emitAgain(rejected.id);
  expect(again).toMatchObject({ status: 'AUTHORIZED', number: rejected.number, attempt: 2 });
});

test('a denied note has used its number up: the next attempt draws another', async () => {
  await scenario(answers(302));
  const denied = await emit();
  expect(denied).toMatchObject({ status: 'REJECTED', isDenied: true, cStat: '302' });
  const { protocolXml } = await emissionOf(denied);
  expect(protocolXml).toContain('<cStat>302</cStat>');
  const again = await emitAgain(denied.id);
  expect(again.status).toBe('AUTHORIZED');
  expect(again.number).toBeGreaterThan(denied.number);
});

test('a lot that got a receipt is asked about until its note is decided', async () => {
  await scenario({ asyncLots: { pendingPolls: 1 }, times: 1 });
  const document = await emit();
  expect(document.status).toBe('AUTHORIZED');
  expect((await emissionOf(document)).receipt).toMatch(/^\d{15}$/);
});

test('a note that got lost twice on its way is sent as soon as its key was not found twice, with short pauses after each send', async () => {
  await scenario({ drop: 'before', times: 2, service: 'NfeAutorizacao' });
  const document = await emit();
  expect(document.status).toBe('AUTHORIZED');
  const calls = await acrossCompanies(installation.orm).find(
    AuthorityCall,
    { subject: document.accessKey ?? '-' },
    { orderBy: { startedAt: 'asc' } },
  );
  const asked = ['217', '217'];
  expect(calls.map(({ cStat }) => cStat)).toEqual([null, ...asked, null, ...asked, '100']);
  // One second before the first question and seven before the second, after each of two sends.
  expect(await pausesOf(document)).toBeLessThanOrEqual(2 * (1 + 7));
});

test('a number that another key owns stops for a person, who may reject it', async () => {
  await scenario(answers(539));
  const { id } = await start();
  const reason = await waitingFor(id, /Outra chave/);
  expect(reason).toContain('539');
  expect(await kindOf(id)).toBe('PERSON');
  await resolveEmission(installation.client, emissionStart(company, { id }), { reject: true });
  expect(await ended(id)).toMatchObject({ status: 'REJECTED', isDenied: true });
});

test('a number that another system used is named, and its note can be adopted', async () => {
  const elsewhere = await emit();
  await forget(elsewhere);
  const { id } = await start();
  expect(await waitingFor(id, /Outra chave/)).toContain(elsewhere.accessKey);
  await resolveEmission(installation.client, emissionStart(company, { id }), { adopt: '3'.repeat(44) });
  await resolveEmission(installation.client, emissionStart(company, { id }), { adopt: elsewhere.accessKey ?? '' });
  const adopted = await ended(id);
  expect(adopted).toMatchObject({ status: 'AUTHORIZED', accessKey: elsewhere.accessKey });
  expect(adopted.protocolNumber).toBe(elsewhere.protocolNumber);
  expect(await emissionOf(adopted)).toMatchObject({ protocolXml: null, procXml: null });
});

test('a paused service says so where an operator looks, and the note is sent once it is back', async () => {
  await scenario({ paused: { cStat: 108 } });
  const { id } = await start();
  expect(await waitingFor(id, /parado/)).toContain('108');
  expect(await kindOf(id)).toBe('AUTHORITY_PAUSED');
  const handle = installation.client.workflow.getHandle(emissionId(id, 1));
  // The row shows it before the step has returned to its run.
  const state = await until('the run says so', () => handle.query<string | null>(messages.state));
  expect(state).toContain('108');
  await handle.terminate('the pause is longer than this test');
});

test('656 silences a company on that service: none of its other notes is sent, and other companies go on', async () => {
  const { company: insistent } = await installation.openCompany({ taxId: '11444777000161' });
  await scenario(answers(656));
  const told = await start(insistent);
  await waitingFor(told.id, /silêncio/);
  expect(await kindOf(told.id)).toBe('THROTTLED');
  const other = await start(insistent);
  await waitingFor(other.id, /silêncio/);
  expect(await messagesAbout(other)).toBe(0);
  expect((await emit()).status).toBe('AUTHORIZED');

  const longAgo = new Date(Date.now() - 62 * 60_000);
  await acrossCompanies(installation.orm).nativeUpdate(AuthorityCall, { cStat: '656' }, { startedAt: longAgo });
  expect((await ended((await start(insistent)).id)).status).toBe('AUTHORIZED');
  for (const { id } of [told, other]) {
    await installation.client.workflow.getHandle(emissionId(id, 1)).terminate('the silence is longer than this test');
  }
});

test('a note whose company lost its certificate on the way says what it waits for', async () => {
  const { company: other } = await installation.openCompany({ taxId: '04252011000110' });
  // The note was sent and waits for a mend: its pauses grow, so that the next turn comes later the longer the test takes to get here.
  await scenario(
    { service: 'NfeAutorizacao', drop: 'after' },
    { service: 'NfeConsultaProtocolo', answer: { cStat: 280 } },
  );
  const note = await start(other);
  await waitingFor(note.id, /Certificado ou assinatura recusados: 280/);
  await acrossCompanies(installation.orm).nativeDelete(Certificate, { company: other.id });
  const run = installation.client.workflow.getHandle(emissionId(note.id, 1));
  await run.signal(messages.mended);
  expect(await waitingFor(note.id, /sem certificado/)).toBe('A empresa está sem certificado A1 válido.');
  expect(await kindOf(note.id)).toBe('CERTIFICATE');
  await run.terminate('nobody gives it another');
});

async function messagesAbout({ id }: Document): Promise<number> {
  const em = acrossCompanies(installation.orm);
  const { subject } = await em.findOneOrFail(Emission, { document: id, attempt: 1 });
  return em.count(AuthorityCall, { subject });
}

/** Removes a note from our database, so that it looks like another system's: neither its key nor its number is known. */
async function forget({ id, number }: Document): Promise<void> {
  const em = acrossCompanies(installation.orm);
  await em.nativeUpdate(Document, { id }, { accessKey: null, number: 0 });
  await em.nativeUpdate(NumberSeries, { company: company.id }, { nextNumber: number });
}

async function scenario(...rules: object[]): Promise<void> {
  await installation.authority.control('PUT', '/scenario', rules);
}

async function start(issuer = company): Promise<Document> {
  const document = await processingDocument(installation.orm, issuer);
  await run(document);
  return document;
}

async function run({ id, attempt }: Document): Promise<void> {
  const start = { documentId: id, attempt, companyTaxId: company.taxId, documentType: 'NFE', title: 'NF-e' } as const;
  await startEmission(installation.client, start);
}

async function emit(): Promise<Document> {
  const { id } = await start();
  return ended(id);
}

/** The seconds that the run of a document meant to wait, without what the machine took besides. */
async function pausesOf({ id, attempt }: Document): Promise<number> {
  const { events } = await installation.client.workflow.getHandle(emissionId(id, attempt)).fetchHistory();
  const seconds = (events ?? []).map(({ timerStartedEventAttributes: timer }) =>
    Number(timer?.startToFireTimeout?.seconds ?? 0),
  );
  return seconds.reduce((sum, each) => sum + each, 0);
}

async function emitAgain(id: string): Promise<Document> {
  const em = acrossCompanies(installation.orm);
  const document = await em.findOneOrFail(Document, { id });
  document.requestEmission(new Date());
  await em.flush();
  await run(document);
  return ended(id);
}

async function ended(id: string): Promise<Document> {
  const { attempt } = await acrossCompanies(installation.orm).findOneOrFail(Document, { id });
  await installation.client.workflow.getHandle(emissionId(id, attempt)).result();
  return acrossCompanies(installation.orm).findOneOrFail(Document, { id });
}

function emissionOf({ id, attempt }: Document): Promise<Emission> {
  return acrossCompanies(installation.orm).findOneOrFail(Emission, { document: id, attempt });
}

async function kindOf(id: string): Promise<string | null | undefined> {
  const { waitingKind } = await acrossCompanies(installation.orm).findOneOrFail(Document, { id });
  return waitingKind;
}

function waitingFor(id: string, what: RegExp): Promise<string> {
  return until(`the note waits: ${what}`, async () => {
    const { waitingFor } = await acrossCompanies(installation.orm).findOneOrFail(Document, { id });
    return waitingFor && what.test(waitingFor) && waitingFor;
  });
}
