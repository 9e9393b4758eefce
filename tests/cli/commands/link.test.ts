import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { LinkInvitation } from '../../../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../../../domain/offices/office-link.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { masterKey, seal, sealOwner } from '../../../domain/seal.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { invitationId, webhooksId } from '../../../temporal/names.ts';
import { untilTemporalTakes } from '../../support/checks/until.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const key = randomBytes(32);
let made = 0;
let orm: Orm;
let temporal: TestTemporal;
/** Settings without Temporal, unless a test is about what is woken. */
let settings: Record<string, string>;
let withTemporal: Record<string, string>;
let office: Office;
let company: Company;
beforeAll(async () => {
  const url = await testDatabase();
  temporal = await testTemporal();
  settings = { DATABASE_URL: url, TEMPORAL_ADDRESS: '127.0.0.1:1', LAVRA_MASTER_KEY: key.toString('base64') };
  withTemporal = { ...settings, TEMPORAL_ADDRESS: temporal.address };
  orm = await patientOrm(url);
});
afterAll(() => Promise.all([orm.close(), temporal.close()]));
beforeEach(async () => {
  ({ office } = await newOffice(orm));
  made += 1;
  const taxId = cnpjOf(33_444_500 + made);
  company = await createCompany(acrossCompanies(orm), { ...companyForm, taxId, adminEmails: ['dona@loja.example'] });
});

test('a link is asked for, its invitation set on its way, and both are listed', async () => {
  const { code, out } = await lavra(['link', 'request', ...sides()], settings);
  expect([code, out]).toEqual([0, expect.stringContaining('a caminho de dona@loja.example. O Temporal não respondeu')]);
  const again = await lavraJson(['link', 'request', ...sides()], settings);
  expect(again).toMatchObject({ code: 0, answer: { outcome: 'PENDING', isInvited: false, requestedBy: 'OPERATOR' } });
  const { answer } = await lavraJson(['link', 'list', '--office', office.id, '--status', 'PENDING'], settings);
  expect(answer).toEqual([
    expect.objectContaining({
      status: 'PENDING',
      issuingAllowed: false,
      office: { id: office.id, taxId: office.taxId, name: office.name },
      company: { id: company.id, taxId: company.taxId, name: company.name },
      invitation: expect.objectContaining({ mailStatus: 'PENDING', recipients: ['dona@loja.example'] }),
    }),
  ]);
  expect((await lavra(['link', 'list', '--company', company.taxId], settings)).out).toMatch(/PENDING .*não .*PENDING/);
  expect((await lavraJson(['link', 'list', '--company', company.id, '--status', 'ACTIVE'], settings)).answer).toEqual(
    [],
  );
});

test('a mail that was refused for good is sent again, as a new invitation', async () => {
  await lavraJson(['link', 'request', ...sides()], settings);
  const em = acrossCompanies(orm);
  const [first] = await em.find(LinkInvitation, { company: company.id });
  first!.mailStatus = 'FAILED';
  await em.flush();
  const { answer } = await lavraJson(['link', 'request', ...sides()], settings);
  expect(answer).toMatchObject({ isInvited: true, status: 'PENDING' });
  expect(await acrossCompanies(orm).count(LinkInvitation, { company: company.id, mailStatus: 'PENDING' })).toBe(1);
});

test('where nobody can be invited the operator is told how to go on', async () => {
  const taxId = cnpjOf(33_444_999);
  await createCompany(acrossCompanies(orm), { ...companyForm, taxId });
  const { code, out } = await lavra(['link', 'request', '--office', office.taxId, '--company', taxId], settings);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('ninguém foi convidado. Para responder por ela: link accept'),
  ]);
});

test('a link is accepted, may issue when that is said, no longer may, and ends', async () => {
  await linkOf(orm, office, company, { status: 'PENDING' });
  const steps: [string[], Partial<OfficeLink>][] = [
    [['accept'], { status: 'ACTIVE', issuingAllowed: false }],
    [['allow-issuing'], { status: 'ACTIVE', issuingAllowed: true }],
    [['allow-issuing', '--off'], { status: 'ACTIVE', issuingAllowed: false }],
    [['end'], { status: 'ENDED', issuingAllowed: false }],
  ];
  for (const [command, state] of steps) {
    const { code, answer } = await lavraJson(['link', ...command, ...sides()], settings);
    expect({ code, answer }).toMatchObject({ code: 0, answer: { ...state, isAwake: true } });
    expect(await link()).toMatchObject(state);
  }
});

test('a link is accepted with the right to issue, or refused', async () => {
  await linkOf(orm, office, company, { status: 'PENDING' });
  const accepted = await lavra(['link', 'accept', ...sides(), '--issuing'], settings);
  expect(accepted.out).toContain('e pode emitir');
  expect(await link()).toMatchObject({ status: 'ACTIVE', issuingAllowed: true });
  const { office: other } = await newOffice(orm);
  await linkOf(orm, other, company, { status: 'PENDING' });
  const second = ['--office', other.taxId, '--company', company.taxId];
  const refused = await lavraJson(['link', 'accept', ...second], settings);
  expect(refused).toMatchObject({ code: 1, error: { error: { code: 'company_already_linked' } } });
  expect((await lavraJson(['link', 'refuse', ...second], settings)).answer).toMatchObject({ status: 'REFUSED' });
});

test.each<[string, string[], string | null, string]>([
  ['accepting what nobody asked for', ['accept'], null, 'link_not_found'],
  ['ending what is not there', ['end'], null, 'link_not_found'],
  ['refusing a link that is active', ['refuse'], 'ACTIVE', 'invalid_state'],
  ['accepting one that has ended', ['accept'], 'ENDED', 'invalid_state'],
  ['letting issue before the company accepted', ['allow-issuing'], 'PENDING', 'invalid_state'],
])('%s is refused', async (_what, command, status, expected) => {
  if (status) await linkOf(orm, office, company, { status: status as OfficeLink['status'] });
  const { code, error } = await lavraJson(['link', ...command, ...sides()], settings);
  expect({ code, error }).toMatchObject({ code: 1, error: { error: { code: expected } } });
});

test.each([
  ['an unknown office', ['--office', '11444777000161', '--company', '11444777000161'], 1, 'office_not_found'],
  ['no office', ['--company', '11444777000161'], 2, 'usage'],
])('%s is refused', async (_what, args, exitCode, expected) => {
  for (const command of ['request', 'accept', 'end']) {
    const { code, error } = await lavraJson(['link', command, ...args], settings);
    expect({ code, error }).toMatchObject({ code: exitCode, error: { error: { code: expected } } });
  }
  const unknown = ['link', 'accept', '--office', office.taxId, '--company', '11444777000161'];
  expect((await lavraJson(unknown, settings)).error).toMatchObject({ error: { code: 'company_not_found' } });
});

test('what hears of a link is woken, and the run of its mail is started', async () => {
  const endpoint = await listening();
  await untilTemporalTakes(async () => {
    await acrossCompanies(orm).nativeDelete(OfficeLink, { office: office.id });
    const { answer } = await lavraJson(['link', 'request', ...sides()], withTemporal);
    expect(answer).toMatchObject({ isInvited: true, isAwake: true });
  });
  const { id } = await acrossCompanies(orm).findOneOrFail(LinkInvitation, { company: company.id });
  for (const workflow of [invitationId(id), webhooksId(endpoint)]) {
    const run = temporal.client.workflow.getHandle(workflow);
    expect((await run.describe()).status.name).toBe('RUNNING');
    await run.terminate();
  }
  await lavraJson(['link', 'end', ...sides()], settings);
  expect(await acrossCompanies(orm).count(WebhookDelivery, { endpoint })).toBe(2);
});

function sides(): string[] {
  return ['--office', office.taxId, '--company', company.taxId];
}

function link(): Promise<OfficeLink> {
  return acrossCompanies(orm).findOneOrFail(OfficeLink, { office: office.id, company: company.id });
}

/** An endpoint of the office that subscribes to every event. */
async function listening(): Promise<string> {
  const em = acrossCompanies(orm);
  const id = crypto.randomUUID();
  const sealedSecret = seal(masterKey(key), sealOwner.webhookSecret(office.id, id), 'whsec_test');
  em.create(WebhookEndpoint, { id, office: office.id, url: 'https://escritorio.example/', events: [], sealedSecret });
  await em.flush();
  return id;
}
