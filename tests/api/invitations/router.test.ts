import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AuditEntry } from '../../../domain/audit/audit-entry.entity.ts';
import { LinkInvitation } from '../../../domain/offices/link-invitation.entity.ts';
import { OfficeLink } from '../../../domain/offices/office-link.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { acceptLink, endLink } from '../../../operations/offices/change-link.ts';
import { invitationOf } from '../../support/rows/invitation.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { type Answer, newCompany, startApi, type TestApi } from '../fixture.ts';
import { rawRequest } from '../raw-request.ts';

const formType = 'application/x-www-form-urlencoded';
let api: TestApi;
let office: Office;
let company: Company;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  [{ office }, { company }] = await Promise.all([newOffice(api.orm), newCompany(api.orm)]);
});

test('an invitation says who asks, for whom and what for, as text, under headers that keep its address', async () => {
  const strange = { ...(await newOffice(api.orm, { name: `<b>Lima & "Filhos"</b>` })).office };
  const { token } = await invitationOf(api.orm, strange, company);
  const { status, headers, text } = await open(token);
  expect(status).toBe(200);
  expect(text).toContain('&lt;b&gt;Lima &amp; &quot;Filhos&quot;&lt;/b&gt; pede acesso');
  expect(text).not.toContain('<b>Lima');
  expect(text).toContain(company.name);
  expect(text).toMatch(/vale até \d\d\/\d\d\/\d{4} às \d\d:\d\d/);
  expect(text).not.toMatch(/<script|https?:|\bon\w+=|style="/i);
  expect(text).not.toContain(token);
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
});

test('looking at an invitation changes nothing, however often and by whatever method', async () => {
  const { token } = await invitationOf(api.orm, office, company);
  const before = await rows();
  for (const method of ['GET', 'HEAD', 'GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const { status, headers } = await api.call(method, `/convites/${token}?answer=accept&issuing=allowed`);
    const isShown = method === 'GET' || method === 'HEAD';
    expect([method, status, headers.get('allow')]).toEqual([
      method,
      isShown ? 200 : 405,
      isShown ? null : 'GET, HEAD, POST',
    ]);
  }
  expect(await rows()).toEqual(before);
});

test.each([
  [{ answer: 'accept' }, 'ACTIVE', false, 'Convite aceito'],
  [{ answer: 'accept', issuing: 'allowed' }, 'ACTIVE', true, 'Convite aceito'],
  [{ answer: 'refuse', issuing: 'allowed' }, 'REFUSED', false, 'Convite recusado'],
])(
  '%j is answered by a redirect to the same address, which shows it from then on',
  async (form, status, may, heading) => {
    const { token } = await invitationOf(api.orm, office, company);
    const answered = await answer(token, form);
    const there = new URL(answered.headers.get('location') ?? '', `${api.url}/convites/${token}`);
    expect([answered.status, answered.text, there.pathname]).toEqual([303, '', `/convites/${token}`]);
    expect(await link()).toMatchObject({ status, issuingAllowed: may });
    const action = status === 'ACTIVE' ? 'LINK_ACCEPTED' : 'LINK_REFUSED';
    const answers = await acrossCompanies(api.orm).find(AuditEntry, { subject: (await link()).id, action });
    expect(answers.map((entry) => [entry.action, entry.actorKind, entry.company, entry.office])).toEqual([
      [action, 'PERSON', company.id, office.id],
    ]);
    const shown = await open(token);
    expect([shown.status, shown.text.includes(`<h1>${heading}</h1>`)]).toEqual([200, true]);
    expect(shown.text).toContain(office.name);
    expect(shown.text.includes('<strong>permitido')).toBe(may);
    expect(shown.text).not.toContain('<form');
    expectNoDetail(shown);
  },
);

test('an invitation is answered once: two tabs at once leave one answer, and the other is notified', async () => {
  const { token } = await invitationOf(api.orm, office, company);
  const both = await Promise.all([answer(token, { answer: 'accept' }), answer(token, { answer: 'refuse' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
  const isAccepted = both[0]?.status === 303;
  expect(await link()).toMatchObject({ status: isAccepted ? 'ACTIVE' : 'REFUSED' });
  const late = await answer(token, { answer: isAccepted ? 'refuse' : 'accept', issuing: 'allowed' });
  expectNotice(late, 410, 'já foi respondido');
  expect(await link()).toMatchObject({ status: isAccepted ? 'ACTIVE' : 'REFUSED', issuingAllowed: false });
});

test('one that has expired, or whose place a later one took, neither shows nor does anything', async () => {
  const first = await invitationOf(api.orm, office, company);
  await acrossCompanies(api.orm).nativeUpdate(LinkInvitation, { id: first.id }, { expiresAt: new Date() });
  for (const said of [await open(first.token), await answer(first.token, { answer: 'accept' })]) {
    expectNotice(said, 410, 'venceu');
  }
  const second = await invitationOf(api.orm, office, company);
  for (const said of [await open(first.token), await answer(first.token, { answer: 'accept' })]) {
    expectNotice(said, 410, 'mais novo');
  }
  expect(await link()).toMatchObject({ status: 'PENDING' });
  expect((await answer(second.token, { answer: 'accept' })).status).toBe(303);
});

test('a forged or cut token is not found', async () => {
  const { token } = await invitationOf(api.orm, office, company);
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  for (const wrong of [changed, token.slice(1), `${token}A`, `${token}/`, `${token}/x`, '%00', '%E0%A4%A', "'--", '']) {
    for (const said of [await open(wrong), await answer(wrong, { answer: 'accept' })]) {
      if (said.status !== 429) expectNotice(said, 404, 'não encontrado');
      expect(said.headers.get('cache-control')).toBe('no-store');
    }
  }
  expect(await link()).toMatchObject({ status: 'PENDING' });
});

test('guesses are slowed down, and one that is known opens meanwhile', async () => {
  const { token } = await invitationOf(api.orm, office, company);
  const guesses = [];
  for (let time = 0; time < 14; time += 1) guesses.push(await open('x'.repeat(42) + String.fromCharCode(97 + time)));
  const refused = guesses.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await open(token)).status).toBe(200);
});

test('where the company took another office meanwhile nothing changes, and the invitation can be answered once that has ended', async () => {
  const { token } = await invitationOf(api.orm, office, company);
  const { office: other } = await newOffice(api.orm, { name: 'Outro Escritório' });
  await linkOf(api.orm, other, company);
  expectNotice(await answer(token, { answer: 'accept' }), 409, 'já tem outro escritório');
  expect(await link()).toMatchObject({ status: 'PENDING' });
  expect((await open(token)).status).toBe(200);
  await endLink(api.orm, { companyId: company.id, officeId: other.id });
  expect((await answer(token, { answer: 'accept' })).status).toBe(303);
  expect(await link()).toMatchObject({ status: 'ACTIVE' });
});

test('of two offices whose invitations are accepted in the same instant the company has one', async () => {
  const { office: other } = await newOffice(api.orm, { name: 'Outro Escritório' });
  const tokens = [await invitationOf(api.orm, office, company), await invitationOf(api.orm, other, company)];
  const said = await Promise.all(tokens.map(({ token }) => answer(token, { answer: 'accept' })));
  expect(said.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await acrossCompanies(api.orm).count(OfficeLink, { company: company.id, status: 'ACTIVE' })).toBe(1);
});

test('a link that ended meanwhile is not revived, and one that was accepted by hand is shown', async () => {
  const { token } = await invitationOf(api.orm, office, company);
  const sides = { companyId: company.id, officeId: office.id };
  await acceptLink(api.orm, sides);
  expect((await open(token)).text).toContain('Convite aceito');
  await endLink(api.orm, sides);
  const shown = await open(token);
  expect(shown.text).toContain('Vínculo encerrado');
  expectNoDetail(shown);
  expectNotice(await answer(token, { answer: 'accept' }), 410, 'já foi respondido');
  expect(await link()).toMatchObject({ status: 'ENDED' });
});

test.each<[string, number, string, Record<string, string>]>([
  ['no answer', 400, 'issuing=allowed', {}],
  ['another answer', 400, 'answer=maybe', {}],
  ['two answers', 400, 'answer=accept&answer=refuse', {}],
  ['JSON', 415, '{"answer":"accept"}', { 'content-type': 'application/json' }],
  ['a form that is too long', 413, `answer=accept&more=${'x'.repeat(2_000)}`, {}],
  ['a form of another site', 403, 'answer=accept', { 'sec-fetch-site': 'cross-site' }],
  ['a form of a neighbour', 403, 'answer=accept', { 'sec-fetch-site': 'same-site' }],
  ['a form of another origin', 403, 'answer=accept', { origin: 'https://example.com' }],
])('%s is refused with %d, and changes nothing', async (_what, status, body, headers) => {
  const { token } = await invitationOf(api.orm, office, company);
  const said = await api.call('POST', `/convites/${token}`, {
    body,
    headers: { 'content-type': formType, ...headers },
  });
  expectNotice(said, status, '');
  expect(await link()).toMatchObject({ status: 'PENDING' });
});

test('a form of the page itself is taken, whatever a browser says of where it comes from', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: api.url },
    { origin: 'null' },
  ]) {
    const { token } = await invitationOf(
      api.orm,
      (await newOffice(api.orm)).office,
      (await newCompany(api.orm)).company,
    );
    expect((await answer(token, { answer: 'accept' }, headers)).status).toBe(303);
  }
});

test('no log line has the token of a link in a mail about a note, in whatever way it is called', async () => {
  const token = 'of-a-mail-about-a-note';
  for (const path of [`/notas/${token}`, `/notas/${token}/xml`, `/NOTAS/${token}/pdf`, `/notas%2F${token}`])
    await api.call('GET', path);
  await api.call('PUT', `/notas/${token}`);
  expect(JSON.stringify(await api.logs())).not.toContain(token);
  expect((await api.logs()).filter(({ path }) => path === '/notas/…').length).toBeGreaterThan(2);
});

test('the token is in no log and no metric, and the answer is', async () => {
  const { token } = await invitationOf(api.orm, office, company);
  await open(token);
  await api.call('PUT', `/convites/${token}`);
  await api.call('GET', `/v1/convites/${token}`);
  await api.call('GET', `/CONVITES/${token}`);
  await api.call('GET', `/convites%2F${token}`);
  await rawRequest(
    api.url,
    `GET http://lavra.example/convites/${token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  await answer(token, { answer: 'nonsense' });
  await answer(token, { answer: 'accept', issuing: 'allowed' });
  await open(token);
  const metrics = await api.metrics();
  for (const kept of [JSON.stringify(await api.logs()), metrics]) expect(kept).not.toContain(token);
  expect((await api.logs()).filter(({ path }) => path === '/convites/…').length).toBeGreaterThan(4);
  expect(await api.logs()).toContainEqual(
    expect.objectContaining({
      message: 'an invitation was answered',
      linkId: (await link()).id,
      status: 'ACTIVE',
      issuingAllowed: true,
    }),
  );
});

function open(token: string): Promise<Answer> {
  return api.call('GET', `/convites/${token}`);
}

function answer(token: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  const body = new URLSearchParams(form).toString();
  return api.call('POST', `/convites/${token}`, { body, headers: { 'content-type': formType, ...headers } });
}

function link(): Promise<OfficeLink> {
  return acrossCompanies(api.orm).findOneOrFail(OfficeLink, { office: office.id, company: company.id });
}

function rows(): Promise<unknown[]> {
  return acrossCompanies(api.orm).execute(
    `select to_jsonb(l) as link, to_jsonb(i) as invitation from office_link l join link_invitation i on i.link_id = l.id
     where l.company_id = ?`,
    [company.id],
  );
}

function expectNotice(said: Answer, status: number, words: string): void {
  expect([said.status, said.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(said.text).toContain(words);
  expect(said.text).not.toContain(office.name);
  expectNoDetail(said);
}

function expectNoDetail({ text }: Answer): void {
  for (const detail of [company.name, company.taxId, company.id]) expect(text).not.toContain(detail);
}
