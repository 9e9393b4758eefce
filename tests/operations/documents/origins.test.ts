import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { buildAccessKey } from '../../../domain/access-key.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { originsOf } from '../../../operations/documents/references.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { newCompany } from '../../api/fixture.ts';
import { computedNote } from '../../support/samples/notes.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let company: Company;
beforeAll(async () => {
  orm = await testOrm();
  ({ company } = await newCompany(orm));
});
afterAll(() => orm.close());

const content = contentOf(computedNote());
const { note, icms, fcp, icmsDestination, fcpDestination } = content.totals;
const whole = { note, icms, fcp, icmsDestination, fcpDestination };

test('own notes are known whole, received ones by their value', async () => {
  const [own, received] = [keyOf(1), keyOf(2)];
  await addOwn(own);
  await addReceived(received, '77.70');
  expect(await originsIn([own, received, own])).toEqual([whole, { note: '77.70' }]);
});

test('nothing is known of a return of which one note is not, or is no NF-e, or was never authorized', async () => {
  const [own, draft] = [keyOf(3), keyOf(4)];
  await addOwn(own);
  await addOwn(draft, null);
  expect(await originsIn([own])).toEqual([whole]);
  expect(await originsIn([own, keyOf(9)])).toBeUndefined();
  expect(await originsIn([own, draft])).toBeUndefined();
  expect(await originsIn([keyOf(3, '65')])).toBeUndefined();
});

test('neither is it of another company’s notes, nor of those of the other environment', async () => {
  const [own, tried] = [keyOf(5), keyOf(6)];
  await addOwn(own);
  await addOwn(tried, 'now()', 'PRODUCTION');
  const { company: other } = await newCompany(orm);
  expect(await originsIn([own], other)).toBeUndefined();
  expect(await originsIn([tried])).toBeUndefined();
});

test('a sale that is no return looks nothing up', async () => {
  const key = keyOf(7);
  await addOwn(key);
  const sale = { purpose: null, items: [{ referencedItem: { accessKey: key, number: 1 } }] };
  expect(await inCompany(orm, company.id, (em) => originsOf(em, of(company), sale))).toBeUndefined();
});

function of({ id }: Company) {
  return { company: id, environment: 'HOMOLOGATION' as const };
}

function originsIn(keys: string[], whose = company) {
  const items = keys.map((accessKey, at) => ({ referencedItem: { accessKey, number: at + 1 } }));
  return inCompany(orm, whose.id, (em) => originsOf(em, of(whose), { purpose: 'RETURN', items }));
}

function keyOf(number: number, model: '55' | '65' = '55'): string {
  return buildAccessKey({
    ...{ stateCode: '35', yearMonth: '2611', taxId: '11222333000181', model, series: 1 },
    ...{ number, emissionType: '1', cNF: '11630362' },
  });
}

async function addOwn(key: string, authorized: 'now()' | null = 'now()', environment = 'HOMOLOGATION'): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into document (id, company_id, type, environment, status, access_key, total_value, issue_date_time, authorization_date,
       client_snapshot, payload, computed, attempt, created_at, updated_at)
     values (gen_random_uuid(), ?, 'NFE', ?, ?, ?, 100, now(), ${authorized ?? 'null'}, '{}', '{}', ?::jsonb, 1, now(), now())`,
    [company.id, environment, authorized ? 'AUTHORIZED' : 'REJECTED', key, JSON.stringify(content)],
  );
}

async function addReceived(key: string, value: string): Promise<void> {
  await acrossCompanies(orm).execute(
    `insert into received_document (id, company_id, environment, model, schema_type, nsu, access_key, total_value, emission_date, status, role,
       has_full_xml, received_at, updated_at)
     values (gen_random_uuid(), ?, 'HOMOLOGATION', 'NFE', 'RES_NFE', 1, ?, ?, now(), 'AUTHORIZED', 'RECIPIENT', false, now(), now())`,
    [company.id, key, value],
  );
}

function contentOf({ issuer: _issuer, ...content }: ComputedNote) {
  return content;
}
