import type { EntityManager } from '../../config/orm.ts';
import type { WrittenMember } from '../../adapters/archives/written-member.ts';
import type { DocumentFacts } from '../../domain/closings/facts.ts';
import type { Tally } from '../../domain/conversation/closing.ts';
import type { MemberKind } from '../../domain/closings/words.ts';
import type { ClosingParts } from './closing-parts.ts';
import { duringTurn, type Turn } from './turn.ts';

/** A file that was written into a ZIP. */
export type MemberRow = WrittenMember & {
  kind: MemberKind;
  documentId: string | null;
  /** The event or the inutilization that it is of. */
  subjectId: string | null;
  /** Of the content, lowercase hex. */
  sha256: string;
};

/** What has gone into the part of a turn. */
export type KeptPage = { documents: DocumentFacts[]; members: MemberRow[] };

/**
 * Writes down what went into the part of a turn, with the counts that people see. A document that went in before, with another status,
 * is in only as it is now.
 *
 * @throws Error where the turn has ended
 */
export function keep(parts: Pick<ClosingParts, 'orm'>, turn: Turn, { documents, members }: KeptPage): Promise<Tally> {
  return duringTurn(parts, turn, async (em) => {
    const { id, office } = turn.closing;
    const ids = documents.map(({ documentId }) => documentId);
    const place = [id, office, turn.number];
    const before = documents.length > 0 ? await forget(em, id, ids) : { documents: 0, missing: 0, pdfs: 0 };
    if (documents.length > 0) await em.execute(insertDocuments, [...place, JSON.stringify(documents)]);
    if (members.length > 0) await em.execute(insertMembers, [...place, JSON.stringify(members)]);
    const [tally] = await em.execute<[Tally]>(count, [
      documents.length - before.documents,
      members.filter(({ kind, documentId }) => kind === 'PDF' && documentId).length - before.pdfs,
      documents.filter(({ pdfMissing }) => pdfMissing).length - before.missing,
      id,
    ]);
    return tally;
  });
}

type Forgotten = { documents: number; missing: number; pdfs: number };

async function forget(em: EntityManager, id: string, ids: string[]): Promise<Forgotten> {
  const list = `{${ids.join(',')}}`;
  const [forgotten] = await em.execute<[Forgotten]>(forgetDocuments, [id, list, id, list]);
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
