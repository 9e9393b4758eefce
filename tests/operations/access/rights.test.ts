import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { operatorRole, panelRole, tenantRole, workerRole } from '../../../domain/companies/ownership.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { receive } from '../../support/rows/received-files.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { matrix } from './rights-matrix.ts';

let owner: Orm;
let api: Orm;
let worker: Orm;
let companyId: string;
/** The rows that the tests attack: an authorized document with XML, calls, events and proofs; one under way; and a received note. */
let issued: string;
let underWay: string;
let received: string;

beforeAll(async () => {
  const url = await testDatabase();
  owner = await patientOrm(url);
  [api, worker] = await Promise.all([patientOrm(byLogin(url, 'api')), patientOrm(byLogin(url, 'worker'))]);
  const company = await createCompany(acrossCompanies(owner), demoCompany);
  companyId = company.id;
  issued = (await processingDocument(owner, company)).id;
  underWay = (await processingDocument(owner, company)).id;
  received = (await receive(owner, company, { nsu: 1 })).id;
  for (const sql of history)
    await acrossCompanies(owner).execute(
      sql.replaceAll('$company', companyId).replaceAll('$issued', issued).replaceAll('$underWay', underWay),
    );
});
afterAll(() => Promise.all([owner, api, worker].map((orm) => orm.close())));

const history = [
  `update document set status = 'AUTHORIZED', series = 1, number = 7, access_key = repeat('3', 44), protocol_number = '135' where id = '$issued'`,
  `insert into emission (document_id, attempt, company_id, series, number, subject, access_key, signed_xml, digest_value, proc_xml, created_at)
   values ('$issued', 1, '$company', 1, 7, repeat('3', 44), repeat('3', 44), '<NFe/>', 'digest', '<nfeProc/>', now()),
     ('$underWay', 1, '$company', 1, 8, repeat('4', 44), repeat('4', 44), '<NFe/>', 'digest', null, now())`,
  `insert into emission (document_id, attempt, company_id, series, number, subject, access_key, signed_xml, digest_value, protocol_xml, created_at)
   values ('$issued', 2, '$company', 1, 7, repeat('5', 44), repeat('5', 44), '<NFe/>', 'digest', '<protNFe/>', now())`,
  `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at, ended_at, c_stat, answer)
   values (gen_random_uuid(), '$company', '11222333', 'PRODUCTION', 'NfeAutorizacao', repeat('3', 44), now(), now(), '100', '<retEnviNFe/>'),
     (gen_random_uuid(), '$company', '11222333', 'PRODUCTION', 'NfeAutorizacao', repeat('4', 44), now(), null, null, null)`,
  `insert into event (id, company_id, type, document_id, data, created_at)
   values ('evt_1', '$company', 'DOCUMENT_AUTHORIZED', '$issued', '{}', now())`,
  `insert into document_event (id, company_id, document_id, type, code, sequence, status, attempt, protocol, c_stat, signed_xml, proc_xml,
     correction, occurred_at, registered_at, created_at, updated_at)
   values (gen_random_uuid(), '$company', '$issued', 'CORRECTION_LETTER', '110110', 1, 'REGISTERED', 1, '135', '135', '<evento/>', '<procEventoNFe/>',
       'Onde se lê', now(), now(), now(), now()),
     (gen_random_uuid(), '$company', '$issued', 'CORRECTION_LETTER', '110110', 2, 'PENDING', 1, null, null, null, null,
       'Onde se lê', now(), null, now(), now()),
     (gen_random_uuid(), '$company', '$issued', 'CORRECTION_LETTER', '110110', 3, 'REJECTED', 1, null, '596', '<evento/>', null,
       'Onde se lê', now(), null, now(), now())`,
  `insert into delivery_proof (event_id, company_id, content) select id, '$company', 'proof' from document_event where sequence in (1, 2)`,
  `insert into inutilization (id, company_id, environment, model, series, start_number, end_number, year, justification, status, attempt, protocol,
     signed_xml, proc_xml, created_at, updated_at)
   values (gen_random_uuid(), '$company', 'PRODUCTION', '55', 1, 9, 9, '26', 'Pulado', 'AUTHORIZED', 1, '135', '<inutNFe/>', '<procInutNFe/>', now(), now())`,
];

test('the matrix has a row of each table, with the rights that its logins have in this database', async () => {
  expect(await rightsInForce()).toEqual(
    Object.fromEntries(
      Object.entries(matrix).map(([table, { tenant, worker: theirs }]) => [table, { tenant, worker: theirs }]),
    ),
  );
});

test('who may delete from a table has a reason, and nobody empties one or makes a trigger of it', async () => {
  for (const [table, { deletes, ...rights }] of Object.entries(matrix)) {
    const may = Object.values(rights).some((each) => each.includes('delete'));
    expect([table, may]).toEqual([table, deletes !== undefined]);
  }
  const beyond = await acrossCompanies(owner).execute(
    `select relname, role, may from pg_class, unnest(array['${tenantRole}', '${workerRole}']) role, unnest(array['truncate', 'trigger', 'references']) may
     where relnamespace = 'public'::regnamespace and relkind in (${kinds}) and has_table_privilege(role, oid, may)`,
  );
  expect(beyond).toEqual([]);
});

/** XML, answers and proofs by table, which no login can change once they are written, not even the owner's. */
const written = {
  emission: ['signed_xml', 'proc_xml', 'protocol_xml', 'digest_value', 'access_key', 'number'],
  authority_call: ['answer', 'c_stat'],
  document_event: ['signed_xml', 'proc_xml'],
  inutilization: ['signed_xml', 'proc_xml'],
  delivery_proof: ['content'],
  received_file: ['content'],
};
/** The condition of a complete row, by table. */
const complete: Record<string, string> = {
  emission: 'proc_xml is not null or protocol_xml is not null',
  authority_call: 'answer is not null',
  document_event: `status = 'REGISTERED'`,
  delivery_proof: `event_id in (select id from document_event where status = 'REGISTERED')`,
};

test('the table of what no login rewrites has every column with XML', async () => {
  const columns = await acrossCompanies(owner).execute<{ table: string; column: string }[]>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and column_name like '%xml' and data_type in ('text', 'bytea')`,
  );
  expect(columns.length).toBeGreaterThan(5);
  const kept = Object.entries(written).flatMap(([table, names]) => names.map((column) => ({ table, column })));
  expect(kept).toEqual(expect.arrayContaining(columns));
});

test.each(Object.entries(written).flatMap(([table, columns]) => columns.map((column) => [table, column] as const)))(
  'no login rewrites %s.%s, empties it, or deletes its row',
  async (table, column) => {
    const where = complete[table] ?? 'true';
    const before = await acrossCompanies(owner).execute(`select * from ${table} order by 1`);
    const forged = column === 'content' ? `'forged'::bytea` : column === 'number' ? '999' : `'forged'`;
    const acts = [
      `update ${table} set ${column} = ${forged} where ${where}`,
      `update ${table} set ${column} = null where ${where}`,
    ];
    for (const act of acts) {
      await expect(byOwner(act)).rejects.toThrow(refused);
      await expect(byWorker(act)).rejects.toThrow(refused);
      await expect(byTenant(act)).rejects.toThrow(refused);
    }
    for (const by of [byTenant, byWorker])
      await expect(by(`delete from ${table}`)).rejects.toThrow('permission denied');
    expect(await acrossCompanies(owner).execute(`select * from ${table} order by 1`)).toEqual(before);
  },
);

test.each<[string, () => string]>([
  ['issues a document by itself', () => `update document set status = 'AUTHORIZED' where id = '${underWay}'`],
  ['takes an authorized one back', () => `update document set status = 'DRAFT' where id = '${issued}'`],
  ['cancels one by itself', () => `update document set status = 'CANCELLED' where id = '${issued}'`],
  ['changes what an authorized one sold', () => `update document set total_value = 1 where id = '${issued}'`],
  ['gives one another number', () => `update document set number = 9 where id = '${underWay}'`],
  ['brings an authorized one in', () => copyOf('document', `'AUTHORIZED'`)],
  ['brings one with a number in', () => copyOf('document', `'DRAFT'`)],
  ['registers an event by itself', () => `update document_event set status = 'REGISTERED' where status = 'PENDING'`],
  ['unregisters one', () => `update document_event set status = 'REJECTED' where status = 'REGISTERED'`],
  [
    'changes a letter that is registered',
    () => `update document_event set correction = 'x' where status = 'REGISTERED'`,
  ],
  ['signs an event by itself', () => `update document_event set signed_xml = '<evento/>' where status = 'PENDING'`],
  [
    'says that the authority spoke',
    () => `insert into event (id, company_id, type, data, created_at)
     values ('evt_2', '${companyId}', 'DOCUMENT_AUTHORIZED', '{}', now())`,
  ],
  ['takes a given-up number back', () => `update inutilization set status = 'REJECTED'`],
  [
    'hears of an answer that nobody gave',
    () => `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at)
     values (gen_random_uuid(), '${companyId}', '1', 'PRODUCTION', 'NfeAutorizacao', 'x', now())`,
  ],
  ['receives a note that nobody sent', () => `insert into received_document (id) values (gen_random_uuid())`],
  ['skips entries of a source', () => `update distribution set last_nsu = 99`],
  ['draws a number again', () => `delete from number_series`],
])('a company that %s is refused by the database', async (_what, sql) => {
  await expect(byTenant(sql())).rejects.toThrow(refused);
});

test('a company removes a draft, and nothing that has a number or is under way', async () => {
  const { id } = await processingDocument(owner, { id: companyId, environment: 'PRODUCTION' });
  await acrossCompanies(owner).execute(`update document set status = 'DRAFT' where id = ?`, [id]);
  await byTenant(
    'delete from document where id not in (select document_id from document_event where document_id is not null)',
  );
  const left = await acrossCompanies(owner).execute<{ id: string }[]>('select id from document');
  expect(left.map((row) => row.id).toSorted()).toEqual([issued, underWay].toSorted());
});

test.each<[string, () => string]>([
  ['unregisters an event', () => `update document_event set status = 'PENDING' where status = 'REGISTERED'`],
  ['takes an authorized document back', () => `update document set status = 'REJECTED' where id = '${issued}'`],
  ['takes a given-up number back', () => `update inutilization set status = 'REJECTED'`],
  ['rewrites what happened', () => `update event set data = '{}'`],
  [
    'puts a whole note before its parts',
    () => `update emission set proc_xml = '<forged/>' where protocol_xml is not null`,
  ],
  [
    'puts a protocol beside a whole note',
    () => `update emission set protocol_xml = '<forged/>' where proc_xml is not null`,
  ],
  ['rewrites when a call began', () => `update authority_call set started_at = now()`],
  ['gives a file to another note', () => `update received_file set received_document_id = null`],
])('not even the worker %s', async (_what, sql) => {
  await expect(byWorker(sql())).rejects.toThrow(refused);
});

test('the worker completes once what is incomplete, and the same again changes nothing', async () => {
  const acts = [
    `update emission set protocol_xml = '<protNFe/>', proc_xml = null where document_id = '${underWay}'`,
    `update authority_call set ended_at = now(), c_stat = '100', answer = '<retEnviNFe/>' where subject = repeat('4', 44)`,
  ];
  for (const act of [...acts, ...acts]) await byWorker(act);
  await expect(byWorker(acts[0]!.replace('<protNFe/>', '<other/>'))).rejects.toThrow(refused);
  await expect(byWorker(acts[1]!.replace('<ret', '<other'))).rejects.toThrow(refused);
});

test('a company tries a refused event again: its XML makes room, and its proof is another until it is signed', async () => {
  await byTenant(
    `update document_event set status = 'PENDING', attempt = 2, signed_xml = null, c_stat = null where status = 'REJECTED'`,
  );
  const proof = `update delivery_proof set content = 'newer' where event_id in (select id from document_event where sequence = 2)`;
  await byTenant(proof);
  await byWorker(`update document_event set signed_xml = '<evento/>' where status = 'PENDING'`);
  await expect(byTenant(proof.replace('newer', 'newest'))).rejects.toThrow(refused);
  await expect(byWorker(`update document_event set signed_xml = null where status = 'PENDING'`)).rejects.toThrow(
    refused,
  );
});

test('a company’s word on a received note is its own, and what came stays as it came', async () => {
  await byTenant(`update received_document set manifestation = 'CONFIRMADA' where id = '${received}'`);
  await expect(byTenant(`update received_document set total_value = 1`)).rejects.toThrow('permission denied');
});

test('no login changes or deletes an entry, not even the owner’s; one of six years ago is forgotten', async () => {
  const em = acrossCompanies(owner);
  for (const sql of [`update audit_entry set actor_name = 'x'`, 'delete from audit_entry', 'truncate audit_entry']) {
    await expect(em.execute(sql)).rejects.toThrow('is kept as it was written');
    for (const role of [tenantRole, panelRole, operatorRole, workerRole]) {
      const byRole = em.transactional(async (tx) => {
        await tx.execute(`select set_config('lavra.company_id', ?, true), set_config('lavra.office_id', ?, true)`, [
          companyId,
          companyId,
        ]);
        await tx.execute(`set local role ${role}`);
        await tx.execute(sql);
      });
      await expect(byRole, role).rejects.toThrow('permission denied');
    }
  }
  await em.execute(
    `insert into audit_entry (id, at, actor_kind, actor_name, action) values (gen_random_uuid(), now() - interval '6 years', 'SYSTEM', 'x', 'OLD')`,
  );
  const forget = async () =>
    (await em.execute<{ count: number }[]>('select forget_audit_entries(1000) as count'))[0]?.count;
  expect([await forget(), await forget()]).toEqual([1, 0]);
});

const refused = /permission denied|row-level security|is kept as it was written/;
const kinds = `'r', 'p', 'v', 'm', 'f'`;

async function byTenant(sql: string): Promise<void> {
  await inCompany(api, companyId, (em) => em.execute(sql));
}

async function byWorker(sql: string): Promise<void> {
  await acrossCompanies(worker).execute(sql);
}

async function byOwner(sql: string): Promise<void> {
  await acrossCompanies(owner).execute(sql);
}

function copyOf(table: 'document', status: string): string {
  return `insert into ${table} (id, company_id, type, environment, status, number, access_key, total_value, issue_date_time, client_snapshot, payload,
      created_at, updated_at)
    select gen_random_uuid(), company_id, type, environment, ${status}, 99, null, total_value, issue_date_time, client_snapshot, payload, now(), now()
    from ${table} limit 1`;
}

/** The rights of both logins by table, from PostgreSQL's catalogue. */
async function rightsInForce(): Promise<Record<string, Record<'tenant' | 'worker', string>>> {
  const of = (role: string) => `concat_ws(', ',
    case when has_table_privilege('${role}', c.oid, 'select') then 'select' else ${columnsOf(role, 'select')} end,
    case when has_table_privilege('${role}', c.oid, 'insert') then 'insert' end,
    case when has_table_privilege('${role}', c.oid, 'update') then 'update' else ${columnsOf(role, 'update')} end,
    case when has_table_privilege('${role}', c.oid, 'delete') then 'delete' end)`;
  const rows = await acrossCompanies(owner).execute<{ name: string; tenant: string; worker: string }[]>(
    `select c.relname as name, ${of(tenantRole)} as tenant, ${of(workerRole)} as worker from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in (${kinds})`,
  );
  return Object.fromEntries(rows.map(({ name, ...rights }) => [name, rights]));
}

const columnsOf = (role: string, act: string): string => `(
  select '${act}(' || string_agg(attname, ' ' order by attname) || ')' from pg_attribute
  where attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege('${role}', c.oid, attnum, '${act}'))`;
