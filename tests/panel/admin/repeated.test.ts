import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import { masterKey } from '../../../domain/seal.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type Answer, callUrl } from '../../api/call.ts';
import { newCompany, shopSettings } from '../../api/fixture.ts';
import { openReceiver, type Receiver } from '../../api/receiver.ts';
import { monthDocument, newClosing } from '../../support/rows/closing.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { failedDelivery } from '../../support/rows/failed-delivery.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { replacedNote } from '../../support/rows/replaced.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { testTemporal, type TestTemporal } from '../../support/servers/temporal.ts';
import { startPanel } from '../panel-fixture.ts';
import { certificateMaker, companyForm, operatorKey, password } from './operator.ts';

const sealing = masterKey(Buffer.alloc(32, 7)); // the key of `startPanel`
const certificates = certificateMaker();
const manual = {
  contingency: { nfce: 'MANUAL', nfe: 'MANUAL', afterSeconds: { nfce: 30, nfe: 600 }, giveUp: 'PROPOSED' },
} as const;
let taxpayers = 62_000_000;
let temporal: TestTemporal;
let panel: Awaited<ReturnType<typeof startPanel>>;
let receiver: Receiver;
let key: string;
beforeAll(async () => {
  temporal = await testTemporal();
  const { client } = temporal;
  const { trust } = certificates;
  // Keeps the log in memory: the database refuses on purpose, which readers of the test's output need not see.
  panel = await startPanel({ isAdministered: true, sendsMail: false, temporal: client, trust, logs: [] });
  receiver = await openReceiver();
  ({ key } = await operatorKey(panel.orm));
});
afterAll(async () => {
  receiver?.close();
  await panel?.close();
  await temporal?.close();
});

const em = () => acrossCompanies(panel.orm);

function post(path: string, body: unknown, once: string): Promise<Answer> {
  const headers = { 'idempotency-key': once };
  return callUrl(`${panel.url}/admin/v1${path}`, 'POST', { key, headers, ...(body === undefined ? {} : { body }) });
}

/** The number of audit entries of an action by the operator's key. */
async function entries(action: string): Promise<number> {
  const [row] = await em().execute<{ n: number }[]>(
    `select count(*)::int as n from audit_entry where action = ? and (actor_kind = 'OPERATOR_KEY')`,
    [action],
  );
  return row!.n;
}

async function waiting(company: Company, waitingKind: WaitKind): Promise<string> {
  const { id } = await processingDocument(panel.orm, company);
  await em().nativeUpdate(Document, { id }, { waitingKind, waitingFor: 'Falha.', waitingSince: new Date() });
  return id;
}

type Act = { path: string; body?: unknown };
type Made = { company: Company; office: { id: string } };

/** Actions that may be repeated: the request for each on new rows, and the audit action that counts how often it was done. */
const acts: Record<string, { action: string; ask: (made: Made) => Promise<Act> }> = {
  'the secret of a company’s endpoint': {
    action: 'WEBHOOK_SECRET_ROTATED',
    ask: async ({ company }) => {
      const { id } = await newEndpoint(panel.orm, { company }, {}, sealing);
      return { path: `/companies/${company.id}/webhooks/${id}/rotate-secret` };
    },
  },
  'the secret of an office’s endpoint': {
    action: 'WEBHOOK_SECRET_ROTATED',
    ask: async ({ office }) => {
      const { id } = await newEndpoint(panel.orm, { office }, {}, sealing);
      return { path: `/offices/${office.id}/webhooks/${id}/rotate-secret` };
    },
  },
  'an invitation to a company': {
    action: 'PERSON_INVITED',
    ask: async ({ company }) => ({
      path: `/companies/${company.id}/people`,
      body: { email: `bia-${randomUUID()}@example.com`, role: 'COMPANY_READER' },
    }),
  },
  'an invitation to an office': {
    action: 'PERSON_INVITED',
    ask: async ({ office }) => ({
      path: `/offices/${office.id}/people`,
      body: { email: `bia-${randomUUID()}@example.com`, role: 'OFFICE_READER' },
    }),
  },
  'an invitation of an operator': {
    action: 'PERSON_INVITED',
    ask: async () => ({
      path: '/operators',
      body: { email: `bia-${randomUUID()}@example.com`, role: 'OPERATOR_READER' },
    }),
  },
  'one delivery': {
    action: 'WEBHOOK_REDELIVERY_REQUESTED',
    ask: async ({ company }) => {
      const { id } = await newEndpoint(panel.orm, { company });
      return { path: `/deliveries/${await failedDelivery(panel.orm, { company }, id)}/redeliver` };
    },
  },
  'all failed deliveries': {
    action: 'WEBHOOK_REDELIVERY_REQUESTED',
    ask: async ({ company, office }) => {
      const { id } = await newEndpoint(panel.orm, { office });
      for (let at = 0; at < 3; at += 1) await failedDelivery(panel.orm, { company, office }, id);
      return { path: '/redeliveries', body: { officeId: office.id } };
    },
  },
  REACTIVATE_ENDPOINT: {
    action: 'WEBHOOK_REACTIVATED',
    ask: async ({ company }) => {
      const state = { url: receiver.url, isActive: false };
      const { id } = await newEndpoint(panel.orm, { company }, state, sealing);
      return remedy(company, { kind: 'REACTIVATE_ENDPOINT', id });
    },
  },
  REDELIVER_FAILED: {
    action: 'WEBHOOK_REDELIVERY_REQUESTED',
    ask: async ({ company }) => {
      const { id } = await newEndpoint(panel.orm, { company });
      await failedDelivery(panel.orm, { company }, id);
      return remedy(company, { kind: 'REDELIVER_FAILED', id });
    },
  },
  RETRY: {
    action: 'RETRY_REQUESTED',
    ask: async ({ company }) =>
      remedy(company, { kind: 'RETRY', what: 'document', id: await waiting(company, 'OURS') }),
  },
  RESOLVE: {
    action: 'DOCUMENT_RESOLVED',
    ask: async ({ company }) =>
      remedy(company, { kind: 'RESOLVE', id: await waiting(company, 'PERSON'), decision: 'REJECT' }),
  },
  SYNC: {
    action: 'DISTRIBUTION_SYNC_REQUESTED',
    ask: async ({ company }) => remedy(company, { kind: 'SYNC' }),
  },
  GIVE_UP_REPLACED: {
    action: 'REPLACED_NOTE_GIVEN_UP',
    ask: async ({ company }) => {
      const { id } = await replacedNote(panel.orm, company, { status: 'PROPOSED' });
      return remedy(company, { kind: 'GIVE_UP_REPLACED', id });
    },
  },
  ANSWER_INVITATION: {
    action: 'LINK_ACCEPTED',
    ask: async ({ company, office }) => {
      await linkOf(panel.orm, office, company, { status: 'PENDING' });
      return remedy(company, { kind: 'ANSWER_INVITATION', id: office.id, decision: 'ACCEPT' });
    },
  },
  CLOSE_AGAIN: {
    action: 'CLOSINGS_REQUESTED',
    ask: async ({ company, office }) => {
      await linkOf(panel.orm, office, company);
      await monthDocument(panel.orm, company);
      const { id } = await newClosing(panel.orm, { office, company }, { status: 'FAILED', completedAt: new Date() });
      return remedy(company, { kind: 'CLOSE_AGAIN', id });
    },
  },
  SET_NSU: {
    action: 'DISTRIBUTION_NSU_SET',
    ask: async ({ company }) => {
      const now = em();
      const stuck = { environment: company.environment, source: 'NFE', status: 'THROTTLED_TWICE' } as const;
      now.create(Distribution, { company: company.id, ...stuck });
      await now.flush();
      return remedy(company, { kind: 'SET_NSU', source: 'NFE', nsu: '4711' });
    },
  },
  'a link that is asked for': {
    action: 'LINK_REQUESTED',
    ask: async ({ company, office }) => ({ path: `/companies/${company.id}/links`, body: { officeId: office.id } }),
  },
  'a link that is ended': {
    action: 'LINK_ENDED',
    ask: async ({ company, office }) => {
      await linkOf(panel.orm, office, company);
      return { path: `/companies/${company.id}/links/${office.id}/end` };
    },
  },
  'a contingency': {
    action: 'CONTINGENCY_ENTERED',
    ask: async ({ company }) => ({
      path: `/companies/${company.id}/contingency/enter`,
      body: { documentType: 'NFE', reason: 'Sem internet desde as dez horas.' },
    }),
  },
  'a certificate': {
    action: 'CERTIFICATE_ADDED',
    ask: async () => {
      const taxId = cnpjOf((taxpayers += 1));
      const { body } = await post('/companies', companyForm(taxId), `company-${taxId}`);
      return {
        path: `/companies/${String(body['id'])}/certificates`,
        body: { pfx: certificates.fileFor(taxId), password },
      };
    },
  },
};

function remedy(company: Company, body: Record<string, unknown>): Act {
  return { path: `/companies/${company.id}/remedies`, body };
}

async function made(): Promise<Made> {
  return {
    company: (await newCompany(panel.orm, { settings: { ...shopSettings, ...manual } })).company,
    office: (await newOffice(panel.orm)).office,
  };
}

/** An answer without the link, which is shown once only, and the moment of reading. */
function said({ body: { link: _link, ...body } }: Answer): Record<string, unknown> {
  return body;
}

const rows = Object.entries(acts).map(([name, row]) => ({ name, ...row }));

test.each(rows)(
  '$name: three at once with one key act once, and each is told the same, as is who comes later',
  async (row) => {
    const { path, body } = await row.ask(await made());
    const [before, once] = [await entries(row.action), randomUUID()];
    const answers = await Promise.all([post(path, body, once), post(path, body, once), post(path, body, once)]);
    answers.push(await post(path, body, once));
    const [first] = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null);
    expect(answers.map(({ headers }) => headers.get('idempotent-replayed')).toSorted()).toEqual(
      [null, 'true', 'true', 'true'].toSorted(),
    );
    expect([200, 201]).toContain(first!.status);
    for (const each of answers) {
      expect([200, first!.status]).toContain(each.status);
      expect(said(each)).toEqual(said(first!));
    }
    expect(await entries(row.action)).toBe(before + 1);
  },
);

test.each(rows)('$name: what cannot be claimed is not done, and its key is free for the same request', async (row) => {
  const { path, body } = await row.ask(await made());
  const [before, once] = [await entries(row.action), randomUUID()];
  const constraint = `alter table operator_request add constraint dies check (idempotency_key <> '${once}') not valid`;
  await em().execute(constraint);
  try {
    expect((await post(path, body, once)).status).toBe(500);
  } finally {
    await em().execute('alter table operator_request drop constraint dies');
  }
  expect(await entries(row.action)).toBe(before);
  const again = await post(path, body, once);
  expect([again.headers.get('idempotent-replayed'), again.status < 300]).toEqual([null, true]);
  expect(await entries(row.action)).toBe(before + 1);
});

test.each(rows)('$name: the same key with another body, or at another address, is refused', async (row) => {
  const { path, body } = await row.ask(await made());
  const once = randomUUID();
  await post(path, body, once);
  const other = await row.ask(await made());
  const isSame = other.path === path && JSON.stringify(other.body) === JSON.stringify(body);
  expect(isSame).toBe(false);
  expect(await post(other.path, other.body, once)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_mismatch' },
  });
});

test('a secret that was replaced since then is shown to no repetition', async () => {
  const { path } = await acts['the secret of a company’s endpoint']!.ask(await made());
  const first = await post(path, undefined, 'first');
  expect(first.body['secret']).toEqual(expect.stringMatching(/^whsec_/));
  expect((await post(path, undefined, 'first')).body['secret']).toBe(first.body['secret']);
  const second = await post(path, undefined, 'second');
  expect(second.body['secret']).not.toBe(first.body['secret']);
  expect(await post(path, undefined, 'first')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const kept = JSON.stringify(await em().execute('select * from operator_request'));
  for (const { body } of [first, second]) expect(kept).not.toContain(String(body['secret']));
});

test('a repetition finds an invitation that was answered meanwhile', async () => {
  const { company } = await made();
  const body = { email: `caio-${randomUUID()}@example.com`, role: 'COMPANY_ADMIN' };
  const first = await post(`/companies/${company.id}/people`, body, 'caio');
  const link = new URL(String(first.body['link']));
  const accepted = await panel.browser().post(link.pathname, { nome: 'Caio Lima', senha: 'cavalo bateria grampo' });
  expect(accepted.status).toBe(303);
  const again = await post(`/companies/${company.id}/people`, body, 'caio');
  expect([again.status, said(again)]).toEqual([200, said(first)]);
});
