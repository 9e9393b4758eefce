import type { WatchedList } from '../../../operations/lists/watch.ts';

/** Lists that are live besides that of the notes, by their paths below the company. */
const lists = {
  recebidas: 'received',
  clientes: 'client',
  produtos: 'product',
  regras: 'taxRule',
  modelos: 'fiscalTemplate',
  transporte: 'carrier',
  conferencias: 'comparison',
} as const satisfies Record<string, WatchedList>;

/** The list at a path below the company; undefined where none is watched there. */
export function watchedListAt(path: string | undefined): WatchedList | undefined {
  const known: Record<string, WatchedList> = lists;
  return path !== undefined && Object.hasOwn(lists, path) ? known[path] : undefined;
}

/** Where the page of such a list is told that it is no longer as it was at a version. @param base `/e/{cnpj}` */
export function liveListAddress(base: string, path: string, version: string): string {
  return `${base}/vivo?lista=${path}&versao=${version}`;
}
