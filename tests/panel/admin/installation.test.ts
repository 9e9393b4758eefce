import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavraItself } from '../../../domain/audit/actor.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityChange, AuthorityStanding } from '../../../domain/contingency/authority-standing.entity.ts';
import { acrossCompanies, operating } from '../../../operations/in-company.ts';
import { callUrl } from '../../api/call.ts';
import { newCompany, shopSettings } from '../../api/fixture.ts';
import { startPanel } from '../panel-fixture.ts';
import { operatorKey } from './operator.ts';

let panel: Awaited<ReturnType<typeof startPanel>>;
let operator: { id: string; key: string };
let bound: { id: string; key: string };
let own: Company;
let other: Company;
beforeAll(async () => {
  panel = await startPanel({ isAdministered: true });
  const manual = {
    contingency: { nfce: 'MANUAL', nfe: 'MANUAL', afterSeconds: { nfce: 30, nfe: 600 }, giveUp: 'PROPOSED' },
  } as const;
  own = (await newCompany(panel.orm, { settings: { ...shopSettings, ...manual } })).company;
  other = (await newCompany(panel.orm)).company;
  operator = await operatorKey(panel.orm);
  bound = await operatorKey(panel.orm, { companies: [own.id] });
});
afterAll(() => panel.close());

type Row = { id: string; [field: string]: unknown };
type Answer = { data: Row[]; [field: string]: unknown };
async function ask(method: string, path: string, body?: unknown, { key = operator.key, once = '' } = {}) {
  const headers: Record<string, string> = once ? { 'idempotency-key': once } : {};
  const options = { key, headers, ...(body === undefined ? {} : { body }) };
  const answer = await callUrl(`${panel.url}/admin/v1${path}`, method, options);
  return { ...answer, body: answer.body as Answer };
}

test('how the authorities stand is reported with what they changed to, to a bound key, too', async () => {
  const em = acrossCompanies(panel.orm);
  const service = { authorizer: 'SP', environment: 'PRODUCTION', model: '55', state: '' } as const;
  const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000);
  const shut = { ...service, standing: 'SHUT', reason: 'Serviço paralisado.', cStat: '108' } as const;
  em.create(AuthorityStanding, { ...shut, since: at, updatedAt: at });
  em.create(AuthorityChange, { ...shut, changedAt: at });
  await em.flush();
  for (const { key } of [operator, bound]) {
    const { body } = await ask('GET', '/authorities', undefined, { key });
    expect(body).toMatchObject({
      environment: 'PRODUCTION',
      data: [
        {
          ...{ authorizer: 'SP', documentType: 'NFE', state: null, standing: 'SHUT', cStat: '108' },
          held: { held: 0, late: 0 },
          changes: [{ standing: 'SHUT', changedAt: at.toISOString() }],
        },
      ],
    });
  }
  expect((await ask('GET', '/authorities?environment=HOMOLOGATION')).body.data).toEqual([]);
});

test('a contingency is entered once, shown, and left; what the company does not allow is reported', async () => {
  const base = `/companies/${own.id}/contingency`;
  const { key } = bound;
  const form = { documentType: 'NFE', reason: 'SEFAZ fora do ar, sem previsão' };
  const entered = await ask('POST', `${base}/enter`, form, { key, once: 'in' });
  expect(entered).toMatchObject({ status: 201, body: { ...form, environment: own.environment, leftAt: null } });
  const again = await ask('POST', `${base}/enter`, form, { key, once: 'in' });
  expect([again.status, again.body['id']]).toEqual([200, entered.body['id']]);
  expect(await ask('POST', `${base}/enter`, form)).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  const { body } = await ask('GET', base, undefined, { key });
  expect(body).toMatchObject({
    settings: { nfe: 'MANUAL' },
    entered: [{ documentType: 'NFE', reason: form.reason }],
    obstacles: { NFE: null },
    toTransmit: [],
    replacedNotes: 0,
  });
  expect(body['authorities']).toContainEqual(expect.objectContaining({ authorizer: 'SP', documentType: 'NFE' }));
  expect((await ask('POST', `${base}/leave`, { documentType: 'NFE' })).body['leftAt']).toEqual(expect.any(String));
  expect((await ask('POST', `${base}/leave`, { documentType: 'NFE' })).body['code']).toBe('invalid_state');
  const off = await ask('POST', `/companies/${other.id}/contingency/enter`, form);
  expect(off).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  const short = await ask('POST', `${base}/enter`, { ...form, reason: 'curto' });
  expect(short).toMatchObject({ status: 400, body: { issues: [{ path: 'reason' }] } });
});

test('shared templates are loaded, tried, listed for every key and taken away by one that is bound to nobody', async () => {
  const set = { templates: [{ name: 'Venda', type: 'NFE', operationNature: 'Venda de mercadoria', cfop: '5102' }] };
  const tried = await ask('POST', '/templates', { ...set, dryRun: true }, { once: 'set' });
  expect(tried.body).toMatchObject({ source: 'tenant', dryRun: true, templates: [{ outcome: 'ADDED' }], others: 0 });
  expect((await ask('GET', '/templates')).body.data).toEqual([]);
  const loaded = await ask('POST', '/templates', set, { once: 'load' });
  expect(loaded.body['templates']).toEqual([{ type: 'NFE', name: 'Venda', outcome: 'ADDED' }]);
  const again = await ask('POST', '/templates', set, { once: 'load' });
  expect([again.headers.get('idempotent-replayed'), again.body['templates']]).toEqual([
    'true',
    [{ type: 'NFE', name: 'Venda', outcome: 'UNCHANGED' }],
  ]);
  expect((await ask('POST', '/templates', {})).body['templates']).toContainEqual(
    expect.objectContaining({ outcome: 'ADDED' }),
  );
  const { data } = (await ask('GET', '/templates?type=NFE', undefined, bound)).body;
  expect(data).toContainEqual(expect.objectContaining({ source: 'tenant', name: 'Venda', cfop: '5102' }));
  const faulty = await ask('POST', '/templates', { templates: [{ name: 'Venda', type: 'NFE', cfop: '9999' }] });
  expect(faulty.status).toBe(400);
  const { id } = data.find(({ name }) => name === 'Venda')!;
  expect((await ask('DELETE', `/templates/${id}`)).body).toEqual({ success: true });
  for (const gone of [id, 'nada']) expect((await ask('DELETE', `/templates/${gone}`)).status).toBe(404);
  const by = { keyId: bound.id, companies: [own.id], actor: lavraItself };
  const sharing = operating(panel.own, by, null, (em) =>
    em.execute(`insert into fiscal_template (id, source, type, name, fields, created_at, updated_at)
      values ('${randomUUID()}', 'tenant', 'NFE', 'X', '{}', now(), now())`),
  );
  await expect(sharing).rejects.toThrow(/row-level security/);
});

test('the law is shown as this installation computes with it', async () => {
  const { body } = await ask('GET', '/rates?state=AL&on=2026-11-28', undefined, bound);
  expect(body).toMatchObject({
    on: '2026-11-28',
    icms: expect.arrayContaining([expect.objectContaining({ state: 'AL' })]),
  });
  expect(body['calendar']).toContainEqual(expect.objectContaining({ table: 'LAVRA' }));
  const { body: packs } = await ask('GET', '/schemas');
  expect(packs).toEqual({ data: [], missing: expect.arrayContaining(['NF-e']) });
});

test('the audit is read page by page, filtered, and by a bound key of its companies alone', async () => {
  const base = `/companies/${own.id}/keys`;
  for (const name of ['um', 'dois']) await ask('POST', base, { name, scopes: ['documents:write'] });
  await ask('POST', `/companies/${other.id}/keys`, { name: 'alheia', scopes: ['documents:write'] });
  const names = (answer: Answer) => answer.data.map(({ details }) => (details as { name: string }).name);
  const filter = `action=KEY_CREATED&actorId=${operator.id}`;
  const first = (await ask('GET', `/audit?${filter}&limit=2`)).body;
  expect(names(first)).toEqual(['alheia', 'dois']);
  expect(names((await ask('GET', `/audit?${filter}&limit=2&after=${String(first['next'])}`)).body)).toEqual(['um']);
  const mine = (await ask('GET', `/audit?${filter}`, undefined, bound)).body;
  expect(names(mine)).toEqual(['dois', 'um']);
  expect(mine.data[0]).toMatchObject({
    actor: { kind: 'OPERATOR_KEY', id: operator.id, name: 'teste' },
    company: { id: own.id, taxId: own.taxId },
  });
  expect((await ask('GET', `/audit?companyId=${other.id}`, undefined, bound)).body.data).toEqual([]);
  const many = (await ask('GET', '/audit?action=KEY,TEMPLATE&limit=1000')).body.data.map(({ action }) =>
    String(action),
  );
  expect(new Set(many.map((action) => action.split('_')[0]))).toEqual(new Set(['KEY', 'TEMPLATE']));
  expect(await ask('GET', '/audit?action=NADA')).toMatchObject({ status: 400, body: { issues: [{ path: 'action' }] } });
  const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
  expect((await ask('GET', `/audit?since=${later}`)).body.data).toEqual([]);
});
