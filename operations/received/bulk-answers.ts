import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import { BulkAnswer, BulkAnswerNote } from '../../domain/received/bulk-answer.entity.ts';
import type { PersonOfOffice } from '../acting.ts';
import { record } from '../audit/record.ts';
import { inPortfolio } from '../in-company.ts';
import { queryParameter, type PortfolioQuery, queryValues } from './portfolio-list.ts';

/** How many notes one bulk answer may have at most. */
export const mostInBulk = 10_000;

/** After so long without a sign of the process that works on a bulk answer, another one may go on with it. */
const silentMs = 60_000;

/** For how many days a bulk answer is kept. */
const keptDays = 90;

/**
 * Stores for which notes an office wants awareness: those that match the query and owe an answer at this moment. The work follows company by
 * company (`http/runs/bulk-awareness.ts`), and its result is kept with each note. A bulk answer with the same id is found, not created again.
 *
 * @returns how many notes it has
 * @throws DomainError `validation_error` as `portfolioNotes`, where no note matches, and where more than `mostInBulk` do
 */
export function beginBulkAnswer(orm: Orm, office: PersonOfOffice, id: string, query: PortfolioQuery): Promise<number> {
  return inPortfolio(orm, office, async (em) => {
    // Where a form is sent twice at the same time, the second request waits here, and finds what the first one created.
    await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`bulk answer ${id}`]);
    const known = await em.findOne(BulkAnswer, { id });
    if (known) return known.noteCount;
    const old = new Date(Date.now() - keptDays * 86_400_000);
    await em.nativeDelete(BulkAnswer, { createdAt: { $lt: old } });
    const { name: author } = office.actor;
    const bulk = em.create(BulkAnswer, { id, office: office.id, author, noteCount: 0 });
    await em.flush();
    const rows = await em.execute<unknown[]>(
      `insert into bulk_answer_note (bulk_answer_id, received_document_id, company_id, office_id)
       select ?, id, company_id, ? from portfolio_received(${queryParameter}, ?) returning 1`,
      [id, office.id, ...queryValues({ ...query, pending: true }), mostInBulk + 1],
    );
    if (rows.length === 0) throw nothingToAnswer();
    if (rows.length > mostInBulk) throw tooMany();
    bulk.noteCount = rows.length;
    const details = { notes: rows.length };
    record(em, office.actor, { action: 'BULK_AWARENESS_REQUESTED', office: office.id, subject: id, details });
    return rows.length;
  });
}

function nothingToAnswer(): DomainError {
  return new DomainError('validation_error', 'Nenhuma destas notas espera resposta: alguém já respondeu a elas.');
}

function tooMany(): DomainError {
  const message = 'De uma vez vão até 10.000 notas: escolha um período menor, e repita com os outros.';
  return new DomainError('validation_error', message);
}

/** The state of a note in a bulk answer: it waits its turn, its event is under way or registered, or it was refused. */
export const bulkStates = ['WAITING', 'UNDER_WAY', 'DONE', 'REFUSED'] as const;
export type BulkState = (typeof bulkStates)[number];

/** A bulk answer, and how many of its notes have each state. */
export type BulkAnswerNow = { bulk: BulkAnswer; counts: Record<BulkState, number>; isStalled: boolean };

/** A bulk answer of an office, and how far it has come. `em` sees one office, or a person's part of it (`inPortfolio`). @throws NotFound */
export async function bulkAnswerNow(em: EntityManager, id: string, now: Date): Promise<BulkAnswerNow> {
  const bulk = isUuid(id) ? await em.findOne(BulkAnswer, { id }) : null;
  if (!bulk) throw new NotFound('bulkAnswer');
  const rows = await em.execute<{ state: BulkState; notes: number }[]>(
    'select state, count(*)::int as notes from bulk_answer_results(?) group by state',
    [id],
  );
  const of = (state: BulkState): number => rows.find((row) => row.state === state)?.notes ?? 0;
  const counts = { WAITING: of('WAITING'), UNDER_WAY: of('UNDER_WAY'), DONE: of('DONE'), REFUSED: of('REFUSED') };
  return { bulk, counts, isStalled: isStalled(bulk, now) };
}

/** The last bulk answers of an office, the newest first. `em` as in `bulkAnswerNow`. */
export function lastBulkAnswers(em: EntityManager, limit: number): Promise<BulkAnswer[]> {
  return em.find(BulkAnswer, {}, { orderBy: { createdAt: 'desc', id: 'desc' }, limit });
}

/** The notes of a bulk answer that have a state, by id; `next` is the id after which the following page begins. */
export async function bulkResults(
  em: EntityManager,
  id: string,
  { state, behind, limit }: { state: BulkState; behind?: string | undefined; limit: number },
): Promise<{ results: { noteId: string; reason: string | null }[]; next: string | null }> {
  const rows = await em.execute<{ noteId: string; reason: string | null }[]>(
    `select received_document_id as "noteId", reason from bulk_answer_results(?)
     where state = ? and (?::uuid is null or received_document_id > ?::uuid)
     order by received_document_id limit ?`,
    [id, state, behind ?? null, behind ?? null, limit + 1],
  );
  const results = rows.slice(0, limit);
  return { results, next: rows.length > limit ? (results.at(-1)?.noteId ?? null) : null };
}

/** Notes of one company that wait their turn; `company` is null where the office does not work with it any more. */
export type BulkTurn = { companyId: string; company: { id: string; taxId: string } | null; noteIds: string[] };

/**
 * Takes the next notes of a bulk answer, and writes that somebody works on it. Null where none waits any more; that ends the bulk answer. `em` as
 * in `bulkAnswerNow`.
 */
export async function nextBulkTurn(em: EntityManager, id: string, limit: number): Promise<BulkTurn | null> {
  const rows = await em.execute<{ companyId: string; taxId: string | null; noteId: string }[]>(
    `select n.company_id as "companyId", c.tax_id as "taxId", n.received_document_id as "noteId"
     from (
       select company_id, received_document_id from bulk_answer_note
       where bulk_answer_id = ? and event_id is null and refusal is null
         and company_id = (
           select company_id from bulk_answer_note where bulk_answer_id = ? and event_id is null and refusal is null order by company_id limit 1)
       order by received_document_id limit ?
     ) n left join portfolio_companies(null, 100000) c on c.id = n.company_id`,
    [id, id, limit],
  );
  const now = new Date();
  const [first] = rows;
  // A person with a part of the portfolio does not see whether the other notes are done.
  const isOver = !first && (await isWhollySeen(em, id));
  await em.nativeUpdate(BulkAnswer, { id }, isOver ? { workedAt: now, finishedAt: now } : { workedAt: now });
  if (!first) return null;
  const { companyId, taxId } = first;
  const company = taxId === null ? null : { id: companyId, taxId };
  return { companyId, company, noteIds: rows.map(({ noteId }) => noteId) };
}

async function isWhollySeen(em: EntityManager, id: string): Promise<boolean> {
  const { noteCount } = await em.findOneOrFail(BulkAnswer, { id }, { fields: ['noteCount'] });
  return (await em.count(BulkAnswerNote, { bulkAnswer: id })) === noteCount;
}

/** The result for a note: the event that was requested or found, or why there is none. */
export type BulkOutcome = { noteId: string; eventId: string } | { noteId: string; refusal: string };

/** Stores the results of some notes. */
export async function keepBulkOutcomes(em: EntityManager, id: string, outcomes: readonly BulkOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await em.execute(
    `update bulk_answer_note kept set event_id = became."eventId", refusal = became.refusal
     from jsonb_to_recordset(?::jsonb) as became ("noteId" uuid, "eventId" uuid, refusal text)
     where kept.bulk_answer_id = ? and kept.received_document_id = became."noteId"`,
    [JSON.stringify(outcomes), id],
  );
}

/** Whether a bulk answer is not over, and nobody works on it. */
function isStalled({ finishedAt, workedAt, createdAt }: BulkAnswer, now: Date): boolean {
  if (finishedAt) return false;
  return now.getTime() - (workedAt ?? createdAt).getTime() > silentMs;
}
