import type { Request } from 'express';
import type { Environment } from '../../../domain/companies/settings.ts';
import { type DocumentType, documentTypes } from '../../../domain/document-types.ts';
import { type DocumentStatus, documentStatuses } from '../../../domain/documents/document.entity.ts';
import type { DocumentQuery } from '../../../operations/lists/document-query.ts';
import { dayIn } from '../../parts/day.ts';
import { addressQuery, pageIn } from '../../parts/pager.ts';

/** The filter in the address of the list. */
export type NotesFilter = {
  environment: Environment;
  status?: DocumentStatus;
  type?: DocumentType;
  search?: string;
  from?: string;
  to?: string;
  page: number;
};

/** The filter in an address; values that make no sense are ignored. */
export function filterIn(query: Request['query'], usual: Environment): NotesFilter {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const oneOf = <Known extends string>(known: readonly Known[], said: string | undefined): Known | undefined =>
    known.find((each) => each === said);
  const status = oneOf(documentStatuses, text('situacao'));
  const type = oneOf(documentTypes, text('tipo'));
  const search = text('busca');
  const [from, to] = [dayIn(text('de')), dayIn(text('ate'))];
  const environments: Record<string, Environment> = { producao: 'PRODUCTION', homologacao: 'HOMOLOGATION' };
  return {
    environment: environments[text('ambiente') ?? ''] ?? usual,
    ...(status ? { status } : {}),
    ...(type ? { type } : {}),
    ...(search ? { search } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    page: pageIn(text('pagina')),
  };
}

/** The filter as operations take it. */
export function queryOf({ page: _, from, to, ...query }: NotesFilter): DocumentQuery {
  return { ...query, ...(from ? { issuedFrom: from } : {}), ...(to ? { issuedTo: to } : {}) };
}

/** The filter as the query of an address, with its question mark; empty for no filter. */
export function addressOf(filter: NotesFilter, usual: Environment): string {
  const { environment, status, type, search, from, to, page } = filter;
  const ambiente = environment === 'PRODUCTION' ? 'producao' : 'homologacao';
  const pagina = page > 1 ? page : undefined;
  return addressQuery({
    ambiente: environment === usual ? undefined : ambiente,
    ...{ situacao: status, tipo: type, busca: search, de: from, ate: to, pagina },
  });
}
