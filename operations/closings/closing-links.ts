import type { Readable } from 'node:stream';
import type { ByteRange } from '../../adapters/blobs/blobs.ts';
import type { Orm } from '../../config/orm.ts';
import { openLink } from '../access/open-link.ts';
import { fileDeleted } from './file-deleted.ts';
import type { ClosingParts } from './parts.ts';
import { reachingStore } from './reaching-store.ts';

/** The ZIP that a link opens. */
export type LinkedFile = {
  blobKey: string;
  fileName: string;
  fileSize: number;
  /** Lowercase hex. */
  sha256: string;
  completedAt: Date;
};

type Row = {
  blob_key: string;
  file_name: string;
  file_size: string;
  sha256: string;
  completed_at: string | Date;
  deleted_at: string | Date | null;
  is_live: boolean;
};

/**
 * What a link is for.
 *
 * @throws DomainError `invalid_link` where it is unknown or has expired; `link_revoked` where the key that made it has lost what it takes,
 *   its office is suspended or the link to the company has ended; `not_found` where the ZIP has been deleted
 */
export async function openClosingLink(orm: Orm, token: string): Promise<LinkedFile> {
  const row = await openLink<Row>(orm, 'open_closing_link', token);
  if (row.deleted_at) throw fileDeleted();
  return {
    blobKey: row.blob_key,
    fileName: row.file_name,
    fileSize: Number(row.file_size),
    sha256: row.sha256,
    completedAt: new Date(row.completed_at),
  };
}

/** The bytes of that ZIP, or some of them. @throws DomainError `not_found`, `service_unavailable` */
export function readLinked(
  { blobs }: Pick<ClosingParts, 'blobs'>,
  { blobKey }: LinkedFile,
  range?: ByteRange,
): Promise<Readable> {
  return reachingStore(() => blobs.read(blobKey, range));
}
