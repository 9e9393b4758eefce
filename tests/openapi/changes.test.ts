import { expect, test } from 'vitest';
import admin from '../../openapi/generated/admin.json' with { type: 'json' };
import bundle from '../../openapi/generated/openapi.json' with { type: 'json' };
import { contractNames, type ContractNames, hasBeyond, released } from '../../openapi/changes.ts';
import { openSite } from '../../site/site.ts';

const nothing = { operations: [], fields: {}, values: {} };
const now = contractNames(bundle);

/** Removals since a release, each with its reason: docs/migrating.md tells integrations about them. */
const agreed: Record<string, Partial<typeof nothing>> = {};

test.each(released())('the contract has all that $version named: no operation, field or value is gone', (release) => {
  expect(Object.keys(release.fields).length).toBeGreaterThan(1_000);
  expect(hasBeyond(release, now)).toEqual({ ...nothing, ...agreed[release.version] });
});

test.each([
  { name: 'a contract', contract: bundle },
  { name: 'the admin contract', contract: admin },
])('$name has nothing beyond itself', ({ contract }) => {
  expect(hasBeyond(contractNames(contract), contractNames(contract))).toEqual(nothing);
});

test('what is taken away is reported: an operation, a field with all that is in it, a value', () => {
  const before: ContractNames = {
    operations: { sell: 'POST /v1/sales', look: 'GET /v1/sales' },
    fields: { 'Sale.kind': ['A', 'B'], 'Sale.place': null, 'Sale.place.city': null, 'Gone.name': null },
  };
  const after: ContractNames = { operations: { sell: 'POST /v1/sales' }, fields: { 'Sale.kind': ['B', 'C'] } };
  expect(hasBeyond(before, after)).toEqual({
    operations: ['look'],
    fields: { Sale: ['place'] },
    values: { 'Sale.kind': ['A'] },
  });
  expect(hasBeyond(after, before)).toEqual({ ...nothing, values: { 'Sale.kind': ['C'] } });
});

test('the page tells what came since the last release, with links into the reference', () => {
  const site = openSite({ base: '/docs', reference: 'TRIED' });
  const page = site.asMarkdown(site.pages.get('mudancas')!);
  expect(page).toContain('## Na próxima versão');
  expect(page).toMatch(
    /\]\(\/docs\/referencia\/registerFiscalDocumentEvent\): `POST \/v1\/fiscal-documents\/\{id\}\/events`/,
  );
  expect(page).toMatch(/`FiscalDocumentCreation`: [^\n]*`governmentPurchase`/);
  expect(page).not.toContain('OfCompany');
});
