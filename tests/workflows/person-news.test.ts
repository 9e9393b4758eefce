import { randomBytes } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newsForPeople } from '../../activities/notices.ts';
import { personMailActivities } from '../../activities/person-mail.ts';
import { smtpMailer } from '../../adapters/mail/smtp.ts';
import type { Orm } from '../../config/orm.ts';
import { PersonMail } from '../../domain/accounts/invitation.entity.ts';
import type { MailPace, NewsKind } from '../../domain/accounts/news.ts';
import { personOfStopToken } from '../../domain/accounts/stop-token.ts';
import { lavraItself } from '../../domain/audit/actor.ts';
import { Certificate } from '../../domain/companies/certificate.entity.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { masterKey } from '../../domain/seal.ts';
import { createPerson, disablePerson, type PersonPlace } from '../../operations/accounts/people.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { personMailId, queues } from '../../temporal/names.ts';
import { startPersonMail } from '../../temporal/start.ts';
import { runWorkers } from '../../worker/worker.ts';
import { collectingLogger } from '../support/checks/collecting-logger.ts';
import { untilTemporalTakes } from '../support/checks/until.ts';
import { newClosing } from '../support/rows/closing.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { emptyCompany } from '../support/rows/lots.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { type MailServer, mailServer } from '../support/servers/mail-server.ts';
import { byLogin, patientOrm, testDatabase, workflowBundle } from '../support/servers/parts.ts';
import { timeSkippingEnvironment } from '../support/servers/time-skipping.ts';

let orm: Orm;
let own: Orm;
let environment: TestWorkflowEnvironment;
let server: MailServer;
let close: () => Promise<unknown>;
let company: Company;
let office: Office;
const key = masterKey(Buffer.alloc(32, 7));
const address = 'https://painel.example.com';
/** The worker's time: eight o'clock in Brasília is eleven in UTC. */
let clock = new Date();
const at = (day: string, time: string): void => void (clock = new Date(`${day}T${time}-03:00`));

beforeAll(async () => {
  const url = await testDatabase();
  [orm, environment, server] = await Promise.all([patientOrm(url), timeSkippingEnvironment(), mailServer()]);
  own = await patientOrm(byLogin(url, 'worker'));
  const place = { connection: environment.nativeConnection, maxCachedWorkflows: 0 };
  const workers = await Promise.all([
    Worker.create({ ...place, taskQueue: queues.events, workflowBundle }),
    Worker.create({ ...place, taskQueue: queues.mail, activities: personMailActivities(parts()) }),
  ]);
  const stopping = new AbortController();
  const running = runWorkers(workers, stopping.signal);
  close = async () => {
    stopping.abort();
    await running;
    await Promise.all([environment.teardown(), server.close(), own.close(), orm.close()]);
  };
});
afterAll(() => close?.());

beforeEach(async () => {
  server.mails.length = 0;
  server.state.behaviour = 'takes';
  for (const table of ['told_news', 'mail_choice', 'portfolio_part', 'membership', 'person_mail', 'certificate']) {
    await sql(`delete from ${table}`);
  }
  await acrossCompanies(orm).nativeUpdate(Document, {}, { waitingKind: null, waitingSince: null });
  company = await emptyCompany(orm);
  ({ office } = await newOffice(orm));
  await linkOf(orm, office, company);
});

const sql = (text: string, values: unknown[] = []) => acrossCompanies(orm).execute(text, values);

function parts() {
  const { url: smtpUrl, ca } = server;
  const mailer = smtpMailer({ smtpUrl, ca, allowsPlainLoopback: false, from: 'Lavra <lavra@example.com>' });
  return { orm: own, masterKey: key, mailer, logger: collectingLogger([]), panelUrl: `${address}/`, now: () => clock };
}

let people = 0;
/** A person who has a password. */
async function person(
  place: PersonPlace,
): Promise<{ id: string; email: string; companies(...of: Company[]): Promise<void> }> {
  const email = `pessoa${(people += 1)}@example.com`;
  const { id } = (await createPerson(orm, { email, name: 'Ana Ribeiro', ...place }, lavraItself)).person;
  await sql(`update panel_person set password_hash = 'x' where id = ?`, [id]);
  await sql(`update membership set created_at = '2026-01-01' where person_id = ?`, [id]);
  const companies = async (...of: Company[]) => {
    for (const { id: companyId } of of) {
      await sql(`insert into portfolio_part select id, ?, office_id from membership where person_id = ?`, [
        companyId,
        id,
      ]);
    }
  };
  return { id, email, companies };
}

async function choice(personId: string, pace: MailPace, muted: NewsKind[] = []): Promise<void> {
  await sql(`insert into mail_choice (person_id, pace, muted) values (?, ?, ?)`, [personId, pace, `{${muted.join()}}`]);
}

async function certificate(of: Company, endsAt: string): Promise<void> {
  const em = acrossCompanies(orm);
  em.create(Certificate, {
    ...{ company: of.id, taxId: of.taxId, subject: 'EMPRESA', issuer: 'AC', serialNumber: '1' },
    ...{ fingerprint: randomBytes(32).toString('hex'), notBefore: new Date(0), notAfter: new Date(endsAt) },
    sealed: { version: 1, masterKeyId: '', wrappedKey: '', data: '' },
  });
  await em.flush();
}

async function stopped(of: Company, number: number): Promise<string> {
  const { id } = await processingDocument(orm, of);
  const wait = { waitingKind: 'PERSON', waitingSince: clock, waitingFor: 'Decida.', series: 1, number } as const;
  await acrossCompanies(orm).nativeUpdate(Document, { id }, wait);
  return id;
}

/** Runs one round of reconciliation, with the mails that it starts. @returns the results of their runs */
async function round(): Promise<string[]> {
  const ends: string[] = [];
  for (const mail of await newsForPeople(parts())) ends.push(await sent(mail));
  return ends;
}

async function sent({ mailId }: { mailId: string }): Promise<string> {
  await untilTemporalTakes(() => startPersonMail(environment.client, { mailId }));
  return environment.client.workflow.getHandle(personMailId(mailId)).result() as Promise<string>;
}

const recipients = () => server.mails.flatMap((mail) => mail.recipients).toSorted();

test('what is urgent goes at once to who can do something about it, the rest after eight, and each thing once', async () => {
  const admin = await person({ companyId: company.id, role: 'COMPANY_ADMIN' });
  const issuer = await person({ companyId: company.id, role: 'COMPANY_ISSUER' });
  await person({ companyId: company.id, role: 'COMPANY_READER' });
  const clerk = await person({ officeId: office.id, role: 'OFFICE_CLERK' });
  at('2026-12-01', '07:50:00');
  await certificate(company, '2026-12-30T12:00:00Z');
  const note = await stopped(company, 12);
  expect(await round()).toEqual(['SENT', 'SENT']);
  expect(recipients()).toEqual([admin.email, issuer.email].toSorted());
  const [{ text, html }] = server.mails as [(typeof server.mails)[0]];
  expect(text).toContain(`${address}/e/${company.taxId}/notas/${note}`);
  expect(text).not.toContain('certificado');
  expect(html).toContain('NF-e 1/12');
  expect(`${text}${html}`).not.toMatch(/Mercado São João|150,00/);

  server.mails.length = 0;
  at('2026-12-01', '08:01:00');
  const rounds = await Promise.all([newsForPeople(parts()), newsForPeople(parts())]);
  for (const mail of rounds.flat()) expect(await sent(mail)).toBe('SENT');
  expect(recipients()).toEqual([admin.email, clerk.email].toSorted());
  expect(server.mails.map((mail) => mail.text).join()).not.toContain('NF-e');
  for (const [day, time] of [
    ['2026-12-01', '12:00:00'],
    ['2026-12-02', '08:01:00'],
  ] as const) {
    at(day, time);
    expect(await round()).toEqual([]);
  }
  at('2026-12-24', '08:01:00');
  server.mails.length = 0;
  expect(await round()).toEqual(['SENT', 'SENT']);
  expect(server.mails[0]?.text).toContain('vence em 7 dias');
});

test('what stops by the hundreds is one mail, and the next goes an hour later', async () => {
  await person({ companyId: company.id, role: 'COMPANY_ADMIN' });
  at('2026-12-01', '06:00:00');
  for (let number = 1; number <= 14; number += 1) await stopped(company, number);
  expect(await round()).toEqual(['SENT']);
  expect(server.mails[0]?.text).toContain('e mais 2');
  await stopped(company, 20);
  at('2026-12-01', '06:59:00');
  expect(await round()).toEqual([]);
  at('2026-12-01', '07:00:00');
  expect(await round()).toEqual(['SENT']);
  expect(server.mails[1]?.text).toContain('1/20');
});

test('a clerk is told of her companies alone, an office of what it may issue, and of what only it has', async () => {
  const other = await emptyCompany(orm);
  await linkOf(orm, office, other, { issuingAllowed: true });
  const foreign = await emptyCompany(orm);
  const clerk = await person({ officeId: office.id, role: 'OFFICE_CLERK' });
  await clerk.companies(other);
  const admin = await person({ officeId: office.id, role: 'OFFICE_ADMIN' });
  await person({ officeId: office.id, role: 'OFFICE_READER' });
  at('2026-12-01', '08:30:00');
  for (const each of [company, other, foreign]) {
    await certificate(each, '2026-12-20T12:00:00Z');
    await stopped(each, 5);
    const completedAt = new Date('2026-11-30T12:00:00Z');
    await newClosing(orm, { office, company: each }, { status: 'COMPLETED', completedAt });
  }
  const { id: endpoint } = await newEndpoint(
    orm,
    { office },
    { isActive: false, url: 'https://erp.example/avisos?senha=x' },
  );
  await sql(`update webhook_endpoint set disabled_reason = 'x', disabled_at = ? where id = ?`, [clock, endpoint]);
  await sql(`update office_link set decided_at = ? where company_id = ?`, [clock, other.id]);
  expect(await round()).toEqual(['SENT', 'SENT']);
  const mailOf = (email: string) => server.mails.find((mail) => mail.recipients[0] === email)!.text;
  expect(mailOf(clerk.email).match(/^- /gm)).toHaveLength(3);
  expect(mailOf(clerk.email)).toContain(`/e/${other.taxId}/notas/`);
  expect(mailOf(clerk.email)).not.toContain(company.taxId);
  // One company does not let the office issue: its note is not among the office's news.
  expect(mailOf(admin.email).match(/^- /gm)).toHaveLength(6);
  expect(mailOf(admin.email)).toContain('2 empresas do escritório');
  expect(mailOf(admin.email)).toContain('erp.example deixou');
  expect(mailOf(admin.email)).not.toContain('senha=x');
  expect(mailOf(admin.email)).not.toContain(foreign.taxId);
});

test('who stopped, muted, may not come in or never did is told nothing; a daily mail waits for its hour', async () => {
  const ofCompany = { companyId: company.id, role: 'COMPANY_ADMIN' } as const;
  const [silent, muted, daily, out] = [
    await person(ofCompany),
    await person(ofCompany),
    await person(ofCompany),
    await person(ofCompany),
  ];
  await createPerson(orm, { email: 'nunca@example.com', name: 'Nunca', ...ofCompany }, lavraItself);
  await choice(silent.id, 'NEVER');
  await choice(muted.id, 'AT_ONCE', ['DECISION']);
  await choice(daily.id, 'DAILY');
  await disablePerson(orm, out.email, lavraItself);
  at('2026-12-01', '07:00:00');
  await stopped(company, 5);
  expect(await round()).toEqual([]);
  at('2026-12-01', '08:00:00');
  expect(await round()).toEqual(['SENT']);
  expect(recipients()).toEqual([daily.email]);
});

test('a mail outlives a server that is away, and says when it goes what stands then, to who may still see it', async () => {
  const admin = await person({ companyId: company.id, role: 'COMPANY_ADMIN' });
  const leaving = await person({ companyId: company.id, role: 'COMPANY_ISSUER' });
  at('2026-12-01', '08:30:00');
  const [mended] = [await stopped(company, 1), await stopped(company, 2)];
  // The mails as a process leaves them that is killed after its commit.
  const mails = await newsForPeople(parts());
  expect(await newsForPeople(parts())).toEqual([]);
  server.state.behaviour = 'asks-to-wait';
  await acrossCompanies(orm).nativeUpdate(Document, { id: mended }, { waitingKind: null, waitingSince: null });
  await sql(`update membership set ended_at = now() where person_id = ?`, [leaving.id]);
  const ends = new Map<string, string>();
  const ofAdmin = await acrossCompanies(orm).findOneOrFail(PersonMail, { email: admin.email });
  const others = mails.filter(({ mailId }) => mailId !== ofAdmin.id);
  for (const mail of others) ends.set(mail.mailId, await sent(mail));
  const end = sent({ mailId: ofAdmin.id });
  await untilTemporalTakes(async () => {
    const { mailError } = await acrossCompanies(orm).findOneOrFail(PersonMail, { id: ofAdmin.id });
    if (!mailError) throw new Error('it has not been tried yet');
  });
  server.state.behaviour = 'takes';
  expect([...ends.values(), await end]).toEqual(['OVER', 'SENT']);
  // A slow server gets the mail again, with the same Message-ID.
  expect(new Set(server.mails.map((mail) => mail.headers.get('message-id')?.join())).size).toBe(1);
  expect(new Set(recipients())).toEqual(new Set([admin.email]));
  expect(server.mails[0]?.text).toContain('1/2');
  expect(server.mails[0]?.text).not.toContain('1/1 ');
});

test('a mail says where it is stopped, for the program that shows it and for who reads it', async () => {
  const admin = await person({ companyId: company.id, role: 'COMPANY_ADMIN' });
  at('2026-12-01', '08:30:00');
  await stopped(company, 1);
  await round();
  const [{ raw, text }] = server.mails as [(typeof server.mails)[0]];
  const unfolded = raw.replace(/\r\n[ \t]+/g, ' ');
  const [, stopUrl = ''] = /^List-Unsubscribe: <(.+)>$/m.exec(unfolded)!;
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(text).toContain(stopUrl);
  expect(stopUrl.startsWith(`${address}/emails/`)).toBe(true);
  expect(personOfStopToken(key, stopUrl.slice(`${address}/emails/`.length))).toBe(admin.id);
});
