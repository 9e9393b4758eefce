import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { emissionId, replacedId } from '../../../temporal/names.ts';
import { untilTemporalTakes } from '../../support/checks/until.ts';
import { replacedNote } from '../../support/rows/replaced.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const reason = 'Sem internet na loja desde as 14h';

let orm: Orm;
let company: Company;
let temporal: TestTemporal;
let settings: Record<string, string>;
let about: string[];
beforeAll(async () => {
  temporal = await testTemporal();
  settings = { DATABASE_URL: await testDatabase(), TEMPORAL_ADDRESS: temporal.address };
  orm = await patientOrm(settings['DATABASE_URL'] ?? '');
  const form = { ...companyForm, series: { '55': 1, '65': 1 }, contingency: { nfce: 'AUTOMATIC', nfe: 'MANUAL' } };
  company = await createCompany(acrossCompanies(orm), form);
  about = ['--company', company.taxId];
});
afterAll(() => Promise.all([orm.close(), temporal.close()]));

test('notes that wait for their authority are told when a person enters or leaves, and then nothing is entered', async () => {
  const { id } = await processingDocument(orm, company);
  const wait = { waitingKind: 'AUTHORITY_PAUSED', waitingSince: new Date(), waitingFor: 'Parada.' } as const;
  await acrossCompanies(orm).nativeUpdate(Document, { id }, wait);
  const run = await runOf('emission', emissionId(id, 1));
  const entered = await lavraJson(['contingency', 'enter', ...about, '--model', 'NFE', '--reason', reason], settings);
  expect(entered).toMatchObject({ code: 0, answer: { model: 'NFE', environment: 'HOMOLOGATION', reason } });
  const shown = await lavra(['contingency', 'show', ...about], settings);
  expect(shown.out).toContain('NF-e: MANUAL (só quando uma pessoa a declara)');
  expect(shown.out).toContain('NFC-e: AUTOMATIC (automática, depois de 30 s sem resposta)');
  expect(shown.out).toMatch(new RegExp(`NF-e, há .*: ${reason}`));
  const left = await lavra(['contingency', 'leave', ...about, '--model', 'NFE'], settings);
  expect(left.out).toContain('Contingência de NF-e em HOMOLOGATION encerrada.');
  const again = await lavraJson(['contingency', 'leave', ...about, '--model', 'NFE'], settings);
  expect(again).toMatchObject({ code: 1, error: { error: { code: 'invalid_state' } } });
  expect(new Set(await signalsOf(run))).toEqual(new Set(['mended']));
  expect((await lavra(['contingency', 'show', ...about, '--model', 'NFE'], settings)).out).toContain(
    'Declarada por uma pessoa:\n  nenhuma',
  );
});

test('without Temporal what was entered stands, and is said to be seen later', async () => {
  await processing('AUTHORITY_UNREACHABLE');
  const away = { ...settings, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const enter = ['contingency', 'enter', ...about, '--model', 'NFCE', '--reason', reason];
  const { code, err, out } = await lavra(enter, away);
  expect([code, err]).toEqual([0, expect.stringContaining('O Temporal não responde')]);
  expect(out).toBe('Contingência de NFC-e em HOMOLOGATION declarada.\n');
  const { answer } = await lavraJson(['contingency', 'show', ...about], settings);
  expect(answer).toMatchObject({ entered: [{ type: 'NFCE', reason }], environment: 'HOMOLOGATION' });
});

test('a number that was proposed is given up by a command, and its run is notified', async () => {
  const proposed = { status: 'PROPOSED', waitingKind: 'PERSON', waitingSince: new Date() } as const;
  const note = await replacedNote(orm, company, proposed);
  const lost = await replacedNote(orm, company);
  const run = await runOf('replaced', replacedId(note.id));
  const { out } = await lavra(['contingency', 'show', ...about], settings);
  expect(out).toContain(`!! DECISÃO NFC-e 1/${note.number}`);
  expect(out).toContain(`→ lavra contingency give-up ${note.id} --company ${company.id}`);
  const given = await lavraJson(['contingency', 'give-up', note.accessKey, ...about], settings);
  expect(given).toMatchObject({ code: 0, answer: { id: note.id, number: note.number, told: true } });
  await untilTemporalTakes(async () => {
    const retried = await lavraJson(['contingency', 'retry', ...about], settings);
    expect(retried).toMatchObject({ code: 0, answer: { unsettled: 2, told: 1 } });
  });
  expect(new Set(await signalsOf(run))).toEqual(new Set(['mended']));
  const refused = await lavraJson(['contingency', 'give-up', lost.id, ...about], settings);
  expect(refused).toMatchObject({ code: 1, error: { error: { code: 'invalid_state' } } });
});

test.each([
  [['enter', '--model', 'NFSE', '--reason', reason], 'NFCE ou NFE'],
  [['enter', '--model', 'NFCE', '--reason', 'curto'], '15 a 256'],
  [['enter', '--model', 'NFCE'], '--reason'],
  [['leave'], '--model'],
])('%j is refused with words that mend it', async ([name = '', ...args], words) => {
  const { code, error } = await lavraJson(['contingency', name, ...about, ...args], settings);
  expect(code).not.toBe(0);
  expect(JSON.stringify(error)).toContain(words);
});

test('each command has an example in its help', async () => {
  for (const name of ['show', 'enter', 'leave', 'give-up', 'retry']) {
    const { out } = await lavra(['contingency', name, '--help'], {});
    expect(out).toMatch(new RegExp(`Exemplos?:\\n {2}lavra contingency ${name} `));
  }
});

async function processing(waitingKind: 'AUTHORITY_UNREACHABLE'): Promise<void> {
  const { id } = await processingDocument(orm, company);
  const wait = { waitingKind, waitingSince: new Date(), waitingFor: 'Sem conexão.' };
  await acrossCompanies(orm).nativeUpdate(Document, { id }, { ...wait, type: 'NFCE' });
}

/** A run without a worker: its history keeps the signals. */
function runOf(type: string, workflowId: string): Promise<WorkflowHandle> {
  return temporal.client.workflow.start(type, { taskQueue: randomUUID(), workflowId, args: [] });
}

async function signalsOf(run: WorkflowHandle): Promise<(string | null | undefined)[]> {
  const { events } = await run.fetchHistory();
  await run.terminate();
  return (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
    signal ? [signal.signalName] : [],
  );
}
