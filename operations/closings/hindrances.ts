import type { EntityManager } from '../../config/orm.ts';
import { type BoardClosing, type BoardCompany, type BoardFacts, boardCompanyOf } from '../../domain/closings/board.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import { plainDocument, searchPattern } from '../lists/search.ts';

/** A row as the database writes it in JSON, with instants as text. */
type AsJson<Row> = { [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name] };
type Row = { company: AsJson<Omit<BoardFacts, 'closing'>> & { closing: AsJson<BoardClosing> | null } };

/**
 * Every company of the portfolio in a month, by name, with what hinders its closing. One database function reads all, because an office sees no
 * document. `em` sees one office, or a person's part of it (`inPortfolio`).
 *
 * @param search part of the name, the trade name or the tax id, with or without punctuation
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export async function monthBoard(
  em: EntityManager,
  { year, month, search = '' }: Month & { search?: string },
  now: Date,
): Promise<BoardCompany[]> {
  const pattern = searchPattern(plainDocument(search));
  const values = [pattern, firstDayOf({ year, month }), year, month];
  // PostgreSQL estimates the cost so high that JIT would compile the query each time, which takes longer than running it; and a generic plan for
  // any month and any search takes twice as long as one for these values.
  await em.execute(`select set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`);
  const rows = await em.execute<Row[]>('select company from month_board(plain_text(?), ?::date, ?, ?)', values);
  return rows.map(({ company }) => boardCompanyOf(factsOf(company), now));
}

function factsOf({ closing, ...company }: Row['company']): BoardFacts {
  return {
    ...company,
    waitingSince: moment(company.waitingSince),
    transmitBy: moment(company.transmitBy),
    certificateEnds: moment(company.certificateEnds),
    closing: closing && {
      ...closing,
      startedAt: moment(closing.startedAt),
      waitingSince: moment(closing.waitingSince),
      asOf: moment(closing.asOf),
      completedAt: moment(closing.completedAt),
      deletedAt: moment(closing.deletedAt),
    },
  };
}

function moment(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null;
}

const firstDayOf = (month: Month): string => `${monthInDigits(month)}-01`;
