import { gunzipSync } from 'node:zlib';
import type { ZipMember } from '../../adapters/archives/zip-members.ts';
import type { Orm } from '../../config/orm.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';

/** A company whose documents are exported, and their folder in the archive: empty, or ending with `/`. */
export type ExportPart = { company: Pick<ActingCompany, 'id' | 'environment'>; folder: string };

/** How many files are read at once; reading also stops once they have so many bytes (below). */
export const pageFiles = 256;
export const pageBytes = 2 * 1024 * 1024;
/** How many bytes a file may inflate to that did not come as a plain gzip. */
const inflatedAtMost = 64 * 1024 * 1024;

/** Files of one source for one folder: the NSUs of the best versions, eight bytes each, in ascending order. */
export type FileGroup = { source: DistributionSource; folder: string; nsus: Buffer };

/** How many bytes an NSU has in a group. */
export const nsuBytes = 8;

/** A file as it is stored. */
export type FileRow = {
  nsu: string;
  access_key: string;
  content: Buffer;
  crc32: string | null;
  size: number | null;
  received_at: string | Date;
};

/** The files of a group as members of an archive, in pages. Each page is a transaction of its own, so that a slow reader holds no connection. */
export async function* filePages(
  orm: Orm,
  { id, environment }: Pick<ActingCompany, 'id' | 'environment'>,
  { source, folder, nsus }: FileGroup,
): AsyncGenerator<ZipMember[], void, undefined> {
  for (let at = 0; at < nsus.length;) {
    const wanted = nsusOf(nsus.subarray(at, at + pageFiles * nsuBytes));
    const rows = await inCompany(orm, id, (em) =>
      em.execute<FileRow[]>(statement, [id, environment, source, `{${wanted.join(',')}}`, pageBytes]),
    );
    const [missing] = wanted.slice(0, Math.max(rows.length, 1)).filter((nsu, place) => rows[place]?.nsu !== nsu);
    if (missing) throw new Error(`the file of NSU ${missing} (${source}, company ${id}) is not there`);
    yield rows.map((row) => memberOf(row, folder));
    at += rows.length * nsuBytes;
  }
}

/** The NSUs of a group, one by one. */
export function nsusOf(packed: Buffer): string[] {
  return Array.from({ length: packed.length / nsuBytes }, (_, place) =>
    String(packed.readBigInt64BE(place * nsuBytes)),
  );
}

/** A file as a member of the archive. Its bytes go in as they came, unless they are a gzip that an archive cannot hold as it is. */
export function memberOf({ nsu, access_key, content, crc32, size, received_at }: FileRow, folder: string): ZipMember {
  const member = { name: `${folder}${access_key}-nsu${nsu}.xml`, modifiedAt: new Date(received_at) };
  if (crc32 !== null && size !== null) return { ...member, gzip: content, crc32: Number(crc32), size };
  return { ...member, content: gunzipSync(content, { maxOutputLength: inflatedAtMost }) };
}

/** The size of a file is a column: only files that are sent are read. */
const statement = `
  select nsu, access_key, content, crc32, size, received_at
  from (
    select nsu, content, crc32, size, received_at,
      coalesce(access_key, (select d.access_key from received_document d where d.id = received_document_id)) as access_key,
      sum(octet_length(content)) over (order by nsu) - octet_length(content) as before
    from received_file
    where company_id = ? and environment = ? and source = ? and nsu = any(?::bigint[])
  ) file
  where before < ?
  order by nsu`;
