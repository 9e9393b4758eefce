import type { Session } from './one-connection.ts';

/** The keys of the rows so far, with their lines; kept by the database, so that a file of any size fits. */
export type SeenKeys = {
  /** The lines of those keys that are known. */
  linesOf(keys: string[]): Promise<Map<string, number>>;
  add(lines: ReadonlyMap<string, number>): Promise<void>;
};

/** Gives `work` an empty set, and drops the set after it. */
export async function withSeenKeys<Result>(
  session: Session,
  work: (seen: SeenKeys) => Promise<Result>,
): Promise<Result> {
  await session.ask(({ schema }) =>
    schema
      .createTable('import_seen')
      .temporary()
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('line', 'integer', (column) => column.notNull())
      .execute(),
  );
  try {
    return await work(seenIn(session));
  } finally {
    await session.ask(({ schema }) => schema.dropTable('import_seen').execute());
  }
}

function seenIn(session: Session): SeenKeys {
  return {
    async linesOf(keys) {
      if (keys.length === 0) return new Map();
      const found = await session.ask((db) =>
        db.selectFrom('import_seen').selectAll().where('key', 'in', keys).execute(),
      );
      return new Map(found.map(({ key, line }) => [key, line]));
    },
    async add(lines) {
      if (lines.size === 0) return;
      const rows = [...lines].map(([key, line]) => ({ key, line }));
      await session.ask((db) => db.insertInto('import_seen').values(rows).execute());
    },
  };
}
