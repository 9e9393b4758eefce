import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addDocument, addEvent, newCompany } from '../operations/lists/documents-to-sync.ts';
import { testOrm } from '../support/servers/parts.ts';

let orm: Orm;
let company: string;
let id: string;
beforeAll(async () => {
  orm = await testOrm();
  company = await newCompany(orm, '11222333000181');
  id = await addDocument(acrossCompanies(orm), company, 'new');
});
afterAll(() => orm.close());

/** Columns that callers see, each with another value. A new column must be added here or below. */
const shown = {
  status: `'REJECTED'`,
  number: '7',
  series: '3',
  access_key: `'35'`,
  total_value: '11',
  issue_date_time: `'2026-11-01'`,
  authorization_date: `'2026-11-01'`,
  protocol_number: `'135'`,
  nfse_number: `'1'`,
  verification_code: `'1'`,
  c_stat: `'100'`,
  rejection_reason: `'x'`,
  alerts: `'[]'`,
  cancellation_reason: `'x'`,
  cancellation_date: `'2026-11-01'`,
  client_snapshot: `'{"name":"x"}'`,
  payload: `'{"type":"NFE"}'`,
  computed: `'{}'`,
  run_id: `gen_random_uuid()`,
  waiting_for: `'x'`,
  waiting_kind: `'PERSON'`,
  waiting_until: `'2026-11-01'`,
  external_id: `'x'`,
  issued_by_office: `'x'`,
  contingency_mode: `'SVC'`,
  contingency_transmit_by: `'2026-11-01'`,
  updated_at: `'2026-11-01'`,
};
/** Columns that callers do not see, or that never change. */
const hidden = {
  is_denied: 'true',
  client_id: 'null',
  attempt: '5',
  request_id: `'x'`,
  // changes only with waiting_kind
  waiting_since: 'now()',
  waiting_told: `'PERSON'`,
  // change only with contingency_mode
  contingency_since: 'now()',
  contingency_reason: `'x'`,
  claimed_at: 'now()',
  idempotency_key: `'x'`,
  idempotency_fingerprint: `'x'`,
  created_by: 'gen_random_uuid()',
  created_at: 'now()',
};
const fixed = ['id', 'company_id', 'type', 'environment', 'issue_month'];

test('every column of a document is seen by callers, hidden from them, or fixed', async () => {
  const columns = await acrossCompanies(orm).execute<{ name: string }[]>(
    `select column_name as name from information_schema.columns where table_name = 'document'`,
  );
  expect(columns.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(shown), ...Object.keys(hidden), ...fixed].toSorted(),
  );
});

test('a change of what callers see marks the document, and a change of anything else does not', async () => {
  const marked: string[] = [];
  for (const [column, value] of Object.entries({ ...shown, ...hidden })) {
    if (await isMarkedBy(`update document set ${column} = ${value}`)) marked.push(column);
  }
  expect(marked).toEqual(Object.keys(shown));
});

test('a write that changes nothing marks nothing', async () => {
  expect(await isMarkedBy('update document set updated_at = updated_at, payload = payload')).toBe(false);
});

test('an event marks its document when it has ended', async () => {
  const em = acrossCompanies(orm);
  const event = await addEvent(em, company, id);
  expect(await isMarkedBy(`update document_event set reason = 'espera' where id = '${event}'`)).toBe(false);
  for (const status of ['REJECTED', 'REGISTERED']) {
    expect(await isMarkedBy(`update document_event set status = '${status}' where id = '${event}'`)).toBe(true);
  }
});

test('an event that others registered about the document marks it, and one about another key does not', async () => {
  const came = (key: string) => `
    insert into received_document (id, company_id, environment, model, schema_type, nsu, access_key, event_code, event_sequence,
      emission_date, status, role, has_full_xml, received_at, updated_at)
    values (gen_random_uuid(), '${company}', 'PRODUCTION', 'NFE', 'PROC_EVENTO', 1, '${key}', '210200', 1, now(), 'REGISTERED', 'OTHER',
      true, now(), now())`;
  await acrossCompanies(orm).execute(`update document set access_key = '3526'`);
  expect(await isMarkedBy(came('3527'))).toBe(false);
  expect(await isMarkedBy(came('3526'))).toBe(true);
});

test('documents that were there before are numbered in the order of their last changes', async () => {
  const em = acrossCompanies(orm);
  const other = await addDocument(em, company, 'older');
  await em.execute(`update document set updated_at = '2026-01-01' where id = ?`, [other]);
  await orm.migrator.down({ to: 'Migration20261123030000_offices' });
  await orm.migrator.up();
  const rows = await em.execute<{ id: string; seq: string }[]>(
    'select document_id as id, seq::text from document_sync where company_id = ? order by document_sync.seq',
    [company],
  );
  expect(rows).toEqual([
    { id: other, seq: '1' },
    { id, seq: '2' },
  ]);
  const [counter] = await em.execute('select last::text from sync_counter where company_id = ?', [company]);
  expect(counter).toEqual({ last: '2' });
});

test('a document that is removed leaves its mark behind, until that is undone', async () => {
  const em = acrossCompanies(orm);
  const removed = await addDocument(em, company, 'removed');
  await em.execute(`update document set external_id = 'sale' where id = ?`, [removed]);
  await em.execute('update document_sync set seq = 1 where document_id = ?', [removed]);
  await em.execute('delete from document where id = ?', [removed]);
  const mark = 'select seq, external_id as sale from document_sync where document_id = ?';
  expect(await em.execute(mark, [removed])).toEqual([{ seq: null, sale: 'sale' }]);
  await orm.migrator.down({ to: 'Migration20261124030000_judge' });
  expect(await em.execute('select from document_sync where document_id = ?', [removed])).toEqual([]);
  await orm.migrator.up();
});

/** Whether a statement marks the document, which was numbered before, as changed. */
async function isMarkedBy(sql: string): Promise<boolean> {
  const em = acrossCompanies(orm);
  await em.execute('update document_sync set seq = 1 where document_id = ?', [id]);
  await em.execute(sql);
  const [row] = await em.execute<{ marked: boolean }[]>(
    'select seq is null as marked from document_sync where document_id = ?',
    [id],
  );
  return row?.marked ?? false;
}
