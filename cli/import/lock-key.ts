import { createHash } from 'node:crypto';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import type { ImportFile } from './source.ts';

/** The number under which PostgreSQL locks the import of a file. */
export function lockKeyOf(
  { company, kind }: { company: { id: string }; kind: ImportKind },
  { sha256 }: Pick<ImportFile, 'sha256'>,
): bigint {
  return createHash('sha256').update(`import/${company.id}/${kind}/${sha256}`).digest().readBigInt64BE();
}
