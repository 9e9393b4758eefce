import { gunzipSync } from 'node:zlib';
import type { ZipMember } from '../../adapters/archives/zip-members.ts';
import type { Orm } from '../../config/orm.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';

/** A company whose documents go in, and the folder that theirs are in: empty, or with a `/` at its end. */
export type ExportPart = { company: Pick<ActingCompany, 'id' | 'environment'>; folder: string };

/** At most so many files are read at once, and no more once these are so many bytes. */
export const pageFiles = 256;
export const pageBytes = 2 * 1024 * 1024;
/** What a file may inflate to that came as no plain gzip. */
const inflatedAtMost = 64 * 1024 * 1024;

/** Files of one source for one folder, by the NSUs of the versions in force: eight bytes each, the lowest first. */
export type FileGroup = { source: DistributionSource; folder: string; nsus: Buffer };

/** Bytes of an NSU in a group. */
export const nsuBytes = 8;

/** A file as it is kept. */
export type FileRow = {
  nsu: string;
  access_key: string;
  content: Buffer;
  crc32: string | null;
  size: number | null;
  received_at: string | Date;
};

/** The files of a group as members of an archive, in pages. Each page is a transaction of its own: whoever waits between two holds nothing. */
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

/** NSUs of a group one by one. */
export function nsusOf(packed: Buffer): string[] {
  return Array.from({ length: packed.length / nsuBytes }, (_, place) =>
    String(packed.readBigInt64BE(place * nsuBytes)),
  );
}

/** The bytes go in as they came, unless they are a gzip that an archive cannot hold as it is. */
export function memberOf({ nsu, access_key, content, crc32, size, received_at }: FileRow, folder: string): ZipMember {
  const member = { name: `${folder}${access_key}-nsu${nsu}.xml`, modifiedAt: new Date(received_at) };
  if (crc32 !== null && size !== null) return { ...member, gzip: content, crc32: Number(crc32), size };
  return { ...member, content: gunzipSync(content, { maxOutputLength: inflatedAtMost }) };
}

/** The size of a file is known without reading it: only those that are sent are read. */
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
