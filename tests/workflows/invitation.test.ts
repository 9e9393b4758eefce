import { randomBytes, randomInt } from 'node:crypto';
import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mailActivities, type MailParts } from '../../activities/invitation-mail.ts';
import type { Mail, Mailer, MailOutcome } from '../../adapters/mail/mail.ts';
import { smtpMailer } from '../../adapters/mail/smtp.ts';
import type { Orm } from '../../config/orm.ts';
import type { InvitationEnd } from '../../domain/conversation/progress.ts';
import { LinkInvitation } from '../../domain/offices/link-invitation.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { masterKey } from '../../domain/seal.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { refuseLink } from '../../operations/offices/change-link.ts';
import { openInvitation } from '../../operations/offices/invitations.ts';
import { requestLink } from '../../operations/offices/request-link.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { invitationId, queues } from '../../temporal/names.ts';
import { startInvitation } from '../../temporal/start.ts';
import { runWorkers } from '../../worker/worker.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { collectingLogger } from '../support/checks/collecting-logger.ts';
import { untilTemporalTakes } from '../support/checks/until.ts';
import { newOffice } from '../support/rows/office.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type MailServer, mailServer } from '../support/servers/mail-server.ts';
import { byLogin, patientOrm, testDatabase, workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

const from = 'Lavra <lavra@operador.example>';

let orm: Orm;
let environment: TestWorkflowEnvironment;
let server: MailServer;
let office: Office;
let parts: MailParts;
let close: () => Promise<unknown>;
/** When each attempt was scheduled, in Temporal's time. */
const tries: number[] = [];

beforeAll(async () => {
  const url = await testDatabase();
  [orm, environment, server] = await Promise.all([patientOrm(url), timeSkippingEnvironment(), mailServer()]);
  const own = await patientOrm(byLogin(url, 'worker'));
  ({ office } = await newOffice(orm));
  const publicUrl = 'https://lavra.example/';
  parts = {
    orm: own,
    masterKey: masterKey(randomBytes(32)),
    mailer: null,
    publicUrl,
    logger: collectingLogger([]),
    now,
  };
  const place = { connection: environment.nativeConnection, maxCachedWorkflows: 0 };
  const workers = await Promise.all([
    Worker.create({ ...place, taskQueue: queues.events, workflowBundle }),
    Worker.create({ ...place, taskQueue: queues.mail, activities: mailActivities(parts) }),
  ]);
  const stopping = new AbortController();
  const running = runWorkers(workers, stopping.signal);
  close = async () => {
    stopping.abort();
    await running;
    await Promise.all([environment.teardown(), server.close(), own.close(), orm.close()]);
  };
});
afterEach(() => {
  server.mails.length = 0;
  tries.length = 0;
  server.state.behaviour = 'takes';
});
afterAll(() => close?.());

test('an invitation outlives a dead mail server, waits longer each time, and is mailed once', async () => {
  const dead = await unusedServer();
  parts.mailer = tried((mail) => (tries.length < 6 ? dead.send(mail) : alive().send(mail)));
  const asked = await ask();
  expect(await endOf(asked)).toBe('SENT');
  const pauses = tries.slice(1).map((at, index) => (at - tries[index]!) / 1000);
  [30, 60, 300, 900, 1_800].forEach((seconds, index) => {
    expect(pauses[index]).toBeGreaterThanOrEqual(seconds);
    expect(pauses[index]).toBeLessThan(seconds + 25);
  });
  const row = await rowOf(asked);
  expect(row).toMatchObject({ mailStatus: 'SENT', mailError: null, sealedToken: null });
  expect(row.sentAt).not.toBeNull();
  expect(server.mails).toHaveLength(1);
  const [{ text, recipients, headers }] = server.mails as [MailServer['mails'][0]];
  expect(recipients).toEqual(['dona@empresa.example', 'socio@empresa.example']);
  expect(headers.get('message-id')).toEqual([`<${asked.invitation.id}@operador.example>`]);
  const [, token = ''] = /https:\/\/lavra\.example\/convites\/([\w-]{43})$/m.exec(text) ?? [];
  expect(await openInvitation(orm, token)).toMatchObject({ state: 'OPEN', linkId: asked.link.id });
  await recordHistory(environment.client, { workflowId: invitationId(asked.invitation.id) }, 'invitation');
});

test('a mail that is refused for good ends its run, with the reason in the link’s record', async () => {
  parts.mailer = alive();
  server.state.behaviour = 'refuses';
  const asked = await ask();
  expect(await endOf(asked)).toBe('FAILED');
  const { mailStatus, mailError, sealedToken } = await rowOf(asked);
  expect({ mailStatus, sealedToken }).toEqual({ mailStatus: 'FAILED', sealedToken: null });
  expect(mailError).toMatch(/550.*user unknown/);
});

test('a server that took the mail but whose answer got lost gets the same mail again', async () => {
  server.state.behaviour = 'drops-after';
  parts.mailer = tried((mail) => {
    if (tries.length > 1) server.state.behaviour = 'takes';
    return alive().send(mail);
  });
  const asked = await ask();
  expect(await endOf(asked)).toBe('SENT');
  expect(server.mails.map(({ headers }) => headers.get('message-id'))).toEqual(
    Array(2).fill([`<${asked.invitation.id}@operador.example>`]),
  );
});

test('an invitation that is answered another way, or replaced, is not mailed any more', async () => {
  parts.mailer = tried(async () => {
    await refuseLink(orm, { officeId: office.id, companyId: asked.link.company.id });
    return { kind: 'later', reason: 'O servidor de e-mail respondeu: 451 Greylisted' };
  });
  const asked = await ask();
  expect(await endOf(asked)).toBe('OVER');
  expect(tries).toHaveLength(1);
  expect(await rowOf(asked)).toMatchObject({ mailStatus: 'FAILED', sealedToken: null });
});

test('a mail server that never comes back ends with the invitation, and the last reason stays', async () => {
  const reason = 'O servidor de e-mail mail.example não foi alcançado ou não respondeu: connect ECONNREFUSED';
  parts.mailer = tried(async () => ({ kind: 'later', reason }));
  const asked = await ask({ hours: 5 });
  expect(await endOf(asked)).toBe('OVER');
  const lastedHours = (tries.at(-1)! - tries[0]!) / 3_600_000;
  expect(lastedHours).toBeGreaterThan(4);
  expect(lastedHours).toBeLessThan(5);
  expect(await rowOf(asked)).toMatchObject({ mailStatus: 'FAILED', mailError: reason, sealedToken: null });
});

test('without a mail server in the settings the run waits, and the row says for what', async () => {
  parts.mailer = null;
  const asked = await ask();
  const seen: (string | null)[] = [];
  parts.now = () => {
    void rowOf(asked).then(({ mailError }) => seen.push(mailError ?? null));
    if (Context.current().info.currentAttemptScheduledTimestampMs > start + 60_000) parts.mailer = alive();
    return now();
  };
  const start = await environment.currentTimeMs();
  expect(await endOf(asked)).toBe('SENT');
  expect(seen).toContainEqual(expect.stringContaining('LAVRA_SMTP_URL'));
  parts.now = now;
});

type OpenInvitation = Awaited<ReturnType<typeof ask>>;

async function ask({ hours = 7 * 24 } = {}) {
  const company = await createCompany(acrossCompanies(orm), {
    ...demoCompany,
    taxId: cnpjOf(randomInt(10_000_000, 99_999_999)),
    adminEmails: ['dona@empresa.example', 'socio@empresa.example'],
  });
  const requested = await requestLink({ orm, masterKey: parts.masterKey }, { office, by: 'OFFICE' }, company.taxId);
  const { invitation } = requested;
  if (!invitation) throw new Error('nobody was invited');
  // Temporal's time is ahead of the clock, by what earlier tests skipped.
  const expiresAt = new Date((await environment.currentTimeMs()) + hours * 3_600_000);
  await acrossCompanies(orm).nativeUpdate(LinkInvitation, { id: invitation.id }, { expiresAt });
  return { ...requested, invitation };
}

async function endOf({ invitation: { id }, link }: OpenInvitation): Promise<InvitationEnd> {
  const start = { invitationId: id, officeTaxId: link.office.taxId, companyTaxId: link.company.taxId };
  await untilTemporalTakes(() => startInvitation(environment.client, start));
  return environment.client.workflow.getHandle<() => Promise<InvitationEnd>>(invitationId(id)).result();
}

function rowOf({ invitation: { id } }: OpenInvitation): Promise<LinkInvitation> {
  return acrossCompanies(orm).findOneOrFail(LinkInvitation, { id }, { populate: ['sealedToken'] });
}

/** The time at which Temporal scheduled the calling activity. */
function now(): Date {
  return new Date(Context.current().info.currentAttemptScheduledTimestampMs);
}

const alive = (): Mailer => smtpMailer({ smtpUrl: server.url, from, ca: server.ca, allowsPlainLoopback: false });

function tried(send: (mail: Mail) => Promise<MailOutcome>): Mailer {
  return {
    send(mail) {
      tries.push(now().getTime());
      return send(mail);
    },
    check: async () => null,
  };
}

/** A mail server that does not exist. */
async function unusedServer(): Promise<Mailer> {
  const gone = await mailServer();
  await gone.close();
  return smtpMailer({ smtpUrl: gone.url, from, ca: gone.ca, allowsPlainLoopback: false });
}
