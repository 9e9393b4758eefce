import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { modulus11 } from '../../../domain/modulus-11.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { emissionId } from '../../../temporal/names.ts';
import { untilTemporalTakes } from '../../support/checks/until.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const accessKey = '35261111222333000181550010000000011000000014';
let orm: Orm;
let companyId: string;
let temporal: TestTemporal;
let settings: Record<string, string>;
beforeAll(async () => {
  temporal = await testTemporal();
  settings = { DATABASE_URL: await testDatabase(), TEMPORAL_ADDRESS: temporal.address };
  orm = await patientOrm(settings.DATABASE_URL ?? '');
  ({ id: companyId } = await createCompany(acrossCompanies(orm), companyForm));
});
afterAll(() => Promise.all([orm.close(), temporal.close()]));

test.each([
  [['--adopt', accessKey], { adopt: accessKey }],
  [['--reject'], { reject: true }],
])('%j reaches the stopped emission as what a person decided', async (args, decision) => {
  const id = await document('PROCESSING');
  const run = await emissionOf(id);
  await untilTemporalTakes(async () =>
    expect((await lavraJson(['documents', 'resolve', id, ...args], settings)).code).toBe(0),
  );
  const signals = await signalsOf(run);
  expect(namesOf(signals)).toEqual(['resolved']);
  const [payload] = signals[0]?.input?.payloads ?? [];
  expect(payload && defaultPayloadConverter.fromPayload(payload)).toEqual(decision);
});

test('what waits for a company to mend something is told to try now, and what that cannot move is told apart', async () => {
  const mended = await document('PROCESSING');
  await waits(mended, 'CERTIFICATE', 'Sem certificado.');
  const stopped = await document('PROCESSING');
  await waits(stopped, 'PERSON', 'Outra chave ocupa o número.');
  const silenced = await document('PROCESSING');
  await waits(silenced, 'THROTTLED', 'Silêncio de uma hora.');
  const runs = await Promise.all([mended, stopped, silenced].map(emissionOf));
  const lost = await document('PROCESSING'); // a document without a run does not keep the others from being retried
  const retry = ['documents', 'retry', '--company', companyForm.taxId];
  const unmoved = [
    { id: stopped, kind: 'PERSON', command: `lavra documents resolve ${stopped}` },
    { id: silenced, kind: 'THROTTLED', until: '2030-01-02T03:04:05.000Z', command: null },
    { id: lost, kind: null, command: null, reason: expect.stringContaining('reconciliação') },
  ];
  await untilTemporalTakes(async () => {
    const { answer } = await lavraJson(retry, settings);
    const told = answer as { woken: number; unmoved: { id: string }[] };
    const ours = told.unmoved.filter(({ id }) => unmoved.some((each) => each.id === id));
    expect({ woken: told.woken, ours }).toMatchObject({ woken: 1, ours: unmoved });
  });
  const { out } = await lavra(retry, settings);
  expect(out).toMatch(/^1 em espera avisado\(s\)\.\n\n\d+ não se move\(m\) com isso:\n/);
  expect(out).toContain(`!! DECISÃO NF-e · R$ 10,00 (${stopped})`);
  expect(out).toContain('Silêncio de uma hora. Até 02/01/2030 00:04:05. Segue sozinho.');
  const signals = await Promise.all(runs.map(signalsOf));
  expect(namesOf(signals[0] ?? [])).toEqual(['mended']);
});

test('one document is told to try now, and one that does not wait is refused', async () => {
  const id = await document('PROCESSING');
  const run = await emissionOf(id);
  await untilTemporalTakes(async () => {
    expect(await lavraJson(['documents', 'retry', id], settings)).toMatchObject({ answer: { woken: 1, unmoved: [] } });
  });
  expect(namesOf(await signalsOf(run))).toEqual(['mended']);
  const { error } = await lavraJson(['documents', 'retry', await document('AUTHORIZED')], settings);
  expect(error).toMatchObject({ error: { code: 'invalid_state', message: expect.stringContaining('AUTHORIZED') } });
  for (const args of [[], [id, '--company', companyForm.taxId]]) {
    expect(await lavraJson(['documents', 'retry', ...args], settings)).toMatchObject({
      error: { error: { code: 'invalid_input' } },
    });
  }
});

test.each([
  ['both decisions', ['--adopt', accessKey, '--reject'], 'invalid_input'],
  ['no decision', [], 'invalid_input'],
  ['a key with a wrong check digit', ['--adopt', `${accessKey.slice(0, -1)}9`], 'invalid_input'],
])('%s is refused', async (_what, args, code) => {
  const id = await document('PROCESSING');
  await untilTemporalTakes(async () => {
    const answered = await lavraJson(['documents', 'resolve', id, ...args], settings);
    expect(answered).toMatchObject({ code: 1, error: { error: { code } } });
  });
});

test('a decision about an emission that has no run starts one that finds it, and a retry has reconciliation look for it first', async () => {
  const id = await document('PROCESSING');
  const run = await emissionOf(id);
  await run.terminate();
  await lavraJson(['documents', 'retry', id], settings);
  const dueAt = `select attempt, due_at < now() as "isDue" from run_look where id = ?`;
  expect(await acrossCompanies(orm).execute(dueAt, [id])).toEqual([{ attempt: 1, isDue: true }]);
  await untilTemporalTakes(async () => {
    expect(await lavraJson(['documents', 'resolve', id, '--reject'], settings)).toMatchObject({ code: 0 });
  });
  const begun = temporal.client.workflow.getHandle(emissionId(id, 1));
  expect((await begun.describe()).runId).not.toBe(run.firstExecutionRunId);
  expect(namesOf(await signalsOf(begun))).toEqual(['resolved']);
});

test('a document that is not being issued takes no decision', async () => {
  const { error } = await lavraJson(['documents', 'resolve', await document('REJECTED'), '--reject'], settings);
  expect(error).toMatchObject({ error: { code: 'invalid_state', message: expect.stringContaining('REJECTED') } });
});

test('a stopped service adopts the NFS-e by the key of 50 characters, and no key of a note', async () => {
  const id = await document('PROCESSING', 'NFSE');
  const run = await emissionOf(id);
  const adopt = (key: string) => lavraJson(['documents', 'resolve', id, '--adopt', key], settings);
  expect(await adopt(accessKey)).toMatchObject({
    error: { error: { code: 'invalid_input', message: expect.stringContaining('NFS-e') } },
  });
  const nfseKey = nfseKeyOf('3550308221122233300018100000000000412611000000001');
  await untilTemporalTakes(async () => expect((await adopt(nfseKey)).code).toBe(0));
  expect(namesOf(await signalsOf(run))).toEqual(['resolved']);
});

test('with Temporal away the decision is not lost in silence', async () => {
  const away = { ...settings, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const answered = await lavraJson(['documents', 'resolve', await document('PROCESSING'), '--reject'], away);
  expect(answered).toMatchObject({ code: 3, error: { error: { code: 'temporal_unavailable' } } });
});

test('a document is shown with what was said of it, or reported as unknown', async () => {
  const id = await document('PROCESSING');
  const { answer } = await lavraJson(['documents', 'show', id], settings);
  expect(answer).toMatchObject({ id, status: 'PROCESSING', attempts: [], authorityCalls: [] });
  const unknown = await lavraJson(['documents', 'show', randomUUID()], settings);
  expect(unknown).toMatchObject({ code: 1, error: { error: { code: 'document_not_found' } } });
});

test('a document is shown with its events, and with what was said of them', async () => {
  const id = await document('AUTHORIZED');
  const em = acrossCompanies(orm);
  await em.execute('update document set access_key = ? where id = ?', [accessKey, id]);
  const event = { type: 'CANCELLATION', code: '110111', sequence: 1, reason: 'Serviço da SEFAZ parado' } as const;
  em.create(DocumentEvent, { company: companyId, document: id, ...event, occurredAt: new Date() });
  const subject = `ID110111${accessKey}01`;
  const taxpayer = { company: companyId, taxIdRoot: '12345678', environment: 'HOMOLOGATION' } as const;
  em.create(AuthorityCall, { ...taxpayer, service: 'RecepcaoEvento', subject, cStat: '108' });
  await em.flush();
  const { answer } = await lavraJson(['documents', 'show', id], settings);
  expect(answer).toMatchObject({
    id,
    events: [{ ...event, status: 'PENDING' }],
    authorityCalls: [{ service: 'RecepcaoEvento', subject, cStat: '108' }],
  });
});

test('a service is shown by its own names: the Id of each DPS, and the number and code of its NFS-e', async () => {
  const id = await document('AUTHORIZED', 'NFSE');
  const em = acrossCompanies(orm);
  const nfseKey = '35503082211222333000181000000000004126110000000017';
  const said = [nfseKey, '41', '000000001', '100'];
  await em.execute(
    'update document set access_key = ?, nfse_number = ?, verification_code = ?, c_stat = ? where id = ?',
    [...said, id],
  );
  const dpsId = 'DPS355030821122233300018100003000000000000041';
  const issued = { document: id, attempt: 1, company: companyId, series: 3, number: 41 };
  const rest = { subject: dpsId, accessKey: null, signedXml: '<DPS/>', digestValue: 'x' };
  em.create(Emission, { ...issued, ...rest });
  const taxpayer = { company: companyId, taxIdRoot: '11222333', environment: 'HOMOLOGATION' } as const;
  em.create(AuthorityCall, { ...taxpayer, service: 'NfseEmissao', subject: dpsId, cStat: '201' });
  await em.flush();
  const { answer } = await lavraJson(['documents', 'show', nfseKey], settings);
  expect(answer).toMatchObject({
    ...{ id, type: 'NFSE', accessKey: nfseKey, nfseNumber: '41', verificationCode: '000000001' },
    attempts: [{ attempt: 1, series: 3, number: 41, dpsId }],
    authorityCalls: [{ service: 'NfseEmissao', subject: dpsId }],
  });
  expect(await lavraJson(['documents', 'show', dpsId], settings)).toMatchObject({ code: 0, answer: { id } });
});

test('a note of goods has nothing of a service', async () => {
  const { answer } = await lavraJson(['documents', 'show', await document('AUTHORIZED')], settings);
  for (const name of ['nfseNumber', 'verificationCode']) expect(answer).not.toHaveProperty(name);
});

/** The run of an emission, without a worker: its history keeps the signals. */
function emissionOf(documentId: string) {
  return temporal.client.workflow.start('emission', {
    taskQueue: randomUUID(),
    workflowId: emissionId(documentId, 1),
    args: [{ documentId, attempt: 1 }],
  });
}

async function signalsOf(run: WorkflowHandle) {
  const { events } = await run.fetchHistory();
  await run.terminate();
  return (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) => signal ?? []);
}

/** The names of the signals, without repetitions: a signal that a busy Temporal acknowledges too late is sent twice. */
function namesOf(signals: Awaited<ReturnType<typeof signalsOf>>) {
  return [...new Set(signals.map(({ signalName }) => signalName))];
}

/** The first 49 characters of a key with their check digit. */
function nfseKeyOf(start: string): string {
  return `${start}${modulus11(start)}`;
}

async function waits(id: string, kind: WaitKind, reason: string): Promise<void> {
  await acrossCompanies(orm).execute(
    'update document set waiting_kind = ?, waiting_for = ?, waiting_since = now(), waiting_until = ? where id = ?',
    [kind, reason, kind === 'THROTTLED' ? '2030-01-02T03:04:05Z' : null, id],
  );
}

async function document(status: string, type: DocumentType = 'NFE'): Promise<string> {
  const id = randomUUID();
  await acrossCompanies(orm).execute(
    `insert into document (id, company_id, type, environment, status, attempt, total_value, issue_date_time, client_snapshot, payload, created_at, updated_at)
     values (?, ?, ?, 'HOMOLOGATION', ?, 1, 10, now(), '{}', '{}', now(), now())`,
    [id, companyId, type, status],
  );
  return id;
}
