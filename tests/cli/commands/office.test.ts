import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { ApiKey } from '../../../domain/access/api-key.entity.ts';
import { looksLikeApiKey } from '../../../domain/access/key.ts';
import { officeScopes } from '../../../domain/access/scopes.ts';
import { Office } from '../../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const taxId = '22333444000181';
let orm: Orm;
let settings: Record<string, string>;
beforeAll(async () => {
  const url = await testDatabase();
  settings = { DATABASE_URL: url };
  orm = await patientOrm(url);
  await createCompany(acrossCompanies(orm), companyForm);
  const args = [
    '--tax-id',
    '22.333.444/0001-81',
    '--name',
    ' Contábil  Horizonte ',
    '--email',
    'contato@horizonte.example',
  ];
  const { code } = await lavra(['office', 'create', ...args], settings);
  expect(code).toBe(0);
});
afterAll(() => orm.close());

test('an office is kept without the punctuation of its tax id, and is listed', async () => {
  const office = await acrossCompanies(orm).findOneOrFail(Office, { taxId });
  expect(office).toMatchObject({ name: 'Contábil Horizonte', email: 'contato@horizonte.example', suspendedAt: null });
  const { answer } = await lavraJson(['office', 'list'], settings);
  expect(answer).toEqual([expect.objectContaining({ id: office.id, taxId, name: 'Contábil Horizonte' })]);
  const { out } = await lavra(['office', 'list'], settings);
  expect(out).toContain('22.333.444/0001-81');
});

test('an accountant who works alone has a CPF, and needs no e-mail', async () => {
  const { answer } = await lavraJson(
    ['office', 'create', '--tax-id', '529.982.247-25', '--name', 'Ana Lima'],
    settings,
  );
  expect(answer).toMatchObject({ taxId: '52998224725', email: null });
});

test.each([
  ['a tax id with a wrong check digit', ['--tax-id', '22333444000180', '--name', 'Outro'], 'validation_error'],
  ['an empty name', ['--tax-id', '33444555000181', '--name', ' '], 'validation_error'],
  ['a name of two lines', ['--tax-id', '33444555000181', '--name', 'A\u0007B'], 'validation_error'],
  ['no e-mail', ['--tax-id', '33444555000181', '--name', 'Outro', '--email', 'contato'], 'validation_error'],
  ['a tax id that another office has', ['--tax-id', taxId, '--name', 'Outro'], 'office_exists'],
])('%s is refused', async (_what, args, expected) => {
  const { code, error } = await lavraJson(['office', 'create', ...args], settings);
  expect({ code, error }).toMatchObject({ code: 1, error: { error: { code: expected } } });
});

test('an office is suspended and works again, and neither changes anything a second time', async () => {
  const { answer: first } = await lavraJson(['office', 'suspend', taxId], settings);
  expect(first).toMatchObject({ taxId, suspendedAt: expect.any(String) });
  expect((await lavraJson(['office', 'suspend', '22.333.444/0001-81'], settings)).answer).toEqual(first);
  expect((await lavraJson(['office', 'resume', taxId], settings)).answer).toMatchObject({ suspendedAt: null });
  expect((await lavraJson(['office', 'resume', taxId], settings)).answer).toMatchObject({ suspendedAt: null });
});

test('an office that is not there is distinguished from one that is', async () => {
  const { code, err } = await lavra(['office', 'suspend', '11444777000161'], settings);
  expect([code, err]).toEqual([1, expect.stringContaining('veja "office list". [office_not_found]')]);
});

test('a key belongs to an office as to a company, with the scopes of its kind', async () => {
  const args = ['key', 'create', '--office', taxId, '--name', 'portal', '--scopes', 'documents:read,portfolio:write'];
  const { answer } = await lavraJson(args, settings);
  const { id = '', key = '', officeId, companyId, scopes } = answer as Record<string, string>;
  expect([key.slice(0, 3), looksLikeApiKey(key)]).toEqual(['ok_', true]);
  const office = await acrossCompanies(orm).findOneOrFail(Office, { taxId });
  expect({ officeId, companyId, scopes }).toEqual({
    officeId: office.id,
    companyId: null,
    scopes: ['documents:read', 'portfolio:write'],
  });
  expect(await acrossCompanies(orm).findOneOrFail(ApiKey, { id })).toMatchObject({ office: office.id, company: null });
  const all = await lavraJson(['key', 'create', '--office', taxId, '--name', 'tudo', '--all-scopes'], settings);
  expect(all.answer).toMatchObject({ scopes: [...officeScopes] });
  const ofCompany = ['key', 'create', '--company', companyForm.taxId, '--name', 'ERP', '--all-scopes'];
  expect((await lavraJson(ofCompany, settings)).answer).toMatchObject({ officeId: null });
  const listed = await lavraJson(['key', 'list', '--office', taxId], settings);
  expect((listed.answer as { name: string }[]).map(({ name }) => name)).toEqual(['tudo', 'portal']);
});

test.each([
  ['a key of nobody', [], 'invalid_input'],
  ['a key of both', ['--company', companyForm.taxId, '--office', taxId], 'invalid_input'],
  ['an office key with a company’s scope', ['--office', taxId, '--scopes', 'webhooks:read'], 'unknown_scope'],
  [
    'a company key with an office’s scope',
    ['--company', companyForm.taxId, '--scopes', 'portfolio:write'],
    'unknown_scope',
  ],
  ['a key of an unknown office', ['--office', '11444777000161'], 'office_not_found'],
])('%s is refused', async (_what, args, expected) => {
  const { code, error } = await lavraJson(['key', 'create', '--name', 'x', ...args], settings);
  expect({ code, error }).toMatchObject({ code: 1, error: { error: { code: expected } } });
});

test('keys are listed of one owner at most', async () => {
  const { error } = await lavraJson(['key', 'list', '--company', companyForm.taxId, '--office', taxId], settings);
  expect(error).toMatchObject({ error: { code: 'invalid_input' } });
});
