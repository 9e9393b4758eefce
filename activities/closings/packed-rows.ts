import type { WrittenMember } from '../../adapters/archives/zip-records.ts';
import type { Orm } from '../../config/orm.ts';
import type { DocumentFacts } from '../../domain/closings/facts.ts';
import type { ManifestDocument, ManifestFile } from '../../domain/closings/manifest.ts';
import { acrossCompanies } from '../../operations/in-company.ts';

/** How many rows are read at once. */
const pageSize = 500;
/** How many bytes an id has in PostgreSQL's binary form. */
const idBytes = 16;

/** Documents of a closing with the names of their files, by type, series and number. Only their ids are kept in memory: a megabyte for 60,000. */
export async function* packedDocuments(orm: Orm, closingId: string): AsyncGenerator<ManifestDocument, void, undefined> {
  const [{ ids }] = await acrossCompanies(orm).execute<[{ ids: Buffer | null }]>(inOrder, [closingId]);
  const packed = ids ?? Buffer.alloc(0);
  for (let at = 0; at < packed.length; at += pageSize * idBytes) {
    const list = `{${idsOf(packed.subarray(at, at + pageSize * idBytes)).join(',')}}`;
    const rows = await acrossCompanies(orm).execute<{ facts: DocumentFacts; files: string[] }[]>(page, [
      list,
      closingId,
    ]);
    for (const { facts, files } of rows) yield { ...facts, files };
  }
}

function idsOf(packed: Buffer): string[] {
  return Array.from({ length: packed.length / idBytes }, (_, place) =>
    packed.subarray(place * idBytes, (place + 1) * idBytes).toString('hex'),
  );
}

const inOrder = `
  select string_agg(
    uuid_send(document_id), ''::bytea
    order by facts ->> 'type', (facts ->> 'series')::int, (facts ->> 'number')::bigint, document_id
  ) as ids
  from closing_document where closing_id = ?`;

const page = `
  select c.facts, coalesce(
    (
      select jsonb_agg(m.name order by m.name) from closing_member m
      where m.closing_id = c.closing_id and m.document_id = c.document_id
    ), '[]') as files
  from unnest(?::uuid[]) with ordinality as wanted (id, place)
    join closing_document c on c.closing_id = ? and c.document_id = wanted.id
  order by wanted.place`;

type MemberOfRow = WrittenMember & ManifestFile;

/** Files of a closing in the order in which they lie in its ZIP. */
export async function* packedMembers(orm: Orm, closingId: string): AsyncGenerator<MemberOfRow, void, undefined> {
  for (let after = -1; ;) {
    const rows = await acrossCompanies(orm).execute<(MemberOfRow & { modifiedAt: string | Date })[]>(members, [
      closingId,
      after,
      pageSize,
    ]);
    for (const row of rows) {
      const { offset, size, storedSize, crc32, modifiedAt } = row;
      yield {
        ...row,
        offset: Number(offset),
        size: Number(size),
        storedSize: Number(storedSize),
        crc32: Number(crc32),
        modifiedAt: new Date(modifiedAt),
      };
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = Number(last.offset);
  }
}

const members = `
  select m.name, m.kind, m."offset", m.method, m.crc32, m.size, m.stored_size as "storedSize", m.streamed,
    m.modified_at as "modifiedAt", m.sha256, c.facts ->> 'accessKey' as "accessKey"
  from closing_member m
    left join closing_document c on c.closing_id = m.closing_id and c.document_id = m.document_id
  where m.closing_id = ? and m."offset" > ?
  order by m."offset" limit ?`;

/** Counts that the page of a closing prints. */
export type PackedCounts = {
  fileCount: number;
  withoutPdf: { accessKey: string; reason: string }[];
  withoutPdfCount: number;
};

/** How many documents without a PDF the page names. */
const named = 10;

export async function packedCounts(orm: Orm, closingId: string): Promise<PackedCounts> {
  const em = acrossCompanies(orm);
  const [files] = await em.execute<[Pick<PackedCounts, 'fileCount'>]>(countFiles, [closingId]);
  const missing = await em.execute<(PackedCounts['withoutPdf'][number] & { count: number })[]>(countMissing, [
    closingId,
    named,
  ]);
  return {
    ...files,
    withoutPdf: missing.map(({ accessKey, reason }) => ({ accessKey, reason })),
    withoutPdfCount: missing[0]?.count ?? 0,
  };
}

const countFiles = `
  select count(*)::int as "fileCount" from closing_member where closing_id = ?`;

const countMissing = `
  select facts ->> 'accessKey' as "accessKey", facts ->> 'pdfMissing' as reason, count(*) over ()::int as count
  from closing_document where closing_id = ? and facts ->> 'pdfMissing' is not null
  order by 1 limit ?`;
