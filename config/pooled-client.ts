import { sentAhead } from '../domain/statement-marks.ts';

type Result = { command: string; rowCount: number | null; rows: unknown[] };
type Query = (...args: unknown[]) => Promise<Result>;
export type PgClient = { query: Query; connection: { stream: { destroy(): void; cork(): void; uncork(): void } } };

/** A statement whose answer nobody waits for, as far as its sender sees. */
const sent: Result = { command: 'SENT', rowCount: null, rows: [] };

/** Names of statements that were sent with their values, by text; anew once a plan did not hold any more. */
let names = new Map<string, string>();
let generation = 0;

/**
 * Makes fewer round trips of the statements of one connection, and lets PostgreSQL know again those that come with their values.
 *
 * - The beginning of a transaction, and what says that it goes ahead (`sentAhead`), waits for the statement behind it and travels with it. PostgreSQL answers in order,
 *   so that one knows before its own answer whether they failed; nothing is ever committed before all before it was answered.
 * - A statement with values has a name, under which PostgreSQL keeps its plan for as long as the connection lives. Where a migration has changed what it
 *   reads, PostgreSQL says so (0A000), or that it knows no such name (26000), as behind a pooler: then the connection ends, every name is new, and who
 *   asked is told that the database was away.
 */
export function quicken(client: PgClient): void {
  const query = client.query.bind(client);
  let isOpen = false;
  const ahead: (() => Promise<Result>)[] = [];

  client.query = (text, values, ...rest) => {
    // Cursors are objects, and callers with callbacks wait for themselves: behind what waits, for the walls are in it.
    if (typeof text !== 'string' || rest.length > 0 || typeof values === 'function') {
      for (const send of ahead.splice(0)) send().catch(() => {}); // PostgreSQL refuses what comes behind a failure
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
    // A rollback is of use after whatever failed.
    return text === 'rollback' ? answer : behind(before, answer);
  };

  /** Sends several as one packet. */
  function together(
    first: (() => Promise<Result>)[],
    last: () => Promise<Result>,
  ): [before: Promise<Result>[], answer: Promise<Result>] {
    const { stream } = client.connection;
    stream.cork();
    const before = first.map((send) => send());
    const answer = last();
    stream.uncork();
    for (const each of before) each.catch(() => {}); // told in their order
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

/** The answer of a statement, once those before it were answered; the first fault of all is told. */
async function behind(before: Promise<Result>[], answer: Promise<Result>): Promise<Result> {
  answer.catch(() => {}); // where one before it failed, its own fault says less
  for (const each of before) await each;
  return answer;
}

const isNamed = (values: unknown): values is unknown[] => Array.isArray(values) && values.length > 0;

/** cached plan must not change result type; prepared statement does not exist. */
function isForgotten(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'));
}
