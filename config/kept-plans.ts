import type { EntityManager } from '@mikro-orm/postgresql';
import { flushesAhead, plansKept, sentAhead } from '../domain/statement-marks.ts';

type Connection = ReturnType<EntityManager['getConnection']>;
type Executor = ReturnType<Connection['getClient']>;
type CompiledQuery = Parameters<Executor['executeQuery']>[0];
type Value = string | number | bigint | boolean | Date | null | Uint8Array;

/**
 * Sends the statements of transactions that ask for it (`operations/keep-plans.ts`) as text and bound values; the ORM by itself writes the values
 * into the text. PostgreSQL then reuses the plan of a statement, and for larger statements planning takes longer than execution (decision 0089).
 * Statements whose values cannot be bound (lists, names, fragments of SQL) are sent as the ORM does it.
 */
export function sendKeptPlans(connection: Connection): void {
  const execute = connection.execute.bind(connection);
  const { transformRawResult } = connection as unknown as {
    transformRawResult: (result: unknown, method: string) => unknown;
  };
  const quicker = async (...args: Parameters<typeof execute>): Promise<unknown> => {
    const [asked, params = [], method = 'all'] = args;
    const executor = args[3] as (Executor & Marks) | undefined;
    const query = executor?.[flushesAhead] && isWrite(asked, method) ? `${sentAhead}${asked}` : asked;
    const sql = executor?.[plansKept] && typeof query === 'string' && isBindable(params) ? numbered(query) : null;
    if (!executor || sql === null || !Array.isArray(params)) return execute(query, ...rest(args));
    return transformRawResult.call(connection, await executor.executeQuery(compiled(sql, params.map(plain))), method);
  };
  connection.execute = quicker as typeof connection.execute;
}

type Marks = { [plansKept]?: boolean; [flushesAhead]?: boolean };

const rest = <First, Rest extends unknown[]>([, ...others]: [First, ...Rest]): Rest => others;

/** Whether the statement is an insert or update of a flush. */
function isWrite(query: unknown, method: string): query is string {
  return typeof query === 'string' && method === 'run' && /^(?:insert into|update) /.test(query);
}

const texts = new Map<string, string | null>();
/** The most texts that are remembered: texts that differ each time would fill this map, and the memory of every backend. */
const textsAtMost = 500;

/** The text with `$1`, `$2` in place of each `?`; null where a `?` is not a placeholder for a value, or too many texts are remembered. */
function numbered(query: string): string | null {
  const known = texts.get(query);
  if (known !== undefined) return known;
  if (texts.size >= textsAtMost) return null;
  let count = 0;
  const isOther = query.includes('??') || query.includes('\\?');
  const text = isOther ? null : query.replaceAll('?', () => `$${(count += 1)}`);
  texts.set(query, text);
  return text;
}

function isBindable(params: unknown): boolean {
  return Array.isArray(params) && params.length > 0 && params.every((value) => isValue(value) || isRecord(value));
}

const isValue = (value: unknown): value is Value =>
  value === null || typeof value !== 'object'
    ? value !== undefined
    : value instanceof Date || value instanceof Uint8Array;

/** Whether the value is a plain object, which goes into a column of JSON. */
function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

const plain = (value: unknown): unknown => (isRecord(value) ? JSON.stringify(value) : value);

let queries = 0;

function compiled(sql: string, parameters: readonly unknown[]): CompiledQuery {
  queries += 1;
  const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] };
  return { sql, parameters, query, queryId: { queryId: `kept-${queries}` } } as unknown as CompiledQuery;
}
