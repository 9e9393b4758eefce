import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkflowClient } from '@temporalio/client';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RoundCounts } from '../../activities/reconciliation/index.ts';
import { createOrm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../domain/documents/inutilization.entity.ts';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { lookSoon } from '../../operations/waits/run-looks.ts';
import {
  distributionId,
  emissionId,
  fiscalEventId,
  inutilizationId,
  invitationId,
  queues,
  replacedId,
} from '../../temporal/names.ts';
import { until } from '../support/checks/until.ts';
import { endedRun, runEnds } from '../support/faults/ended-run.ts';
import { authorizedDocument } from '../support/rows/authorized.ts';
import { invitationOf } from '../support/rows/invitation.ts';
import { newOffice } from '../support/rows/office.ts';
import { replacedNote } from '../support/rows/replaced.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { byLogin } from '../support/servers/parts.ts';

let installation: Installation;
let company: Company;
let mails: string;
beforeAll(async () => {
  mails = await mkdtemp(join(tmpdir(), 'lavra-mails-'));
  installation = await openInstallation({ LAVRA_MAIL_FOLDER: mails, LAVRA_PUBLIC_URL: 'https://lavra.example' });
  ({ company } = await installation.openCompany());
});
afterAll(async () => {
  await installation?.close();
  await rm(mails, { recursive: true });
});

/** Something under way: its run, and how it ends by itself; null if only the run is looked at. */
type UnderWay = {
  id: string;
  table: string;
  run: { type: string; workflowId: string; args: unknown[] };
  end: (() => Promise<unknown>) | null;
};

const kinds: Record<string, { make: () => Promise<UnderWay>; ends: unknown }> = {
  note: { make: note, ends: 'AUTHORIZED' },
  event: { make: letter, ends: 'REGISTERED' },
  range: { make: range, ends: 'AUTHORIZED' },
  'replaced note': { make: replaced, ends: null },
  mail: { make: mail, ends: 'SENT' },
  distribution: { make: distribution, ends: null },
};

test('whatever waits has a way out: it is started again however its run ended', async () => {
  const made = Object.entries(kinds).flatMap(([what, { make, ends }]) =>
    runEnds.map(async (end, index) => {
      const thing = await make();
      const former = await endedRun(installation.client, thing.run, end);
      const began = end !== 'never started';
      await grown(thing, { isClaimed: began && index % 2 === 0, wasSeen: began && index % 3 === 0 });
      return { what: `${what}, run ${end}`, ends, thing, former };
    }),
  );
  const cases = await Promise.all(made);
  await round('ways-out');
  for (const { what, ends, thing, former } of cases) {
    const { workflowId } = thing.run;
    const { runId, taskQueue } = await installation.client.workflow.getHandle(workflowId).describe();
    expect({
      what,
      isNew: runId !== former,
      isOurs: Object.values(queues).some((queue) => queue === taskQueue),
    }).toEqual({ what, isNew: true, isOurs: true });
    if (!thing.end) continue;
    const look = thing.end;
    await until(`${what}: ${String(ends)}`, async () => (await look()) === ends);
  }
});

test('a sale without a run begins within a round, however many wait beside it, and none of those that live is touched', async () => {
  const { parts, orm, client } = installation;
  const crowd = await waitingNotes(50_000);
  // As many are due as usually between two rounds, and their runs are alive.
  const due = await acrossCompanies(orm).execute<{ id: string }[]>(
    `update run_look set due_at = now() where id in (select id from document where client_snapshot ->> 'name' = ? limit 600) returning id`,
    [crowd],
  );
  const runs = await Promise.all(
    due.map(({ id }) =>
      client.workflow.start('emission', { taskQueue: uuid(), workflowId: emissionId(id, 1), args: [{}] }),
    ),
  );
  await until('the list of runs has them', async () => {
    const { count } = await client.workflow.count(`WorkflowType = 'emission' AND ExecutionStatus = 'Running'`);
    return count >= runs.length;
  });
  const orphan = await processingDocument(orm, company);
  await grown({ id: orphan.id, table: 'document' });
  const begun = Date.now();
  expect(await round('crowded')).toMatchObject({ documents: 1 });
  expect(Date.now() - begun).toBeLessThan(60_000); // when the next round starts
  expect(await client.workflow.getHandle(emissionId(orphan.id, 1)).result()).toBe('AUTHORIZED');
  expect(await round('crowded-again')).toMatchObject({ documents: 0 });
  const [left] = await acrossCompanies(parts.orm).execute<{ due: number }[]>(
    `select count(*)::int as due from run_look where due_at < now()`,
  );
  expect(left).toEqual({ due: 0 });
  await Promise.all(runs.map((run) => run.terminate()));
  await asAdmin(`delete from document where client_snapshot ->> 'name' = '${crowd}'`);
});

test('a run that Temporal refuses to start is logged by name, tried again within the minute, and keeps no other from beginning', async () => {
  const { orm, client, parts } = installation;
  const logged = vi.spyOn(parts.logger, 'error').mockReturnValue(parts.logger);
  const [refused, sound] = await Promise.all([note(), note()]);
  await Promise.all([refused, sound].map((thing) => grown(thing)));
  const { workflowId } = refused.run;
  const start = Reflect.get(WorkflowClient.prototype, 'start');
  const refusing = vi.spyOn(WorkflowClient.prototype, 'start');
  refusing.mockImplementation(function (this: WorkflowClient, ...args: Parameters<typeof start>) {
    if (args[1].workflowId === workflowId) throw Object.assign(new Error('refused'), { code: 3 });
    return Reflect.apply(start, this, args);
  });
  expect(await round('poisoned')).toMatchObject({ documents: 1 });
  refusing.mockRestore();
  expect(await client.workflow.getHandle(sound.run.workflowId).result()).toBe('AUTHORIZED');
  const { waitingKind, waitingFor } = await found(refused.id);
  expect(waitingKind).toBe('OURS');
  const [, reference] = /^O Temporal não aceita a execução \(referência (\w{8}), no log do worker\)/.exec(
    waitingFor ?? '',
  )!;
  const facts = expect.objectContaining({ reference, workflowId });
  expect(logged.mock.calls as unknown[]).toContainEqual(['Temporal does not take a run', facts]);
  logged.mockRestore();
  const [look] = await acrossCompanies(orm).execute<{ seconds: number }[]>(
    'select extract(epoch from due_at - now())::int as seconds from run_look where id = ?',
    [refused.id],
  );
  expect(look?.seconds).toBeLessThan(60);
  await lookSoon(acrossCompanies(orm), [{ id: refused.id, attempt: 1 }]);
  expect(await round('mended')).toMatchObject({ documents: 1 });
  expect(await client.workflow.getHandle(workflowId).result()).toBe('AUTHORIZED');
});

const round = (name: string): Promise<RoundCounts> =>
  installation.client.workflow.execute('reconciliation', {
    taskQueue: queues.events,
    workflowId: `reconciliation-${name}`,
  });

const found = (id: string) => acrossCompanies(installation.orm).findOneOrFail(Document, { id });

/** Makes a row old enough to be looked at; its run claimed it, or was seen, longer ago than a run is assumed to be alive. */
async function grown(
  { id, table }: Pick<UnderWay, 'id' | 'table'>,
  { isClaimed = false, wasSeen = false } = {},
): Promise<void> {
  const em = acrossCompanies(installation.orm);
  if (table === 'distribution') {
    await em.execute(
      `update distribution set next_visit_at = now() - interval '1 minute', not_before = now() - interval '1 minute' where id = ?`,
      [id],
    );
    return;
  }
  const changed = table === 'link_invitation' ? 'created_at' : 'updated_at';
  const claim =
    isClaimed && table !== 'link_invitation' && table !== 'replaced_note'
      ? `, claimed_at = now() - interval '20 minutes'`
      : '';
  await em.execute(`update ${table} set ${changed} = now() - interval '20 minutes'${claim} where id = ?`, [id]);
  if (wasSeen) {
    const ago = `now() - interval '20 minutes', now() - interval '5 minutes'`;
    await em.execute(`insert into run_look (id, attempt, looked_at, due_at) values (?, 1, ${ago})`, [id]);
  }
}

async function note(): Promise<UnderWay> {
  const { id } = await processingDocument(installation.orm, company);
  return {
    id,
    table: 'document',
    run: { type: 'emission', workflowId: emissionId(id, 1), args: [{ documentId: id, attempt: 1 }] },
    end: async () => (await found(id)).status,
  };
}

let corrected: Promise<Document> | undefined;
let letters = 0;
async function letter(): Promise<UnderWay> {
  corrected ??= authorizedDocument(installation, company);
  const { id: document } = await corrected;
  const em = acrossCompanies(installation.orm);
  const id = uuid();
  em.create(DocumentEvent, {
    ...{ id, company: company.id, document, type: 'CORRECTION_LETTER', code: '110110', sequence: (letters += 1) },
    ...{ correction: 'Endereço de entrega: Rua das Flores, 20', occurredAt: new Date() },
  });
  await em.flush();
  return {
    id,
    table: 'document_event',
    run: { type: 'fiscalEvent', workflowId: fiscalEventId(id, 1), args: [{ eventId: id, attempt: 1 }] },
    end: async () => (await acrossCompanies(installation.orm).findOneOrFail(DocumentEvent, { id })).status,
  };
}

let lastRange = 500;
async function range(): Promise<UnderWay> {
  const em = acrossCompanies(installation.orm);
  const id = uuid();
  const number = (lastRange += 1);
  em.create(Inutilization, {
    ...{ id, company: company.id, environment: company.environment, model: '55', series: 9 },
    ...{ startNumber: number, endNumber: number, year: String(new Date().getFullYear()).slice(-2) },
    justification: 'Falha na sequência do sistema',
  });
  await em.flush();
  return {
    id,
    table: 'inutilization',
    run: { type: 'inutilization', workflowId: inutilizationId(id, 1), args: [{ id, attempt: 1 }] },
    end: async () => (await acrossCompanies(installation.orm).findOneOrFail(Inutilization, { id })).status,
  };
}

async function replaced(): Promise<UnderWay> {
  const { id, document } = await replacedNote(installation.orm, company);
  await acrossCompanies(installation.orm).nativeUpdate(Document, { id: document }, { status: 'DRAFT' });
  const run = { type: 'replaced', workflowId: replacedId(id), args: [{ replacedId: id }] };
  return { id, table: 'replaced_note', run, end: null };
}

async function mail(): Promise<UnderWay> {
  const { office } = await newOffice(installation.orm);
  const { id } = await invitationOf(installation.orm, office, company, installation.parts.masterKey);
  return {
    id,
    table: 'link_invitation',
    run: { type: 'invitation', workflowId: invitationId(id), args: [{ invitationId: id }] },
    end: async () => (await acrossCompanies(installation.orm).findOneOrFail(LinkInvitation, { id })).mailStatus,
  };
}

let companies = 0;
async function distribution(): Promise<UnderWay> {
  companies += 1;
  const { company: other } = await installation.openCompany({ taxId: cnpjOf(companies) });
  const { id, environment } = await acrossCompanies(installation.orm).findOneOrFail(Distribution, {
    ...{ company: other.id, source: 'NFE' },
  });
  const workflowId = distributionId({ source: 'NFE', environment, taxId: other.taxId });
  const args = [{ distributionId: id, companyTaxId: other.taxId }];
  return { id, table: 'distribution', run: { type: 'distribution', workflowId, args }, end: null };
}

/** Writes notes that have waited for days and whose runs were seen a short time ago, as in an outage. @returns the name of their client */
async function waitingNotes(count: number): Promise<string> {
  const name = `crowd-${uuid()}`;
  const { id } = await found((await note()).id);
  await asAdmin(`insert into document (id, company_id, type, environment, status, attempt, series, total_value, issue_date_time,
      client_snapshot, payload, claimed_at, waiting_kind, waiting_since, created_at, updated_at)
    select gen_random_uuid(), company_id, type, environment, status, 1, 1, total_value, issue_date_time,
      '{"name": "${name}"}', '{}', now() - interval '3 days', (array['AUTHORITY_PAUSED', 'PERSON', 'TRANSMISSION'])[1 + n % 3],
      now() - interval '3 days', now() - interval '3 days', now() - interval '3 days'
    from document, generate_series(1, ${count}) n where id = '${id}'`);
  await asAdmin(`delete from document where id = '${id}'`);
  await asAdmin(`insert into run_look (id, attempt, looked_at, due_at)
    select id, 1, now() - interval '5 minutes', now() + interval '10 minutes' from document where client_snapshot ->> 'name' = '${name}'`);
  return name;
}

/** Runs SQL without triggers, whose rows no test here looks at. */
async function asAdmin(sql: string): Promise<void> {
  const admin = await createOrm(byLogin(installation.env.databaseUrl, 'admin'));
  await admin.em.transactional(async (em) => {
    await em.execute('set local session_replication_role = replica');
    await em.execute(sql);
  });
  await admin.close();
}
