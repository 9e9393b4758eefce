import type { Request } from 'express';
import type { ReceivedQuery } from '../../../operations/lists/received-query.ts';
import { dayIn } from '../../parts/day.ts';
import { pageIn } from '../../parts/pager.ts';

/** The tabs, each by its word in addresses, with the filter that it applies. */
export const tabs = [
  { key: '', word: 'Todas', query: {} },
  { key: 'responder', word: 'A responder', query: { pending: true } },
  { key: 'resumos', word: 'Só o resumo', query: { schemaType: 'RES_NFE' } },
  { key: 'ciencia', word: 'Ciência', query: { manifestation: 'CIENCIA' } },
  { key: 'confirmadas', word: 'Confirmadas', query: { manifestation: 'CONFIRMADA' } },
  { key: 'desconhecidas', word: 'Desconhecidas', query: { manifestation: 'DESCONHECIDA' } },
  { key: 'nao-realizadas', word: 'Não realizadas', query: { manifestation: 'NAO_REALIZADA' } },
] as const satisfies readonly { key: string; word: string; query: ReceivedQuery }[];
export type ReceivedTab = (typeof tabs)[number]['key'];

/** The filter in the address of the list. */
export type ReceivedFilter = { tab: ReceivedTab; search: string; from: string; to: string; page: number };

/** The filter in an address; values that make no sense are ignored. */
export function filterIn(query: Request['query']): ReceivedFilter {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    tab: tabs.find(({ key }) => key === text('situacao'))?.key ?? '',
    search: text('busca'),
    from: dayIn(text('de')) ?? '',
    to: dayIn(text('ate')) ?? '',
    page: pageIn(text('pagina')),
  };
}

/** The filter as operations take it. */
export function queryOf({ tab, search, from, to }: ReceivedFilter): ReceivedQuery {
  const narrowed: ReceivedQuery = tabs.find(({ key }) => key === tab)?.query ?? {};
  return {
    ...narrowed,
    ...(search ? { search } : {}),
    ...(from ? { emittedFrom: from } : {}),
    ...(to ? { emittedTo: to } : {}),
  };
}
