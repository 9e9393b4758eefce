import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MockActivityEnvironment } from '@temporalio/testing';
import { type PreparedNote, storeActivities } from '../../../activities/store.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId } from '../../../temporal/names.ts';
import { startEmission } from '../../../temporal/start.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { until } from '../../support/checks/until.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openInstallation({ LAVRA_AUTHORITY_TIMEOUT_MS: '65000' });
  ({ company } = await installation.openCompany());
});
afterEach(() => installation.authority.control('DELETE', '/scenario'));
afterAll(() => installation?.close());

test('a note that the authority answers soon takes no activity but the one that prepares it', async () => {
  // A busy machine may take longer than a first turn waits: so this is repeated.
  const { calls } = await until('a first turn that ends in time', async () => {
    const note = await emitted();
    return note.activities.length === 0 && note;
  });
  expect(calls).toEqual([['NfeAutorizacao', '100']]);
});

test('a worker that dies in a first turn is noticed within ten seconds, as in any other', async () => {
  expect((await emitted()).taskTimeoutSeconds).toBe(10);
});

test('a note that the authority answers late is handed over, and is neither sent nor asked for once more', async () => {
  await slow(4_000);
  const { activities, calls } = await emitted();
  expect(activities).toEqual(['authorize']);
  expect(calls).toEqual([['NfeAutorizacao', '100']]);
});

test('notes that wait for a slow authority keep no other from being sent', async () => {
  await slow(60_000);
  const before = await open();
  const notes = Array.from({ length: 40 }, () => emitted());
  // A first turn gives its slot back after two seconds at most, long before an answer: so all notes are sent while none is answered.
  await until('every note is on its way', async () => (await open()) === before + notes.length);
  await installation.authority.control('DELETE', '/scenario');
  for (const { calls } of await Promise.all(notes)) expect(calls).toEqual([['NfeAutorizacao', '100']]);
});

test('a fault of ours in the first turn is tried again by the activity of a turn', async () => {
  const { wire } = installation.parts;
  const say = wire.say.bind(wire);
  wire.say = () => {
    wire.say = say;
    return Promise.reject(new Error('a fault of ours'));
  };
  const { activities, calls } = await emitted();
  expect(activities).toContain('authorize');
  expect(calls.at(-1)).toEqual(['NfeAutorizacao', '100']);
});

test('a run that comes back to what it had ended, because its worker died before it could tell, learns the end', async () => {
  const { document, run } = await until('a first turn that ends in time', async () => {
    const prepared = await newlyPrepared();
    return prepared.first?.kind === 'settled' && prepared;
  });
  expect(await prepareIn(run, document)).toEqual({ kind: 'ended', end: 'AUTHORIZED' });
  expect(await prepareIn({ ...run, runId: randomUUID() }, document)).toEqual({ kind: 'notOurs' });
  expect(await callsAbout(document.id)).toEqual([['NfeAutorizacao', '100']]);
});

test('a run that comes back to what it had sent asks for it, and does not send it again', async () => {
  const { document, run } = await until('a first turn that ends in time', async () => {
    await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'NfeAutorizacao' });
    const prepared = await newlyPrepared();
    return prepared.first?.kind === 'wait' && prepared.first.pause === 'unanswered' && prepared;
  });
  expect(await prepareIn(run, document)).toMatchObject({ first: { kind: 'settled', end: 'AUTHORIZED' } });
  expect(await callsAbout(document.id)).toEqual([
    ['NfeAutorizacao', null],
    ['NfeConsultaProtocolo', '100'],
  ]);
});

const slow = (latencyMs: number) =>
  installation.authority.control('PUT', '/scenario', { service: 'NfeAutorizacao', latencyMs });

/** The number of messages that were sent and have no answer yet. */
const open = () => acrossCompanies(installation.orm).count(AuthorityCall, { endedAt: null });

const processing = () => processingDocument(installation.orm, company);

function prepareIn(workflowExecution: { workflowId: string; runId: string }, { id }: Document): Promise<PreparedNote> {
  const { prepare } = storeActivities(installation.parts);
  const { client } = installation;
  return new MockActivityEnvironment({ workflowExecution }, { client }).run(() => prepare(id, 1));
}

/** A note that its run has just prepared, and the result of its first turn. */
async function newlyPrepared() {
  const document = await processing();
  const run = { workflowId: emissionId(document.id, 1), runId: randomUUID() };
  const prepared = await prepareIn(run, document);
  return { document, run, first: prepared.kind === 'ready' ? prepared.first : undefined };
}

/** The activities that a run scheduled (not the local ones), and its messages to the authority. */
async function emitted() {
  const { id, attempt } = await processing();
  const start = { documentId: id, attempt, companyTaxId: company.taxId, documentType: 'NFE', title: 'NF-e' } as const;
  await startEmission(installation.client, start);
  const run = installation.client.workflow.getHandle(emissionId(id, attempt));
  await run.result();
  const { events } = await run.fetchHistory();
  const activities = (events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
  );
  const started = events?.[0]?.workflowExecutionStartedEventAttributes;
  const taskTimeoutSeconds = Number(started?.workflowTaskTimeout?.seconds);
  return { activities, taskTimeoutSeconds, calls: await callsAbout(id) };
}

async function callsAbout(documentId: string) {
  const em = acrossCompanies(installation.orm);
  const { accessKey } = await em.findOneOrFail(Document, { id: documentId });
  const calls = await em.find(AuthorityCall, { subject: accessKey ?? '' }, { orderBy: { startedAt: 'asc' } });
  return calls.map(({ service, cStat }) => [service, cStat]);
}
