import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../../domain/companies/settings-schema.ts';
import { LinkInvitation } from '../../../domain/offices/link-invitation.entity.ts';
import { type LinkAsker, OfficeLink } from '../../../domain/offices/office-link.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { masterKey, sealOwner, unseal } from '../../../domain/seal.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { takeOver } from '../../../local/demo/linked.ts';
import { acrossCompanies, inOffice } from '../../../operations/in-company.ts';
import { acceptLink, allowIssuing, endLink, refuseLink } from '../../../operations/offices/change-link.ts';
import { answerInvitation, openInvitation } from '../../../operations/offices/invitations.ts';
import { listLinks } from '../../../operations/offices/link-in-full.ts';
import { requestLink } from '../../../operations/offices/request-link.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { newSealedSecret } from '../../../operations/webhooks/endpoints.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

const sealing = masterKey(randomBytes(32));

/** By the owner's login, which sees everything; `apiOrm` has the API's. */
let orm: Orm;
let api: Orm;
let office: Office;
beforeAll(async () => {
  const url = await testDatabase();
  orm = await patientOrm(url);
  api = await patientOrm(byLogin(url, 'api'), { pool: 20 });
  ({ office } = await newOffice(orm));
});
afterAll(() => Promise.all([orm.close(), api.close()]));

test('a company is found by its tax id, asked once however often, and mailed to its administrators', async () => {
  const company = await newCompany({ email: 'geral@empresa.example', adminEmails: ['dona@empresa.example'] });
  const first = await ask(company);
  expect(first).toMatchObject({
    outcome: 'CREATED',
    link: {
      status: 'PENDING',
      issuingAllowed: false,
      requestedBy: 'OFFICE',
      company: { id: company.id, taxId: company.taxId, name: company.name },
      office: { id: office.id, taxId: office.taxId, name: office.name },
      invitation: { mailStatus: 'PENDING', recipients: ['dona@empresa.example'], sentAt: null },
    },
    invitation: { recipients: ['dona@empresa.example'] },
  });
  const again = await ask({ taxId: `${company.taxId.slice(0, 8)}/${company.taxId.slice(8)} ` });
  expect(again).toMatchObject({ outcome: 'PENDING', invitation: null, link: { id: first.link.id } });
  const [kept, ...others] = await invitationsOf(company);
  expect(others).toEqual([]);
  expect(kept && kept.expiresAt.getTime() - kept.createdAt.getTime()).toBeCloseTo(7 * 86_400_000, -4);
});

test('fifty requests at once make one link and one invitation', async () => {
  const company = await newCompany();
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(company)));
  expect(answers.filter(({ outcome }) => outcome === 'CREATED')).toHaveLength(1);
  expect(answers.filter(({ invitation }) => invitation !== null)).toHaveLength(1);
  expect(new Set(answers.map(({ link }) => link.id)).size).toBe(1);
  expect(await invitationsOf(company)).toHaveLength(1);
  expect(await acrossCompanies(orm).count(OfficeLink, { company: company.id })).toBe(1);
});

test('an unknown or inactive company is told apart from nothing', async () => {
  const company = await newCompany();
  await acrossCompanies(orm).execute(`update company set is_active = false where id = ?`, [company.id]);
  await expect(ask(company)).rejects.toMatchObject({ code: 'company_not_found' });
  await expect(ask({ taxId: newCnpj() })).rejects.toMatchObject({ code: 'company_not_found' });
});

test('two offices may ask one company in the same instant, and one of them is accepted', async () => {
  const company = await newCompany();
  const { office: other } = await newOffice(orm);
  const asked = await Promise.all([ask(company), ask(company, other)]);
  expect(asked.map(({ outcome }) => outcome)).toEqual(['CREATED', 'CREATED']);
  const answers = await Promise.allSettled([office, other].map((each) => acceptLink(api, sides(company, each))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = answers.find((answer) => answer.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'company_already_linked' });
  const [loser] = answers[0]?.status === 'rejected' ? [office] : [other];
  await expect(ask(company, loser)).rejects.toMatchObject({ code: 'company_already_linked' });
  const { office: third } = await newOffice(orm);
  await expect(ask(company, third)).rejects.toMatchObject({ code: 'company_already_linked' });
});

test('the panel scene of the demo takes a company from the office that an interrupted scene left it with, and plays twice', async () => {
  const company = await newCompany();
  await ask(company);
  const { office: left } = await newOffice(orm);
  await linkOf(orm, left, company);
  for (const issuingAllowed of [true, false]) {
    await takeOver(orm, office, company, issuingAllowed);
    const links = await acrossCompanies(orm).find(OfficeLink, { company: company.id, status: 'ACTIVE' });
    expect(links).toMatchObject([{ office: office.id, issuingAllowed }]);
  }
});

test('a link that was refused or ended may be asked for again, three times a month at most', async () => {
  const company = await newCompany();
  await ask(company);
  await refuseLink(api, sides(company));
  expect((await ask(company)).outcome).toBe('CREATED');
  const accepted = await acceptLink(api, sides(company), { issuingAllowed: true });
  expect(accepted.link).toMatchObject({ status: 'ACTIVE', issuingAllowed: true });
  expect((await ask(company)).outcome).toBe('ACTIVE');
  expect((await endLink(api, sides(company))).link).toMatchObject({ status: 'ENDED', issuingAllowed: false });
  const { link } = await ask(company);
  expect(link).toMatchObject({ status: 'PENDING', issuingAllowed: false, decidedAt: null, endedAt: null });
  await endLink(api, sides(company));
  await expect(ask(company)).rejects.toMatchObject({ code: 'limit_reached' });
  await inAnotherMonth(company);
  expect((await ask(company)).outcome).toBe('CREATED');
});

test('a company without administrators waits for another way to accept, until somebody can be invited', async () => {
  const company = await newCompany({ email: null });
  const first = await ask(company);
  expect(first).toMatchObject({ outcome: 'CREATED', invitation: null });
  expect(first.link.invitation).toMatchObject({ mailStatus: 'NOBODY', recipients: [] });
  expect((await ask(company)).outcome).toBe('PENDING');
  await acrossCompanies(orm).execute(
    `update company set settings = settings || '{"adminEmails":["a@x.example"]}' where id = ?`,
    [company.id],
  );
  expect(await ask(company)).toMatchObject({ outcome: 'CREATED', invitation: { recipients: ['a@x.example'] } });
});

test('the operator has a refused mail sent again, the office once the invitation has expired', async () => {
  const company = await newCompany();
  await ask(company);
  expect((await ask(company, office, 'OPERATOR')).outcome).toBe('PENDING');
  await acrossCompanies(orm).nativeUpdate(LinkInvitation, { company: company.id }, { mailStatus: 'FAILED' });
  expect((await ask(company)).outcome).toBe('PENDING');
  expect((await ask(company, office, 'OPERATOR')).outcome).toBe('CREATED');
  await acrossCompanies(orm).nativeUpdate(LinkInvitation, { company: company.id }, { expiresAt: new Date() });
  expect((await ask(company)).outcome).toBe('CREATED');
});

test('an invitation opens by its token alone, changes nothing when it is looked at, and is answered once', async () => {
  const company = await newCompany();
  const { link, invitation } = await ask(company);
  const token = await tokenOf(invitation);
  for (let looks = 0; looks < 3; looks += 1) {
    expect(await openInvitation(api, token)).toMatchObject({
      linkId: link.id,
      state: 'OPEN',
      office: { name: office.name, taxId: office.taxId },
      company: { taxId: company.taxId },
    });
  }
  const answers = await Promise.allSettled(
    [true, false, true].map((accepts) => answerInvitation(api, token, { accepts, issuingAllowed: true })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(
    answers.filter((each) => each.status === 'rejected').map(({ reason }) => (reason as { code: string }).code),
  ).toEqual(['invalid_state', 'invalid_state']);
  expect(await openInvitation(api, token)).toMatchObject({ state: 'ANSWERED' });
  const [kept] = await invitationsOf(company, ['sealedToken']);
  expect(kept).toMatchObject({ sealedToken: null, mailStatus: 'FAILED' });
});

test('an unknown, malformed, expired or superseded token opens nothing', async () => {
  const company = await newCompany();
  for (const token of ['', 'x', `${'a'.repeat(42)};`, randomBytes(32).toString('base64url')]) {
    expect(await openInvitation(api, token)).toBeNull();
    await expect(accepted(token)).rejects.toMatchObject({ code: 'invalid_link' });
  }
  const first = await tokenOf((await ask(company)).invitation);
  await acrossCompanies(orm).nativeUpdate(LinkInvitation, { company: company.id }, { expiresAt: new Date() });
  expect(await openInvitation(api, first)).toMatchObject({ state: 'EXPIRED' });
  await expect(accepted(first)).rejects.toMatchObject({ code: 'invalid_link' });
  const second = await tokenOf((await ask(company)).invitation);
  expect(await openInvitation(api, first)).toMatchObject({ state: 'SUPERSEDED' });
  await expect(accepted(first)).rejects.toMatchObject({ code: 'invalid_link' });
  expect((await accepted(second)).link.status).toBe('ACTIVE');
});

test('only what waits is answered, and only an active link has its permission changed', async () => {
  const company = await newCompany();
  await expect(acceptLink(api, sides(company))).rejects.toMatchObject({ code: 'not_found' });
  await ask(company);
  await expect(allowIssuing(api, sides(company), true)).rejects.toMatchObject({ code: 'invalid_state' });
  await acceptLink(api, sides(company));
  await expect(acceptLink(api, sides(company))).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(refuseLink(api, sides(company))).rejects.toMatchObject({ code: 'invalid_state' });
  expect((await allowIssuing(api, sides(company), true)).link.issuingAllowed).toBe(true);
  await endLink(api, sides(company));
  await expect(endLink(api, sides(company))).rejects.toMatchObject({ code: 'invalid_state' });
});

test('each change is told to the office of the link where it listens, and to nobody else', async () => {
  const { office: listening } = await newOffice(orm);
  const { office: deaf } = await newOffice(orm);
  const all = await endpointOf({ office: listening.id });
  const named = await endpointOf({ office: listening.id, events: ['LINK_UPDATED'] });
  await endpointOf({ office: listening.id, events: ['DOCUMENT_AUTHORIZED'] });
  await endpointOf({ office: listening.id, isActive: false });
  await endpointOf({ office: deaf.id, events: ['DOCUMENT_AUTHORIZED'] });
  const company = await newCompany();
  await endpointOf({ company: company.id });

  const ends = [all, named].toSorted();
  const { endpoints, link } = await ask(company, listening);
  expect(endpoints.toSorted()).toEqual(ends);
  expect((await ask(company, deaf)).endpoints).toEqual([]);
  expect((await ask(company, listening)).endpoints).toEqual([]);
  expect((await acceptLink(api, sides(company, listening))).endpoints.toSorted()).toEqual(ends);
  expect((await allowIssuing(api, sides(company, listening), true)).endpoints.toSorted()).toEqual(ends);
  expect((await allowIssuing(api, sides(company, listening), true)).endpoints).toEqual([]);
  expect((await endLink(api, sides(company, listening))).endpoints.toSorted()).toEqual(ends);

  const events = await acrossCompanies(orm).find(Event, { company: company.id }, { orderBy: { createdAt: 'asc' } });
  const told = { linkId: link.id, companyId: company.id, taxId: company.taxId, companyName: company.name };
  const about = (status: string, officeIssuingAllowed: boolean) => ({
    type: 'LINK_UPDATED',
    data: { ...told, status, requestedBy: 'OFFICE', officeIssuingAllowed },
  });
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    about('PENDING', false),
    about('ACTIVE', false),
    about('ACTIVE', true),
    about('ENDED', false),
  ]);
  const deliveries = await acrossCompanies(orm).find(WebhookDelivery, { company: company.id });
  expect(deliveries).toHaveLength(8);
  expect(new Set(deliveries.map((each) => each.office))).toEqual(new Set([listening.id]));
});

test('an office cannot make its own link active, not even by SQL of its own', async () => {
  const company = await newCompany();
  await ask(company);
  const forced = inOffice(api, office.id, (em) =>
    em.execute(`update office_link set status = 'ACTIVE' where company_id = ?`, [company.id]),
  );
  await expect(forced).rejects.toThrow(/row-level security/);
});

test('an office lists its own links, those in one state, page by page, and learns no more of a company than its name', async () => {
  const { office: own } = await newOffice(orm);
  const companies = [await newCompany(), await newCompany(), await newCompany()];
  for (const company of companies) await ask(company, own);
  await acceptLink(api, sides(companies[1]!, own));
  const first = await listLinks(api, own.id, {}, { page: 1, pageSize: 2 });
  expect(first.total).toBe(3);
  const second = await listLinks(api, own.id, {}, { page: 2, pageSize: 2 });
  const names = [...first.links, ...second.links].map(({ company }) => company);
  expect(names).toEqual(companies.toReversed().map(({ id, taxId, name }) => ({ id, taxId, name })));
  const active = await listLinks(api, own.id, { status: 'ACTIVE' }, { page: 1, pageSize: 20 });
  expect(active.links.map(({ company }) => company.id)).toEqual([companies[1]!.id]);
  const seen = await inOffice(api, own.id, (em) => em.execute<unknown[]>('select id from company'));
  expect(seen).toEqual([]);
  const others = await inOffice(api, own.id, (em) =>
    em.execute<unknown[]>('select * from linked_companies((select array_agg(company_id) from office_link))'),
  );
  expect(others).toHaveLength(3);
});

type Side = Pick<Company, 'id'>;

const ask = ({ taxId }: Pick<Company, 'taxId'>, by: Side = office, asker: LinkAsker = 'OFFICE') =>
  requestLink({ orm: api, masterKey: sealing }, { office: by, by: asker }, taxId);
const sides = (company: Side, by: Side = office) => ({ companyId: company.id, officeId: by.id });
const accepted = (token: string) => answerInvitation(api, token, { accepts: true, issuingAllowed: false });

function newCnpj(): string {
  return cnpjOf(randomInt(10_000_000, 99_999_999));
}

function newCompany(form: Partial<CompanyInput> = {}): Promise<Company> {
  return createCompany(acrossCompanies(orm), {
    ...demoCompany,
    taxId: newCnpj(),
    email: 'dona@empresa.example',
    ...form,
  });
}

function invitationsOf(company: Side, populate: ['sealedToken'] | [] = []): Promise<LinkInvitation[]> {
  return acrossCompanies(orm).find(LinkInvitation, { company: company.id }, { populate });
}

async function tokenOf(invitation: { id: string } | null): Promise<string> {
  const where = { id: invitation!.id };
  const row = await acrossCompanies(orm).findOneOrFail(LinkInvitation, where, { populate: ['sealedToken'] });
  return unseal(sealing, sealOwner.invitation(row.office, row.id), row.sealedToken!);
}

async function inAnotherMonth(company: Side): Promise<void> {
  await acrossCompanies(orm).execute(
    `update link_invitation set created_at = created_at - interval '1 month' where company_id = ?`,
    [company.id],
  );
}

async function endpointOf(
  of: { office?: string; company?: string } & Partial<Pick<WebhookEndpoint, 'events' | 'isActive'>>,
): Promise<string> {
  const em = acrossCompanies(orm);
  const id = randomUUID();
  const owner = of.office ?? of.company ?? '';
  const { sealedSecret } = newSealedSecret(sealing, { owner, id });
  const url = 'https://ouvinte.example/';
  em.create(WebhookEndpoint, { id, url, events: [], company: null, office: null, sealedSecret, ...of });
  await em.flush();
  return id;
}
