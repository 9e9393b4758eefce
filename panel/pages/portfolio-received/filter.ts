import { DateTime } from 'luxon';
import type { Request } from 'express';
import { validate as isUuid } from 'uuid';
import { brasiliaDay, brasiliaZone as zone } from '../../../domain/fiscal-time.ts';
import type { NotePlace, PortfolioQuery } from '../../../operations/received/portfolio-list.ts';
import { filterIn, queryOf, type ReceivedFilter } from '../received/filter.ts';

/** The filter in the address of a portfolio's list. Without days it covers this month and the one before. */
export type PortfolioFilter = Omit<ReceivedFilter, 'page'> & {
  /** Id of a company; empty for all. */
  company: string;
  /** The note after which the page begins; null for the first page. */
  behind: NotePlace | null;
};

/** The filter in a query or a form; values that make no sense are ignored. */
export function portfolioFilterOf(said: Request['query'], now: Date): PortfolioFilter {
  const { tab, search, from, to } = filterIn(said);
  const company = said['empresa'];
  return {
    tab,
    search,
    from: from || DateTime.fromJSDate(now, { zone }).startOf('month').minus({ months: 1 }).toFormat('yyyy-MM-dd'),
    to: to || brasiliaDay(now),
    company: typeof company === 'string' && isUuid(company) ? company : '',
    behind: placeIn(said['depois']),
  };
}

function placeIn(said: unknown): NotePlace | null {
  const [at = '', id = ''] = typeof said === 'string' ? said.split('_') : [];
  const moment = new Date(at);
  return isUuid(id) && !Number.isNaN(moment.getTime()) ? { at: moment, id } : null;
}

/** The filter as operations take it. */
export function portfolioQueryOf({ company, behind: _behind, ...filter }: PortfolioFilter): PortfolioQuery {
  const { from: emittedFrom, to: emittedTo } = filter;
  return { ...queryOf({ ...filter, page: 1 }), emittedFrom, emittedTo, ...(company && { companies: [company] }) };
}

/** The filter as names and values, for an address or for hidden fields. */
export function filterFields({ tab, search, from, to, company, behind }: PortfolioFilter): [string, string][] {
  const place = behind ? `${behind.at.toISOString()}_${behind.id}` : '';
  const said = { situacao: tab, busca: search, empresa: company, de: from, ate: to, depois: place };
  return Object.entries(said).filter(([, value]) => value !== '');
}

/** The address of the list, or of an action about it, with a filter. */
export function addressOf(path: string, filter: PortfolioFilter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams([...filterFields(filter), ...Object.entries(more)]).toString();
  return `${path}?${query}`;
}
