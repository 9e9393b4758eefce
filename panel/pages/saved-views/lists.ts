import type { ViewedList } from '../../../domain/accounts/saved-view.entity.ts';
import type { MenuPath } from '../../parts/menu.ts';
import type { PageName } from '../../rights.ts';

/** A list whose filters can be saved: its path below the company, and the query names of its filter, in the order in which they are stored. */
type ListWithViews = {
  list: ViewedList;
  path: string;
  page: PageName;
  here: MenuPath;
  word: string;
  names: readonly string[];
};

/** The lists by their words in addresses. */
export const listsWithViews = {
  notas: {
    ...{ list: 'NOTES', path: 'notas', page: 'notes', here: 'notas', word: 'Notas emitidas' },
    names: ['ambiente', 'situacao', 'tipo', 'busca', 'de', 'ate'],
  },
  recebidas: {
    ...{ list: 'RECEIVED', path: 'recebidas', page: 'received', here: 'recebidas', word: 'Notas recebidas' },
    names: ['situacao', 'busca', 'de', 'ate'],
  },
  entregas: {
    ...{ list: 'DELIVERIES', path: 'webhooks/entregas', page: 'deliveries', here: 'webhooks', word: 'Entregas' },
    names: ['situacao', 'evento', 'webhook', 'de', 'ate'],
  },
} as const satisfies Record<string, ListWithViews>;
export type ListKey = keyof typeof listsWithViews;

const keys = Object.keys(listsWithViews) as ListKey[];

/** The word of a list in an address or a form; undefined for any other text. */
export function listKeyIn(said: unknown): ListKey | undefined {
  return keys.find((key) => key === said);
}

/** The word in addresses of a list of saved views. */
export function listKeyOf(list: ViewedList): ListKey {
  const key = keys.find((each) => listsWithViews[each].list === list);
  if (key === undefined) throw new TypeError(`no page shows ${list}`);
  return key;
}

/** The filter in the query of a list's address, always in the same order; other parts, such as the page, are left out. */
export function filterWithin(key: ListKey, query: string): string {
  const said = new URLSearchParams(query);
  const kept = listsWithViews[key].names.flatMap((name): [string, string][] => {
    const value = said.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

/** The address of a list with a filter. @param base `/e/{cnpj}` */
export function listAddress(base: string, key: ListKey, filter: string): string {
  return `${base}/${listsWithViews[key].path}${filter === '' ? '' : `?${filter}`}`;
}
