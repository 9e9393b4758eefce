import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { Closing, movesAgain, type StoredPart, type StoredUpload } from '../../domain/closings/closing.entity.ts';
import type { Wait } from '../../domain/conversation/waiting.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { waitingSince } from '../../operations/waits/waiting-since.ts';
import type { Parts } from '../parts.ts';

/** What the activities of closings work with. */
export type ZipParts = Pick<
  Parts,
  'orm' | 'blobs' | 'rates' | 'renderer' | 'closingRetentionDays' | 'logger' | 'metrics' | 'now' | 'version'
>;

/** The right to make one part of a closing's ZIP. Whoever takes the next turn ends this one: writes of an ended turn fail. */
export type ClosingTurn = {
  closing: Closing;
  office: Pick<Office, 'taxId' | 'name'>;
  /** Number of the part. */
  number: number;
  /** What the store has of the ZIP so far; null before the first part. */
  upload: StoredUpload | null;
};

/** Why there is no turn: the closing has ended (`ended` is null where it does not exist), or may not go on (`refused`, in Portuguese). */
export type NoTurn = { ended: Closing['status'] | null } | { refused: string };

/**
 * Takes the next turn, and deletes the rows of documents and files that earlier turns put into parts which were never stored.
 *
 * @returns the turn, or why there is none
 */
export function takeTurn({ orm }: Pick<ZipParts, 'orm'>, closingId: string): Promise<ClosingTurn | NoTurn> {
  return acrossCompanies(orm).transactional(async (em) => {
    const closing = await em.findOne(
      Closing,
      { id: closingId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['upload'] },
    );
    if (closing?.status !== 'RUNNING') return { ended: closing?.status ?? null };
    const office = await em.findOneOrFail(Office, { id: closing.office });
    if (office.suspendedAt) return { refused: 'O escritório está suspenso.' };
    const link = { office: closing.office, company: closing.company, status: 'ACTIVE' } as const;
    if ((await em.count(OfficeLink, link)) === 0) return { refused: unlinked };
    closing.turn += 1;
    if (!closing.asOf) await forgetUnstored(em, closing);
    return { closing, office, number: closing.turn, upload: closing.upload ?? null };
  });
}

const unlinked = 'A empresa saiu da carteira do escritório durante o fechamento.';

async function forgetUnstored(em: EntityManager, closing: Closing): Promise<void> {
  const last = closing.upload?.parts.at(-1)?.number ?? 0;
  for (const table of ['closing_document', 'closing_member']) {
    await em.execute(`delete from ${table} where closing_id = ? and part > ?`, [closing.id, last]);
  }
  const [counts] = await em.execute<[Pick<Closing, 'doneCount' | 'missingPdfCount' | 'pdfCount'>]>(count, [
    closing.id,
    closing.id,
  ]);
  Object.assign(closing, counts);
}

const count = `
  select documents.*, (select count(*)::int from closing_member where closing_id = ? and kind = 'PDF') as "pdfCount"
  from (
    select count(*)::int as "doneCount", count(facts ->> 'pdfMissing')::int as "missingPdfCount"
    from closing_document where closing_id = ?
  ) documents`;

/** Runs a write inside a transaction that holds only while the turn lasts. @throws Error where it has ended */
export async function duringTurn<Result>(
  { orm }: Pick<ZipParts, 'orm'>,
  { closing: { id }, number }: ClosingTurn,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return acrossCompanies(orm).transactional(async (em) => {
    const held = await em.execute<unknown[]>(
      `select from closing where id = ? and turn = ? and status = 'RUNNING' for update`,
      [id, number],
    );
    if (held.length === 0) throw new Error(`turn ${number} of closing ${id} has ended`);
    return work(em);
  });
}

/** The same turn for one more part, under the next number. @throws Error where it has ended */
export async function nextNumber(parts: Pick<ZipParts, 'orm'>, turn: ClosingTurn): Promise<ClosingTurn> {
  const number = turn.number + 1;
  await duringTurn(parts, turn, (em) => em.nativeUpdate(Closing, { id: turn.closing.id }, { turn: number }));
  return { ...turn, number };
}

/** Writes down that the store has begun a file, or holds further parts of it. @throws Error where the turn has ended */
export async function writeUpload(
  parts: Pick<ZipParts, 'orm' | 'now'>,
  turn: ClosingTurn,
  { upload, ...others }: { upload: StoredUpload } & Partial<Pick<Closing, 'asOf' | 'documentCount'>>,
): Promise<ClosingTurn> {
  const columns = { upload, ...others, ...movesAgain, updatedAt: parts.now() };
  await duringTurn(parts, turn, (em) => em.nativeUpdate(Closing, { id: turn.closing.id }, columns));
  return { ...turn, upload };
}

/** An upload with further stored parts. */
export function withParts({ uploadId, parts }: StoredUpload, more: readonly StoredPart[]): StoredUpload {
  return { uploadId, parts: [...parts, ...more] };
}

/** Writes, where people read it, what a closing waits for. The time since when it waits stays while the kind stays the same. */
export async function explainClosing(
  { orm }: Pick<ZipParts, 'orm'>,
  closingId: string,
  { kind, reason }: Pick<Wait, 'kind' | 'reason'>,
): Promise<void> {
  await acrossCompanies(orm).execute(waits, [reason, kind, kind, closingId]);
}

const waits = `
  update closing set waiting_for = ?, waiting_kind = ?, ${waitingSince}
  where id = ? and status = 'RUNNING'`;
