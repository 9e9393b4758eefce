import type { ViewedList } from '../../../domain/accounts/saved-view.entity.ts';
import type { MenuPath } from '../../parts/menu.ts';
import type { PageName } from '../../rights.ts';

/** A list whose filters are saved: its path below the company, and the names by which its address says a filter, in the order in which they are kept. */
type Viewed = {
  list: ViewedList;
  path: string;
  page: PageName;
  here: MenuPath;
  word: string;
  names: readonly string[];
};

/** Each list by its word in addresses. */
export const viewed = {
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
} as const satisfies Record<string, Viewed>;
export type ViewedKey = keyof typeof viewed;

const keys = Object.keys(viewed) as ViewedKey[];

/** The word of a list that an address or a form says; undefined where it is none's. */
export function viewedKey(said: unknown): ViewedKey | undefined {
  return keys.find((key) => key === said);
}

/** The word by which addresses call a list that views are kept of. */
export function keyOf(list: ViewedList): ViewedKey {
  const key = keys.find((each) => viewed[each].list === list);
  if (key === undefined) throw new TypeError(`no page shows ${list}`);
  return key;
}

/** What the part of an address behind its question mark says of the filter of a list, always in one order; which page of it, for one, is left out. */
export function filterWithin(key: ViewedKey, query: string): string {
  const said = new URLSearchParams(query);
  const kept = viewed[key].names.flatMap((name): [string, string][] => {
    const value = said.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

/** The address of a list with a filter. @param base `/e/{cnpj}` */
export function listAddress(base: string, key: ViewedKey, filter: string): string {
  return `${base}/${viewed[key].path}${filter === '' ? '' : `?${filter}`}`;
}
