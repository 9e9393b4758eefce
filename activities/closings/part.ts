import { createHash } from 'node:crypto';
import { type ContentMember, type MemberName, writeMember } from '../../adapters/archives/zip-members.ts';
import type { WrittenMember } from '../../adapters/archives/zip-records.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { DocumentFacts } from '../../domain/closings/facts.ts';
import type { MemberKind } from '../../domain/closings/manifest.ts';
import type { ClosingCounts } from '../../domain/conversation/pack-progress.ts';
import { type ZipParts, duringTurn, type ClosingTurn } from './turn.ts';

/** A file to be put into a ZIP: its name, bytes and kind, and the document that it is about. */
export type PartMember = MemberName & ContentMember & Pick<MemberRow, 'kind' | 'documentId' | 'subjectId'>;

/** A piece of a ZIP in memory, on its way into the store. */
export type ZipPart = ReturnType<typeof openPart>;

/** @param start offset in the ZIP at which the part begins */
export function openPart(start: number) {
  let chunks: Uint8Array[] = [];
  let byteLength = 0;
  let begin = start;
  const add = (bytes: Uint8Array): void => {
    chunks.push(bytes);
    byteLength += bytes.length;
  };
  return {
    byteLength: () => byteLength,
    /** Offset in the ZIP of the next byte. */
    offset: () => begin + byteLength,
    add,
    /** Writes files into the part, several deflated at a time. */
    async write(members: readonly PartMember[]): Promise<MemberRow[]> {
      const packed = await Promise.all(members.map((member) => writeMember(member, 0)));
      return packed.map(({ written, bytes }, at) => {
        const { kind, documentId, subjectId, content } = members[at]!;
        const row = { ...written, offset: begin + byteLength, kind, documentId, subjectId, sha256: sha256(content) };
        bytes.forEach(add);
        return row;
      });
    },
    /** Takes the bytes of the part out of memory; whatever is written next belongs to the next part. */
    take(): Uint8Array[] {
      const taken = chunks;
      begin += byteLength;
      chunks = [];
      byteLength = 0;
      return taken;
    },
  };
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** A file that was written into a ZIP. */
export type MemberRow = WrittenMember & {
  kind: MemberKind;
  documentId: string | null;
  /** The event or the inutilization whose file it is; null for files of the document itself. */
  subjectId: string | null;
  /** SHA-256 of the content, lowercase hex. */
  sha256: string;
};

/** The documents and files that were written into the part of a turn. */
export type PackedPage = { documents: DocumentFacts[]; members: MemberRow[] };

/**
 * Writes down what went into the part of a turn, and the counts that people see. A document that is in the ZIP with an earlier status too is listed
 * only with its present one.
 *
 * @throws Error where the turn has ended
 */
export function recordPacked(
  parts: Pick<ZipParts, 'orm'>,
  turn: ClosingTurn,
  { documents, members }: PackedPage,
): Promise<ClosingCounts> {
  return duringTurn(parts, turn, async (em) => {
    const { id, office } = turn.closing;
    const ids = documents.map(({ documentId }) => documentId);
    const place = [id, office, turn.number];
    const before = documents.length > 0 ? await forget(em, id, ids) : { documents: 0, missing: 0, pdfs: 0 };
    if (documents.length > 0) await em.execute(insertDocuments, [...place, JSON.stringify(documents)]);
    if (members.length > 0) await em.execute(insertMembers, [...place, JSON.stringify(members)]);
    const [tally] = await em.execute<[ClosingCounts]>(count, [
      documents.length - before.documents,
      members.filter(({ kind, documentId }) => kind === 'PDF' && documentId).length - before.pdfs,
      documents.filter(({ pdfMissing }) => pdfMissing).length - before.missing,
      id,
    ]);
    return tally;
  });
}

type LossCounts = { documents: number; missing: number; pdfs: number };

async function forget(em: EntityManager, id: string, ids: string[]): Promise<LossCounts> {
  const list = `{${ids.join(',')}}`;
  const [forgotten] = await em.execute<[LossCounts]>(forgetDocuments, [id, list, id, list]);
  return forgotten;
}

const forgetDocuments = `
  with documents as (
    delete from closing_document where closing_id = ? and document_id = any(?::uuid[]) returning facts
  ), members as (
    delete from closing_member where closing_id = ? and document_id = any(?::uuid[]) and kind in ('XML', 'PDF') returning kind
  )
  select (select count(*) from documents)::int as documents,
    (select count(facts ->> 'pdfMissing') from documents)::int as missing,
    (select count(*) from members where kind = 'PDF')::int as pdfs`;

const insertDocuments = `
  insert into closing_document (closing_id, office_id, part, document_id, status, facts)
  select ?::uuid, ?::uuid, ?::int, (facts ->> 'documentId')::uuid, facts ->> 'status', facts
  from jsonb_array_elements(?::jsonb) facts`;

const insertMembers = `
  insert into closing_member (
    closing_id, office_id, part, name, kind, document_id, subject_id, "offset", method, crc32, size, stored_size, streamed,
    modified_at, sha256
  )
  select ?::uuid, ?::uuid, ?::int, name, kind, "documentId", "subjectId", "offset", method, crc32, size, "storedSize", streamed,
    "modifiedAt", sha256
  from jsonb_to_recordset(?::jsonb) as member (
    name text, kind text, "documentId" uuid, "subjectId" uuid, "offset" bigint, method smallint, crc32 bigint, size bigint,
    "storedSize" bigint, streamed boolean, "modifiedAt" timestamptz, sha256 text
  )`;

const count = `
  update closing set done_count = done_count + ?, pdf_count = pdf_count + ?, missing_pdf_count = missing_pdf_count + ?,
    waiting_for = null, waiting_kind = null, waiting_since = null, updated_at = clock_timestamp()
  where id = ?
  returning document_count as "documentCount", done_count as "doneCount", pdf_count as "pdfCount"`;
