import type { Request } from 'express';
import type { Environment } from '../../../domain/companies/settings.ts';
import { type DocumentType, documentTypes } from '../../../domain/document-types.ts';
import { type NoteStatus, noteStatuses } from '../../../domain/received/kinds.ts';
import type { PastQuery } from '../../../operations/past/find-past.ts';
import { dayIn } from '../../parts/day.ts';
import { addressQuery, pageIn } from '../../parts/pager.ts';

/** The filter in the address of the list. */
export type PastFilter = {
  type?: DocumentType;
  status?: NoteStatus;
  search?: string;
  from?: string;
  to?: string;
  page: number;
};

/** The filter in an address; values that make no sense are ignored. */
export function filterIn(query: Request['query']): PastFilter {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 100) : undefined;
  };
  const status = noteStatuses.find((each) => each === text('situacao'));
  const type = documentTypes.find((each) => each === text('tipo'));
  const search = text('busca');
  const [from, to] = [dayIn(text('de')), dayIn(text('ate'))];
  return {
    ...(status ? { status } : {}),
    ...(type ? { type } : {}),
    ...(search ? { search } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    page: pageIn(text('pagina')),
  };
}

/** The filter as operations take it. */
export function queryOf({ page: _, ...filter }: PastFilter, environment: Environment): PastQuery {
  return { environment, ...filter };
}

/** The filter as the query of an address, with its question mark; empty for no filter. */
export function addressOf({ status, type, search, from, to, page }: PastFilter): string {
  const pagina = page > 1 ? page : undefined;
  return addressQuery({ situacao: status, tipo: type, busca: search, de: from, ate: to, pagina });
}
