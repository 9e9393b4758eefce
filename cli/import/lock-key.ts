import { createHash } from 'node:crypto';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import type { ImportFile } from './source.ts';

type OfCompany = { company: { id: string } };

/** Number of PostgreSQL's advisory lock for the import of a file. */
export function lockKeyOf(
  { company, kind }: OfCompany & { kind: ImportKind },
  { sha256 }: Pick<ImportFile, 'sha256'>,
): bigint {
  return lockKey(`import/${company.id}/${kind}/${sha256}`);
}

/** Number of PostgreSQL's advisory lock for the import of a company's past. */
export function pastLockKeyOf({ company }: OfCompany): bigint {
  return lockKey(`import/${company.id}/past`);
}

function lockKey(locked: string): bigint {
  return createHash('sha256').update(locked).digest().readBigInt64BE();
}
