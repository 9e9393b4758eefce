import type { EntityManager } from '../../config/orm.ts';

/** Tables in the order of their references. */
const tables = ['received_document', 'received_file', 'payable'] as const;
type Table = (typeof tables)[number];

const noteOf: Record<Table, string> = {
  received_document: 't.id',
  received_file: 't.received_document_id',
  payable: 't.received_document_id',
};

/** The first and the last NSU of a lot. */
export type Nsus = { first: number; last: number };

/**
 * The rows that a lot left, as one INSERT for each table, for a neighbour: the lower bound of storing them.
 *
 * @param owner an ORM that sees all tables and columns
 */
export async function bareInserts(
  owner: EntityManager,
  { company, neighbour }: { company: { id: string }; neighbour: { id: string } },
  nsus: Nsus,
): Promise<string[]> {
  const inserts: string[] = [];
  for (const table of tables) {
    const insert = await bareInsert(owner, table, { from: company.id, to: neighbour.id, nsus });
    if (insert !== null) inserts.push(insert);
  }
  return inserts;
}

async function bareInsert(
  owner: EntityManager,
  table: Table,
  { from, to, nsus }: { from: string; to: string; nsus: Nsus },
): Promise<string | null> {
  const columns = await owner.execute<{ name: string }[]>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = ? and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const written = names.map((name) => `quote_nullable(${valueOf(name)})`).join(` || ',' || `);
  const [row] = await owner.execute<{ values: string | null }[]>(
    `select string_agg('(' || ${written} || ')', ',' order by t.id) as values
     from ${table} t join received_document d on d.id = ${noteOf[table]}
     where d.company_id = ?::uuid and d.nsu between ? and ?`,
    [to, from, nsus.first, nsus.last],
  );
  return row?.values ? `insert into ${table} (${names.join()}) values ${row.values}` : null;
}

/** New ids in the order of creation, so that the indexes have the same work. */
function valueOf(column: string): string {
  if (column === 'company_id') return '?::text';
  const isId = column === 'id' || column === 'received_document_id';
  return isId ? `left(t.${column}::text, 24) || left(md5(t.${column}::text), 12)` : `t."${column}"`;
}
