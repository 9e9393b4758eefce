import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { type NewsKind, newsKinds } from '../../../domain/accounts/news.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { type NewsRecipient, newsOf } from '../../../operations/accounts/news/news-of.ts';
import { createPerson, type PersonPlace } from '../../../operations/accounts/people.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { statementsOf } from '../../support/checks/statements.ts';
import { newClosing } from '../../support/rows/closing.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

const now = new Date('2026-12-01T12:00:00Z');
const yesterday = new Date('2026-11-30T12:00:00Z');

let orm: Orm;
/** The worker's login, by which mails are written. */
let worker: Orm;
let company: Company;
let office: Office;
beforeAll(async () => {
  const database = await testDatabase();
  [orm, worker] = await Promise.all([patientOrm(database), patientOrm(byLogin(database, 'worker'))]);
});
afterAll(() => Promise.all([orm.close(), worker.close()]));

/** A company and its office, with one piece of news of each kind. */
beforeEach(async () => {
  company = await emptyCompany(orm);
  ({ office } = await newOffice(orm));
  await linkOf(orm, office, company, { issuingAllowed: true });
  const em = acrossCompanies(orm);
  await em.execute('update office_link set decided_at = ? where office_id = ?', [yesterday, office.id]);
  const { id } = await processingDocument(orm, company);
  await em.nativeUpdate(Document, { id }, { waitingKind: 'PERSON', waitingSince: yesterday, waitingFor: 'Decida.' });
  const endpoint = await newEndpoint(orm, { company }, { isActive: false });
  await em.execute(`update webhook_endpoint set disabled_reason = 'falhas', disabled_at = ? where id = ?`, [
    yesterday,
    endpoint.id,
  ]);
  await newClosing(orm, { office, company }, { status: 'COMPLETED', completedAt: yesterday });
});

async function certificate(endsAt: string): Promise<void> {
  const em = acrossCompanies(orm);
  em.create(Certificate, {
    ...{ company: company.id, taxId: company.taxId, subject: 'EMPRESA', issuer: 'AC', serialNumber: '1' },
    ...{ fingerprint: randomBytes(32).toString('hex'), notBefore: new Date(0), notAfter: new Date(endsAt) },
    sealed: { version: 1, masterKeyId: '', wrappedKey: '', data: '' },
  });
  await em.flush();
}

let people = 0;
async function person(place: PersonPlace): Promise<string> {
  const email = `pessoa${(people += 1)}@example.com`;
  const { id } = (await createPerson(orm, { email, name: 'Ana Ribeiro', ...place }, lavraItself)).person;
  await acrossCompanies(orm).execute(`update membership set created_at = '2026-01-01' where person_id = ?`, [id]);
  return id;
}

/** The kinds of news that each recipient gets, and the statements that found them. */
async function heard(...listeners: Partial<NewsRecipient>[]) {
  const em = acrossCompanies(worker);
  const sent = statementsOf(em);
  const all = listeners.map((each) => ({ personId: '', kinds: newsKinds, isUrgentOnly: false, ...each }));
  const found = await newsOf(em, all, now);
  const of = ({ personId }: { personId: string }): NewsKind[] =>
    found.filter((each) => each.personId === personId).map(({ kind }) => kind);
  return { heard: all.map((each) => of(each).toSorted()), sent };
}

test('each hears of what she may see and has not muted, from one statement', async () => {
  await certificate('2026-12-20T12:00:00Z');
  const [admin, boss] = [
    await person({ companyId: company.id, role: 'COMPANY_ADMIN' }),
    await person({ officeId: office.id, role: 'OFFICE_ADMIN' }),
  ];
  const all = await heard({ personId: admin }, { personId: boss });
  expect(all.heard).toEqual([
    ['CERTIFICATE', 'DECISION', 'ENDPOINT'],
    ['CERTIFICATE', 'CLOSING', 'DECISION', 'LINK'],
  ]);
  expect(all.sent).toHaveLength(1);
  const some = await heard(
    { personId: admin, kinds: ['DECISION'] },
    { personId: boss, kinds: ['LINK', 'CERTIFICATE'] },
  );
  expect(some.heard).toEqual([['DECISION'], ['CERTIFICATE', 'LINK']]);
});

test('between two daily mails only what is urgent is looked for', async () => {
  await certificate('2026-12-20T12:00:00Z');
  const boss = await person({ officeId: office.id, role: 'OFFICE_ADMIN' });
  const urgent = { personId: boss, isUrgentOnly: true };
  const before = await heard(urgent);
  expect(before.heard).toEqual([['DECISION']]);
  expect(before.sent.join()).not.toMatch(/from closing|join closing|decided_at/);
  await acrossCompanies(orm).execute('delete from certificate where company_id = ?', [company.id]);
  await certificate('2026-12-02T11:00:00Z');
  expect((await heard(urgent)).heard).toEqual([['CERTIFICATE', 'DECISION']]);
  const other = await person({ officeId: office.id, role: 'OFFICE_CLERK' });
  expect((await heard(urgent, { personId: other, kinds: ['CLOSING'] })).heard).toEqual([
    ['CERTIFICATE', 'DECISION'],
    ['CLOSING'],
  ]);
});

test('what nobody is to hear is not asked for', async () => {
  const boss = await person({ officeId: office.id, role: 'OFFICE_ADMIN' });
  const links = await heard({ personId: boss, kinds: ['LINK'] });
  expect(links.heard).toEqual([['LINK']]);
  expect(links.sent.join()).not.toMatch(/join document|join certificate|webhook_endpoint|join closing/);
  expect(await heard({ personId: boss, kinds: [] })).toEqual({ heard: [[]], sent: [] });
  expect(await heard({ personId: boss, kinds: ['LINK', 'CLOSING'], isUrgentOnly: true })).toEqual({
    heard: [[]],
    sent: [],
  });
  expect(await heard()).toEqual({ heard: [], sent: [] });
});
