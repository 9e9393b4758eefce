import type { WatchedList } from '../../../operations/lists/watch.ts';

/** Live lists other than the notes', by their paths below the company. */
const lists = {
  recebidas: 'received',
  clientes: 'client',
  produtos: 'product',
  regras: 'taxRule',
  modelos: 'fiscalTemplate',
  transporte: 'carrier',
  conferencias: 'comparison',
} as const satisfies Record<string, WatchedList>;

/** The list at a path below the company; undefined when it is not live. */
export function watchedListAt(path: string | undefined): WatchedList | undefined {
  const known: Record<string, WatchedList> = lists;
  return path !== undefined && Object.hasOwn(lists, path) ? known[path] : undefined;
}

/** The address of the stream that tells when a list is no longer at `version`. @param base `/e/{cnpj}` */
export function liveListAddress(base: string, path: string, version: string): string {
  return `${base}/vivo?lista=${path}&versao=${version}`;
}
