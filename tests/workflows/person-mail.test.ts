import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personMailActivities, type PersonMailParts } from '../../activities/person-mail.ts';
import type { Mail, MailOutcome } from '../../adapters/mail/mail.ts';
import type { Orm } from '../../config/orm.ts';
import { type LinkMailTopic, PersonMail } from '../../domain/accounts/invitation.entity.ts';
import type { PersonMailEnd } from '../../domain/conversation/progress.ts';
import { masterKey } from '../../domain/seal.ts';
import { writePersonMail } from '../../operations/accounts/person-mail.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { personMailId, queues } from '../../temporal/names.ts';
import { startPersonMail } from '../../temporal/start.ts';
import { runWorkers } from '../../worker/worker.ts';
import { recordHistory } from '../support/checks/recorder.ts';
import { collectingLogger } from '../support/checks/collecting-logger.ts';
import { untilTemporalTakes } from '../support/checks/until.ts';
import { byLogin, patientOrm, testDatabase, workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

let orm: Orm;
let environment: TestWorkflowEnvironment;
let parts: PersonMailParts;
let close: () => Promise<unknown>;
/** The mail server's answers to the attempts (the last one repeats), and the mails that it got. */
let answers: MailOutcome[] = [];
const mails: Mail[] = [];
const key = masterKey(Buffer.alloc(32, 7));

beforeAll(async () => {
  const url = await testDatabase();
  [orm, environment] = await Promise.all([patientOrm(url), timeSkippingEnvironment()]);
  const own = await patientOrm(byLogin(url, 'worker'));
  const mailer = {
    send: async (mail: Mail) => (mails.push(mail), answers.length > 1 ? answers.shift()! : answers[0]!),
    check: async () => null,
  };
  parts = { orm: own, masterKey: key, mailer, logger: collectingLogger([]), now };
  const place = { connection: environment.nativeConnection, maxCachedWorkflows: 0 };
  const workers = await Promise.all([
    Worker.create({ ...place, taskQueue: queues.events, workflowBundle }),
    Worker.create({ ...place, taskQueue: queues.mail, activities: personMailActivities(parts) }),
  ]);
  const stopping = new AbortController();
  const running = runWorkers(workers, stopping.signal);
  close = async () => {
    stopping.abort();
    await running;
    await Promise.all([environment.teardown(), own.close(), orm.close()]);
  };
});
afterAll(() => close?.());

/** The time at which Temporal scheduled the calling activity. */
function now(): Date {
  return new Date(Context.current().info.currentAttemptScheduledTimestampMs);
}

const invitation: LinkMailTopic = {
  kind: 'INVITATION',
  company: { name: 'Padaria <b>Sol</b>', taxId: '11222333000181' },
  role: 'COMPANY_READER',
  inviter: 'Ana "Dona" Ribeiro',
};

async function written(matter: LinkMailTopic, hours = 7 * 24): Promise<{ id: string; url: string }> {
  const expiresAt = new Date((await environment.currentTimeMs()) + hours * 3_600_000);
  const post = { masterKey: key, url: 'https://painel.example.com/', sendsMail: true };
  const { mailId, url } = await acrossCompanies(orm).transactional((em) =>
    writePersonMail(em, post, { email: 'clara@example.com', matter, path: '/convite/', expiresAt }),
  );
  return { id: mailId!, url };
}

async function endOf({ id: mailId }: { id: string }): Promise<PersonMailEnd> {
  await untilTemporalTakes(() => startPersonMail(environment.client, { mailId }));
  return environment.client.workflow.getHandle<() => Promise<PersonMailEnd>>(personMailId(mailId)).result();
}

const rowOf = ({ id }: { id: string }) => acrossCompanies(orm).findOneOrFail(PersonMail, { id });

test('a mail outlives a server that is away, has the same link each time, and its token is forgotten once it went', async () => {
  answers = [
    { kind: 'later', reason: 'O servidor de e-mail não respondeu' },
    { kind: 'taken', refused: [] },
  ];
  const mail = await written(invitation);
  expect(await endOf(mail)).toBe('SENT');
  expect(await rowOf(mail)).toMatchObject({ mailStatus: 'SENT', mailError: null, sealedToken: null });
  expect(mails.map(({ id, to }) => [id, to])).toEqual(Array(2).fill([mail.id, ['clara@example.com']]));
  const [{ text, html, subject }] = mails as [Mail];
  expect(subject).toBe('Ana "Dona" Ribeiro convidou você para Padaria <b>Sol</b> no Lavra');
  expect(text).toContain(mail.url);
  expect(html).toContain(`href="${mail.url}"`);
  expect(html).not.toContain('<b>Sol');
  await recordHistory(environment.client, { workflowId: personMailId(mail.id) }, 'person-mail');
});

test('a mail that is refused for good says why, and one whose link has ended is not sent', async () => {
  answers = [{ kind: 'refused', reason: '550 user unknown' }];
  const refused = await written({ kind: 'RESET', name: 'Clara' });
  expect(await endOf(refused)).toBe('FAILED');
  expect(await rowOf(refused)).toMatchObject({
    mailStatus: 'FAILED',
    mailError: '550 user unknown',
    sealedToken: null,
  });
  answers = [{ kind: 'later', reason: 'ainda não' }];
  const late = await written({ kind: 'RESET', name: 'Clara' }, 0.5);
  expect(await endOf(late)).toBe('OVER');
  expect(await rowOf(late)).toMatchObject({ mailStatus: 'OVER', mailError: 'ainda não', sealedToken: null });
});

test('what was taken back before it went is not sent', async () => {
  const before = mails.length;
  const mail = await written(invitation);
  await acrossCompanies(orm).nativeUpdate(PersonMail, { id: mail.id }, { mailStatus: 'OVER', sealedToken: null });
  expect(await endOf(mail)).toBe('OVER');
  expect(mails).toHaveLength(before);
});
