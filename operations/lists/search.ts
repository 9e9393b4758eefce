import { raw } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import { refuseAny } from '../../domain/faults.ts';
import { cleanText } from '../../domain/xml/clean-text.ts';
import type { RowRange } from './ordered-list.ts';

/**
 * The LIKE pattern of a search in `search_text`, still to be folded by `plain_text`. From three letters on it matches anywhere in the text, with
 * fewer at the beginning of a word. Null where there is nothing to search for.
 *
 * @param path the parameter of the search, for the error
 * @throws DomainError `validation_error` for characters that no text can hold
 */
export function searchPattern(search: string, path = 'search'): string | null {
  refuseAny(checkTexts(search, path));
  // Compatible forms first: plain_text would turn a wide percent sign into a plain one after the escaping.
  const term = cleanText(search.normalize('NFKC'));
  if (term === '') return null;
  const literal = term.replaceAll(/[\\%_]/g, '\\$&');
  return term.length < 3 ? `% ${literal}%` : `%${literal}%`;
}

/**
 * The condition of a search in a table of few rows, which needs no index; none where there is nothing to search for.
 *
 * @param columns whose text is searched
 * @throws DomainError as `searchPattern`
 */
export function matchesSearch(columns: readonly string[], search: string) {
  const pattern = searchPattern(search);
  if (pattern === null) return {};
  const text = columns.map((column) => `' ' || coalesce(${column}, '')`).join(' || ');
  return { [raw(`plain_text(${text}) like plain_text(?)`, [pattern])]: [] };
}

const digits = /^\d[\d./\s-]*$/;
/** It has at least the first three groups: a shorter text could be a domain name. */
const alphanumericCnpj = /^(?=.*\d)[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}(\/[0-9A-Z]{0,4}(-\d{0,2})?)?$/i;

/** A search without its punctuation where it is a CPF or CNPJ or a part of one: they are stored as digits and letters only. */
export function plainDocument(search: string): string {
  const term = search.trim();
  return digits.test(term) || alphanumericCnpj.test(term) ? term.replaceAll(/[./\s-]/g, '') : term;
}

/**
 * Ids of one page of what a search finds, and exactly how many rows match. The table's database function `search_<table>` finds them. `em` sees one
 * company (`inCompany`).
 *
 * @param filters in the order in which that function takes them; null does not filter
 */
export async function searchedPage(
  em: EntityManager,
  table: string,
  pattern: string,
  { limit, offset }: RowRange,
  filters: (string | number | boolean | null)[] = [],
): Promise<{ ids: string[]; total: number }> {
  const [found] = await em.execute<{ total: string; ids: string[] }[]>(
    `select total, ids from search_${table}(plain_text(?), ?, ?${', ?'.repeat(filters.length)})`,
    [pattern, limit, offset, ...filters],
  );
  return { ids: found?.ids ?? [], total: Number(found?.total ?? 0) };
}
