import { createHash } from 'node:crypto';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { type ImportKind, ImportRun } from '../../domain/imports/import-run.entity.ts';
import { inCompany } from '../../operations/in-company.ts';
import { Refused } from '../refused.ts';
import type { ImportRequest } from './request.ts';
import type { Source } from './source.ts';

/** How the rows of a file, or of a part of it, ended. */
export type Counts = { rowsDone: number; rowsStored: number; rowsRefused: number };

/**
 * The record of a file's import, made when there is none. A finished one is opened anew by `again`, or if it stored nothing: with other
 * options its rows may be accepted.
 */
export function openRun(orm: Orm, { company, kind, again }: ImportRequest, source: Source): Promise<ImportRun> {
  const key = { company: company.id, kind, fileHash: source.sha256 };
  return inCompany(orm, company.id, async (em) => {
    await em.upsert(ImportRun, { ...key, fileName: source.name, ...none }, { onConflictAction: 'ignore' });
    const run = await em.findOneOrFail(ImportRun, key, { refresh: true });
    if (run.finishedAt && (again || run.rowsStored === 0)) em.assign(run, { ...none, finishedAt: null });
    return run;
  });
}

/**
 * Advances a run in the transaction of the rows that it counts, and only from the counts that this process saw: two processes that
 * import the same file cannot both store a row.
 *
 * @throws {Refused} `import_running`
 */
export async function advance(em: EntityManager, run: Pick<ImportRun, 'id'>, from: Counts, to: Counts): Promise<void> {
  const moved = await em.nativeUpdate(ImportRun, { id: run.id, rowsDone: from.rowsDone, finishedAt: null }, to);
  if (moved === 0) throw importRunning();
}

/** Marks a run as finished. */
export async function finish(orm: Orm, { id, company }: ImportRun): Promise<void> {
  await inCompany(orm, company, (em) => em.nativeUpdate(ImportRun, { id }, { finishedAt: new Date() }));
}

/** The number under which PostgreSQL locks the import of a file. */
export function lockKeyOf(
  { company, kind }: { company: { id: string }; kind: ImportKind },
  { sha256 }: Pick<Source, 'sha256'>,
): bigint {
  return createHash('sha256').update(`import/${company.id}/${kind}/${sha256}`).digest().readBigInt64BE();
}

export function importRunning(): Refused {
  return new Refused('import_running', 'Este arquivo já está sendo importado por outro processo: espere que termine.');
}

const none: Counts = { rowsDone: 0, rowsStored: 0, rowsRefused: 0 };
