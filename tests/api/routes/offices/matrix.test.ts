import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiKey } from '../../../../domain/access/api-key.entity.ts';
import { newApiKey } from '../../../../domain/access/key.ts';
import { type OfficeScope, officeScopes } from '../../../../domain/access/scopes.ts';
import { Company } from '../../../../domain/companies/company.entity.ts';
import type { Office } from '../../../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { createKey, revokeKey, setSuspended } from '../../../../operations/provisioning.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { newCompany, startApi, type TestApi } from '../../fixture.ts';
import {
  about,
  type OperationAddress,
  companyOperations,
  isMounted,
  nobody,
  officeOperations,
  type Row,
  rows,
} from './rows.ts';

type World = Awaited<ReturnType<typeof prepare>>;
type Refusal = readonly [status: number, code: string];
/** The key of a request, and the company in its path, if the operation has one. */
type CallerHeaders = { authorization?: string; companyId?: string };
type Cell = readonly [what: string, ask: (world: World, row: Row) => CallerHeaders, Refusal];

const officeKeyRequired = [401, 'office_key_required'] as const;
const invalid = [401, 'invalid_api_key'] as const;
const inactive = [403, 'accounting_mode_inactive'] as const;
const limited = [429, 'rate_limited'] as const;
const noScope = [403, 'insufficient_scope'] as const;
const notInPortfolio = [403, 'company_not_in_portfolio'] as const;
const notAllowed = [403, 'office_issuing_not_allowed'] as const;

let api: TestApi;
let world: World;
beforeAll(async () => {
  api = await startApi();
  world = await prepare();
});
afterAll(() => api.close());

test('every operation of offices has a row, and every row an operation', () => {
  expect(Object.keys(rows).toSorted()).toEqual(officeOperations.map(({ id }) => id).toSorted());
});

/** Refusals because of the key. The company in the path is one that a live key could work for, unless the case is about that. */
const keys: Cell[] = [
  ['no key', () => ({}), [401, 'missing_api_key']],
  ['an empty header', () => ({ authorization: ' ' }), [401, 'missing_api_key']],
  ['a company’s key', ({ companyKeys }) => bearer(companyKeys.live), officeKeyRequired],
  ['a company’s key that is revoked', ({ companyKeys }) => bearer(companyKeys.revoked), officeKeyRequired],
  ['what only begins as a company’s key', () => bearer('ck_1'), officeKeyRequired],
  ['what only begins as an office’s key', () => bearer('ok_1'), invalid],
  ['a mistyped key', ({ live }) => bearer(`${live.slice(0, -1)}!`), invalid],
  ['no key of ours', () => bearer('secret'), invalid],
  ['another scheme', ({ live }) => ({ authorization: `Basic ${live}` }), invalid],
  ['a key that was never issued', () => bearer(newApiKey('ok')), invalid],
  ['a revoked key', ({ revoked }) => bearer(revoked), invalid],
  ['an expired key', ({ expired }) => bearer(expired), invalid],
  ['a revoked key of a suspended office', ({ suspended }) => bearer(suspended.revoked), invalid],
  ['a suspended office', ({ suspended, companies }) => bearer(suspended.live, companies.ofSuspended), inactive],
  ['a suspended office over its rate', ({ suspended }) => bearer(suspended.spent), inactive],
  ['a suspended office without scope or link', ({ suspended }) => bearer(suspended.scopeless, nobody), inactive],
  ['a key over its rate', ({ spent, companies }) => bearer(spent.live, companies.allowed), limited],
  ['a key over its rate, without scope or link', ({ spent }) => bearer(spent.scopeless, nobody), limited],
];

const scopes: Cell[] = [
  ['a key without scopes', ({ scopeless, companies }) => bearer(scopeless, companies.allowed), noScope],
  ['a key with every other scope', ({ allBut, companies }, row) => bearer(allBut(row), companies.allowed), noScope],
  ['one without a link', ({ allBut }, row) => bearer(allBut(row), nobody), noScope],
];

const companies: Cell[] = [
  ['a company without a link', ({ only, companies }, row) => bearer(only(row), companies.unlinked), notInPortfolio],
  ['another office’s company', ({ only, companies }, row) => bearer(only(row), companies.ofOther), notInPortfolio],
  ['a PENDING link', ({ only, companies }, row) => bearer(only(row), companies.pending), notInPortfolio],
  ['a REFUSED link', ({ only, companies }, row) => bearer(only(row), companies.refused), notInPortfolio],
  ['an ENDED link', ({ only, companies }, row) => bearer(only(row), companies.ended), notInPortfolio],
  ['an inactive company', ({ only, companies }, row) => bearer(only(row), companies.inactive), notInPortfolio],
  ['a company that does not exist', ({ only }, row) => bearer(only(row), nobody), notInPortfolio],
  ...['x', '00000000-0000-0000-0000-000000000000', `${nobody}0`, '%00', "'--", '1e999'].map((companyId): Cell => [
    `${companyId} for a company`,
    ({ only }, row) => bearer(only(row), companyId),
    notInPortfolio,
  ]),
];

const withRow = officeOperations.map((asked) => ({ asked, row: rows[asked.id] ?? { scope: null } }));
const scoped = withRow.filter(({ row }) => row.scope !== null);
const mounted = withRow.filter(({ asked }) => isMounted(asked));
const issuing = withRow.filter(({ row }) => row.issues);

test.each(keys)('%s is refused by every operation', (_what, ask, refusal) => refused(withRow, ask, refusal));

test.each(scopes)('%s is refused by every operation with a scope', (_what, ask, refusal) =>
  refused(scoped, ask, refusal),
);

test.each(companies)('%s is refused by every operation on a company', (_what, ask, refusal) =>
  refused(mounted, ask, refusal),
);

test('a company that allows no issuing is refused by every operation that issues, and read by the others', async () => {
  const ask: Cell[1] = ({ only, companies }, row) => bearer(only(row), companies.readable);
  await refused(issuing, ask, notAllowed);
  await admitted(
    mounted.filter(({ row }) => !row.issues),
    ask,
  );
});

test('the scope of an operation alone, on a company that allows issuing, is enough for it', () =>
  admitted(withRow, ({ only, companies }, row) => bearer(only(row), companies.allowed)));

test('the body is looked at last', async () => {
  const withBody = withRow.filter(({ asked }) => asked.hasBody);
  const answers = await Promise.all(
    withBody.map(async ({ asked, row }) => {
      const { status, body } = await call(asked, bearer(world.only(row), world.companies.allowed), '{');
      return [asked.id, status, body.code];
    }),
  );
  expect(answers).toEqual(withBody.map(({ asked }) => [asked.id, 400, 'validation_error']));
});

test('an office’s key is none on the routes of companies', async () => {
  const answers = await Promise.all(
    companyOperations.map(async (asked) => {
      const { status, body } = await call(asked, bearer(world.live), '{');
      return [asked.id, status, body.code];
    }),
  );
  expect(companyOperations.length).toBeGreaterThan(60);
  expect(answers).toEqual(companyOperations.map(({ id }) => [id, ...invalid]));
});

/** Expects that each operation refuses, before it reads the body. */
async function refused(operations: typeof withRow, ask: Cell[1], refusal: Refusal): Promise<void> {
  const answers = await Promise.all(
    operations.map(async ({ asked, row }) => {
      const { status, body } = await call(asked, ask(world, row), '{');
      return [asked.id, status, body.code];
    }),
  );
  expect(operations).not.toEqual([]);
  expect(answers).toEqual(operations.map(({ asked }) => [asked.id, ...refusal]));
}

/** Expects that each operation gets past access control: the request itself is about nothing that exists. */
async function admitted(operations: typeof withRow, ask: Cell[1]): Promise<void> {
  const answers = await Promise.all(
    operations.map(async ({ asked, row }) => [asked.id, (await call(asked, ask(world, row), '{}')).status]),
  );
  const refusals = answers.filter(([, status]) => [401, 403, 429].includes(Number(status)) || Number(status) >= 500);
  expect(refusals).toEqual([]);
}

function call(asked: OperationAddress, { authorization, companyId }: CallerHeaders, body: string) {
  return api.call(asked.method, about(asked, companyId), {
    headers: authorization === undefined ? {} : { authorization },
    body: asked.hasBody ? body : undefined,
  });
}

function bearer(key: string, companyId: string = world.companies.allowed): CallerHeaders {
  return { authorization: `Bearer ${key}`, companyId };
}

/** One of everything that the cells need, made once. */
async function prepare() {
  const [{ office, key: live, keyId }, other, idle] = [
    await newOffice(api.orm),
    await newOffice(api.orm),
    await newOffice(api.orm),
  ];
  expect(keyId).toBeDefined();
  const own = await newCompany(api.orm);
  const revokedOfCompany = await createKey(acrossCompanies(api.orm), {
    company: own.company,
    name: 'teste',
    scopes: [],
  });
  await revokeKey(acrossCompanies(api.orm), revokedOfCompany.key.id);
  const keyWith = (of: Office, scopes: readonly OfficeScope[]) =>
    createKey(acrossCompanies(api.orm), {
      office: of,
      name: 'teste',
      scopes,
      ratePerSecond: 10_000,
      rateBurst: 10_000,
    });
  const secretWith = async (scopes: readonly OfficeScope[]) => (await keyWith(office, scopes)).secret;
  const byScope = new Map(
    await Promise.all(
      officeScopes.map(async (scope) => {
        const others = officeScopes.filter((each) => each !== scope);
        return [scope, { only: await secretWith([scope]), allBut: await secretWith(others) }] as const;
      }),
    ),
  );
  const scopeless = await secretWith([]);
  const keysOf = ({ scope }: Row) => (scope && byScope.get(scope)) ?? { only: scopeless, allBut: live };
  const suspended = {
    live: idle.key,
    revoked: await revoked(idle.office),
    spent: await spent(idle.office, officeScopes),
    scopeless: (await keyWith(idle.office, [])).secret,
  };
  const expired = await keyWith(office, officeScopes);
  await change(expired.key, { expiresAt: new Date(Date.now() - 1) });
  const companies = {
    allowed: await linked(office, { issuingAllowed: true }),
    readable: await linked(office),
    // It allows issuing, and still only an ACTIVE link counts.
    pending: await linked(office, { status: 'PENDING', issuingAllowed: true }),
    refused: await linked(office, { status: 'REFUSED', issuingAllowed: true }),
    ended: await linked(office, { status: 'ENDED', issuingAllowed: true }),
    inactive: await linked(office, { issuingAllowed: true }),
    ofOther: await linked(other.office, { issuingAllowed: true }),
    ofSuspended: await linked(idle.office, { issuingAllowed: true }),
    unlinked: (await newCompany(api.orm)).company.id,
  };
  await acrossCompanies(api.orm).nativeUpdate(Company, { id: companies.inactive }, { isActive: false });
  await setSuspended(api.orm, idle.office.id, true);
  return {
    live,
    companyKeys: { live: own.key, revoked: revokedOfCompany.secret },
    revoked: await revoked(office),
    expired: expired.secret,
    spent: { live: await spent(office, officeScopes), scopeless: await spent(office, []) },
    suspended,
    scopeless,
    only: (row: Row) => keysOf(row).only,
    allBut: (row: Row) => keysOf(row).allBut,
    companies,
  };

  async function revoked(of: Office): Promise<string> {
    const { key, secret } = await keyWith(of, officeScopes);
    await revokeKey(acrossCompanies(api.orm), key.id);
    return secret;
  }

  /** A key whose rate limit is used up for as long as the test runs. */
  async function spent(of: Office, scopes: readonly OfficeScope[]): Promise<string> {
    const { key, secret } = await keyWith(of, scopes);
    await acrossCompanies(api.orm).execute(
      'insert into rate_bucket (key_id, tokens, refilled_at) values (?, -1e9, now())',
      [key.id],
    );
    return secret;
  }

  function change({ id }: ApiKey, changes: Pick<ApiKey, 'expiresAt'>) {
    return acrossCompanies(api.orm).nativeUpdate(ApiKey, { id }, changes);
  }

  async function linked(of: Office, state: Parameters<typeof linkOf>[3] = {}): Promise<string> {
    const { company } = await newCompany(api.orm, { certificateEnds: null });
    await linkOf(api.orm, of, company, state);
    return company.id;
  }
}
