import { sentAhead } from '../domain/statement-marks.ts';

type Result = { command: string; rowCount: number | null; rows: unknown[] };
type Query = (...args: unknown[]) => Promise<Result>;
export type PgClient = { query: Query; connection: { stream: { destroy(): void; cork(): void; uncork(): void } } };

/** The result returned at once for a statement that is sent together with the next one. */
const sent: Result = { command: 'SENT', rowCount: null, rows: [] };

/** Names of prepared statements by their text; emptied when PostgreSQL no longer accepts one of the plans. */
let names = new Map<string, string>();
let generation = 0;

/**
 * Saves round trips on one connection, and has PostgreSQL reuse the plans of statements with bound values.
 *
 * - The beginning of a transaction, and statements that are marked so (`sentAhead`), wait for the next statement and are sent with it. PostgreSQL
 *   answers in order, so the next statement learns before its own answer whether they failed; a commit is sent only after the answers to all
 *   statements before it.
 * - A statement with bound values gets a name, under which PostgreSQL keeps its plan for as long as the connection lives. PostgreSQL refuses the name
 *   where a migration has changed what the statement reads (0A000), or where it does not know it (26000), as behind a pooler: then the connection is
 *   closed, every name is new, and the caller gets the error of a database that is away.
 */
export function pipelineStatements(client: PgClient): void {
  const query = client.query.bind(client);
  let isOpen = false;
  const ahead: (() => Promise<Result>)[] = [];

  client.query = (text, values, ...rest) => {
    // Cursors are objects, and callers with callbacks do not await promises: both are sent after the waiting statements, which set row-level
    // security.
    if (typeof text !== 'string' || rest.length > 0 || typeof values === 'function') {
      for (const send of ahead.splice(0)) send().catch(() => {}); // PostgreSQL refuses what follows a failed statement
      return query(text, values, ...rest);
    }
    const isBegin = text === 'begin' || text.startsWith('start transaction');
    const send = (): Promise<Result> => (isNamed(values) ? named(text, values) : query(text, values));
    if (isBegin || (isOpen && text.startsWith(sentAhead))) {
      isOpen = true;
      ahead.push(send);
      return Promise.resolve(sent);
    }
    if (text === 'commit' || text === 'rollback') isOpen = false;
    if (ahead.length === 0) return send();
    const [before, answer] = together(ahead.splice(0), send);
    // A rollback has to run whatever failed before it.
    return text === 'rollback' ? answer : behind(before, answer);
  };

  /** Writes several statements to the socket as one packet. */
  function together(
    first: (() => Promise<Result>)[],
    last: () => Promise<Result>,
  ): [before: Promise<Result>[], answer: Promise<Result>] {
    const { stream } = client.connection;
    stream.cork();
    const before = first.map((send) => send());
    const answer = last();
    stream.uncork();
    for (const each of before) each.catch(() => {}); // `behind` reports them in order
    return [before, answer];
  }

  async function named(text: string, values: unknown[]): Promise<Result> {
    const name = names.get(text) ?? `lavra_${generation}_${names.size}`;
    names.set(text, name);
    try {
      return await query({ text, values, name });
    } catch (error) {
      if (!isForgotten(error)) throw error;
      names = new Map();
      generation += 1;
      client.connection.stream.destroy();
      throw new Error('Connection terminated: a plan was not valid any more', { cause: error });
    }
  }
}

/** The answer of a statement after those before it; rejects with the first failure among all of them. */
async function behind(before: Promise<Result>[], answer: Promise<Result>): Promise<Result> {
  answer.catch(() => {}); // where a statement before it failed, that failure is the cause
  for (const each of before) await each;
  return answer;
}

const isNamed = (values: unknown): values is unknown[] => Array.isArray(values) && values.length > 0;

/** SQLSTATE 0A000 "cached plan must not change result type", 26000 "prepared statement does not exist". */
function isForgotten(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'));
}
