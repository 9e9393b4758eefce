import type { DocumentQuery } from '../../operations/lists/document-query.ts';
import type { Page } from '../../operations/lists/page.ts';
import { askedMoment } from './moment.ts';

/** The query of a list of documents, as the contract has it: of its pages, or of a synchronization. */
export type ListQuery = Omit<DocumentQuery, 'updatedSince'> &
  Partial<Page> & { updatedSince?: string; changedSince?: string; cursor?: string };

/** What a page of the list is narrowed to. @throws DomainError `validation_error` */
export function askedList({ updatedSince, changedSince: _, cursor: __, ...query }: ListQuery): DocumentQuery {
  if (updatedSince === undefined) return query;
  return { ...query, updatedSince: new Date(askedMoment(updatedSince, 'updatedSince')) };
}
