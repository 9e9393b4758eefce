import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityChange, AuthorityStanding } from '../../../domain/contingency/authority-standing.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { authorityId } from '../../../temporal/names.ts';
import { startEmission, wakeAuthority } from '../../../temporal/start.ts';
import { until } from '../../support/checks/until.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';

const service = { authorizer: 'SP', environment: 'HOMOLOGATION', model: '55' } as const;
const paceSeconds = 2;

let installation: Installation;
let company: Company;
let other: Company;
beforeAll(async () => {
  installation = await openInstallation({
    LAVRA_STATUS_PACE_SECONDS: String(paceSeconds),
    LAVRA_AUTHORITY_TIMEOUT_MS: '2000',
  });
  ({ company } = await installation.openCompany());
  ({ company: other } = await installation.openCompany({ taxId: '11444777000161' }));
});
afterAll(() => installation.close());
afterEach(async () => {
  for (const path of ['/lines', '/services', '/scenario', '/insistence'])
    await installation.authority.control('DELETE', path);
  await until('the service is open, and its judge has ended', async () => {
    const em = acrossCompanies(installation.orm);
    const standing = await em.findOne(AuthorityStanding, { ...service, state: '' });
    const waiting = await em.count(Document, { status: 'PROCESSING' });
    return (standing?.standing ?? 'OPEN') === 'OPEN' && waiting === 0 && (await isJudgeOver());
  });
  // Forgets status questions: their number in an hour is not what these tests are about.
  await acrossCompanies(installation.orm).nativeDelete(AuthorityCall, { service: 'NfeStatusServico' });
});

test('a paused service is asked by one, at the pace; notes wait without a word, and go on within seconds of its return', async () => {
  await control('PUT', '/services/SP', { status: 'PAUSED' });
  const began = new Date();
  const first = await start();
  await waits(first, 'AUTHORITY_PAUSED', /108/);
  await standing('SHUT');
  const others = await Promise.all(Array.from({ length: 12 }, (_, index) => start(index % 2 ? company : other)));
  for (const each of others) await waits(each, 'AUTHORITY_PAUSED', /108/);
  expect(await sentAbout(others)).toBe(0);
  await until('it was asked some times', async () => (await questions(began)).length >= 3);
  await control('PUT', '/services/SP', { status: 'OPERATING' });
  const returned = Date.now();
  for (const { id } of [first, ...others]) await authorized(id);
  // The first question after the service is back opens it; how soon the machine asks is not tested here.
  const opened = await acrossCompanies(installation.orm).findOneOrFail(
    AuthorityChange,
    { ...service, standing: 'OPEN' },
    { orderBy: { changedAt: 'desc' } },
  );
  // A question whose answer a busy machine brings too late (no cStat) is asked again, and does not count.
  const since = (await questions(new Date(returned))).filter(
    ({ startedAt, cStat }) => startedAt < opened.changedAt && cStat !== null,
  );
  expect(since.length).toBeLessThanOrEqual(1);
  const times = (await questions(began)).map(({ startedAt }) => startedAt.getTime());
  const gaps = times.slice(1).map((time, index) => time - times[index]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(paceSeconds * 1000);
  // Companies ask in turn.
  expect(new Set((await questions(began)).map((call) => call.company)).size).toBe(2);
  const changes = await acrossCompanies(installation.orm).find(
    AuthorityChange,
    { ...service, changedAt: { $gte: began } },
    { orderBy: { changedAt: 'asc' } },
  );
  expect(changes.map((change) => [change.standing, change.cStat])).toEqual([
    ['SHUT', '108'],
    ['OPEN', '107'],
  ]);
});

test('a line that refuses shuts the service by one question, and nothing else is sent to it', async () => {
  await control('PUT', '/lines/SP', { line: 'REFUSED' });
  const began = new Date();
  const first = await start();
  expect(await standing('SHUT')).toMatchObject({ cStat: null, reason: expect.stringContaining('não responde') });
  await waits(first, 'AUTHORITY_UNREACHABLE', /./);
  const second = await start();
  await waits(second, 'AUTHORITY_UNREACHABLE', /não responde/);
  expect(await sentAbout([second])).toBe(0);
  expect((await questions(began)).length).toBeGreaterThan(0);
  await control('PUT', '/lines/SP', { line: 'OPEN' });
  for (const { id } of [first, second]) await authorized(id);
});

test('the fault of one note alone shuts nothing: its service says 107', async () => {
  const before = await changes();
  await control('PUT', '/scenario', { drop: 'after', service: 'NfeAutorizacao', times: 1 });
  const began = new Date();
  const { id } = await start();
  await authorized(id);
  await until('the status was asked', async () => (await questions(began)).some(({ cStat }) => cStat === '107'));
  expect(await changes()).toBe(before);
});

test('while all goes well nothing is written about the service', async () => {
  const row = () => acrossCompanies(installation.orm).findOneOrFail(AuthorityStanding, { ...service, state: '' });
  await authorized((await start()).id); // opens a service that was in doubt
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await authorized((await start()).id);
  const { updatedAt } = await row();
  for (const { id } of await Promise.all([start(), start(other), start()])) await authorized(id);
  expect((await row()).updatedAt).toEqual(updatedAt);
});

test('who names the event hears of a change once a company, with what it was and what it is', async () => {
  const listening = { url: 'https://erp.invalid/lavra', events: ['AUTHORITY_STATUS' as const] };
  const { masterKey } = installation.parts;
  await newEndpoint(installation.orm, { company }, listening, masterKey);
  const began = new Date();
  await control('PUT', '/services/SP', { status: 'STOPPED', forSeconds: 3 });
  const { id } = await start(other);
  await authorized(id);
  const told = await acrossCompanies(installation.orm).find(
    Event,
    { type: 'AUTHORITY_STATUS', createdAt: { $gte: began } },
    { orderBy: { createdAt: 'asc' } },
  );
  expect(told.map((event) => event.company)).toEqual([company.id, company.id]);
  expect(told.map(({ data }) => data)).toEqual([
    {
      ...{ ...service, state: '', standing: 'SHUT', previous: 'OPEN', cStat: '109' },
      reason: expect.stringMatching(/^Serviço da SEFAZ parado: 109 - /),
      since: expect.any(String),
    },
    expect.objectContaining({ standing: 'OPEN', previous: 'SHUT', cStat: '107' }),
  ]);
});

test('a judge that Temporal has lost is started again by reconciliation, and finds the service open', async () => {
  await control('PUT', '/services/SP', { status: 'PAUSED' });
  const { id } = await start();
  await standing('SHUT');
  await waits(await read(id), 'AUTHORITY_PAUSED', /108/);
  const run = installation.client.workflow.getHandle(authorityId(service));
  await until('it waits for its next question', async () => {
    const { events } = await run.fetchHistory();
    return events?.at(-1)?.workflowTaskCompletedEventAttributes ?? events?.at(-1)?.timerStartedEventAttributes;
  });
  await run.terminate('lost');
  const longAgo = new Date(Date.now() - 180_000);
  await acrossCompanies(installation.orm).nativeUpdate(
    AuthorityStanding,
    { ...service, state: '' },
    { askedAt: longAgo, notBefore: longAgo },
  );
  await control('PUT', '/services/SP', { status: 'OPERATING' });
  const round = { taskQueue: 'events', workflowId: 'reconciliation-judge' };
  expect(await installation.client.workflow.execute('reconciliation', round)).toMatchObject({ authorities: 1 });
  await authorized(id);
});

test('however often it is woken, it is not asked earlier', async () => {
  await control('PUT', '/services/SP', { status: 'PAUSED' });
  const { id } = await start();
  await standing('SHUT');
  const began = new Date();
  for (let times = 0; times < 40; times += 1) {
    await wakeAuthority(installation.client, service);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (Date.now() - began.getTime()) / 1000;
  expect((await questions(began)).length).toBeLessThanOrEqual(Math.ceil(seconds / paceSeconds) + 1);
  await control('PUT', '/services/SP', { status: 'OPERATING' });
  await authorized(id);
});

test('a judge whose clock was ahead while it looked does not sleep until then: it looks again within a minute', async () => {
  const { parts, client } = installation;
  const { standings } = parts;
  const now = parts.now.bind(parts);
  const keep = standings.keep.bind(standings);
  let aheadFor = Infinity;
  parts.now = () => {
    if (aheadFor === 0) parts.now = now;
    aheadFor -= 1;
    return new Date(now().getTime() + (aheadFor < 0 ? 0 : 2 * 3_600_000));
  };
  // The clock is right again after the answer's effect on the service is computed, and before the next pause is.
  standings.keep = (about, judged) => {
    keep(about, judged);
    if (judged.askedAt) aheadFor = 1;
  };
  await control('PUT', '/services/SP', { status: 'PAUSED' });
  const { id } = await start();
  const sleeps = await until('the judge sleeps', async () => {
    const { events } = await client.workflow.getHandle(authorityId(service)).fetchHistory();
    const timers = (events ?? []).map(({ timerStartedEventAttributes: timer }) => timer?.startToFireTimeout?.seconds);
    return parts.now === now && timers.some(Boolean) && timers.map(Number).filter(Boolean);
  });
  standings.keep = keep;
  expect(Math.max(...sleeps)).toBeLessThanOrEqual(60);
  await control('PUT', '/services/SP', { status: 'OPERATING' });
  await until('it is settled', async () => (await read(id)).status !== 'PROCESSING');
});

const control = (method: string, path: string, body?: object) => installation.authority.control(method, path, body);

async function start(issuer = company): Promise<Document> {
  const document = await processingDocument(installation.orm, issuer);
  const { id, attempt } = document;
  const of = { companyTaxId: issuer.taxId, documentType: 'NFE', title: 'NF-e' } as const;
  await startEmission(installation.client, { documentId: id, attempt, ...of });
  return document;
}

const read = (id: string): Promise<Document> => acrossCompanies(installation.orm).findOneOrFail(Document, { id });

function authorized(id: string): Promise<boolean> {
  return until('the note is authorized', async () => (await read(id)).status === 'AUTHORIZED');
}

function waits({ id }: Document, kind: string, words: RegExp): Promise<unknown> {
  return until(`the note waits: ${kind}`, async () => {
    const { waitingKind, waitingFor } = await read(id);
    return waitingKind === kind && words.test(waitingFor ?? '');
  });
}

function standing(wanted: string): Promise<AuthorityStanding> {
  return until(`the service is ${wanted}`, async () => {
    const row = await acrossCompanies(installation.orm).findOne(AuthorityStanding, { ...service, state: '' });
    return row?.standing === wanted && row;
  });
}

function questions(since: Date): Promise<AuthorityCall[]> {
  const about = { service: 'NfeStatusServico', startedAt: { $gte: since } };
  return acrossCompanies(installation.orm).find(AuthorityCall, about, { orderBy: { startedAt: 'asc' } });
}

async function sentAbout(documents: Document[]): Promise<number> {
  const em = acrossCompanies(installation.orm);
  const emissions = await em.find(Emission, { document: documents.map(({ id }) => id) });
  return em.count(AuthorityCall, { subject: emissions.map(({ subject }) => subject) });
}

const changes = (): Promise<number> => acrossCompanies(installation.orm).count(AuthorityChange, service);

async function isJudgeOver(): Promise<boolean> {
  const { status } = await installation.client.workflow.getHandle(authorityId(service)).describe();
  return status.name !== 'RUNNING';
}
