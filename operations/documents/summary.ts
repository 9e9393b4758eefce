import type { EntityManager, Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { waitOfRow } from '../../domain/conversation/wait-with-remedy.ts';
import { type Document, type DocumentStatus, documentStatuses } from '../../domain/documents/document.entity.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import { inCompany } from '../in-company.ts';
import { daysWithin } from '../lists/days.ts';
import type { DocumentQuery } from '../lists/document-query.ts';
import { documentKinds } from '../lists/document-list.ts';
import { findDocuments } from '../lists/documents.ts';
import type { Page } from '../lists/page.ts';
import { type DayFigure, sumOf, talliedDays } from '../lists/tally.ts';

/** A page of documents, and how many match: in the environment that was asked for, and in the other one. */
export type DocumentPage = {
  documents: DocumentSummary[];
  total: number;
  inOtherEnvironment: number;
  environment: NonNullable<DocumentQuery['environment']>;
} & Page;

/**
 * One page of a company's documents, the newest first, as the API lists them; in the company's environment, unless another is asked for.
 *
 * @throws DomainError `validation_error`
 */
export async function listDocuments(
  orm: Orm,
  company: Pick<Company, 'id' | 'taxId' | 'environment'>,
  query: DocumentQuery,
  page: Page,
): Promise<DocumentPage> {
  const { environment = company.environment } = query;
  const { documents, ...totals } = await inCompany(orm, company.id, (em) =>
    findDocuments(em, { ...query, environment }, page),
  );
  return { documents: documents.map((document) => summaryOf(document, company)), ...totals, environment, ...page };
}

/** How many documents of an environment have each status, and the days of a month on which some were authorized. */
export type DocumentFigures = { counts: Record<DocumentStatus, number>; days: DayFigure[] };

/**
 * Figures of a company's documents, read from counts that the database keeps.
 *
 * @param month first day AAAA-MM-DD of the month whose days are given
 * @param type restricts the days to one type of document
 */
export function documentFigures(
  orm: Orm,
  { id, environment }: Pick<Company, 'id' | 'environment'>,
  { month, type }: { month: string; type?: DocumentType | undefined },
): Promise<DocumentFigures> {
  return inCompany(orm, id, async (em) => {
    const counts = await countsOf(em, environment);
    const { from = month, to = month } = daysWithin(month, {});
    return { counts, days: await talliedDays(em, environment, { from, to }, type) };
  });
}

/** How many documents of a company have each status in an environment, from counts that the database keeps. */
export function documentCounts(
  orm: Orm,
  { id, environment }: Pick<Company, 'id' | 'environment'>,
): Promise<Record<DocumentStatus, number>> {
  return inCompany(orm, id, (em) => countsOf(em, environment));
}

async function countsOf(em: EntityManager, environment: Environment): Promise<Record<DocumentStatus, number>> {
  const kinds = await documentKinds(em, { days: {} });
  const ofStatus = (status: DocumentStatus) =>
    sumOf(kinds.filter(({ facets }) => facets.environment === environment && facets.status === status));
  return Object.fromEntries(documentStatuses.map((status) => [status, ofStatus(status)])) as Record<
    DocumentStatus,
    number
  >;
}

export type DocumentSummary = ReturnType<typeof summaryOf>;

/** What identifies a document, and its status. */
export function summaryOf(document: Document, { taxId }: Pick<Company, 'taxId'>) {
  const { id, type, environment, status, series, number, accessKey, totalValue, clientSnapshot } = document;
  const { externalId, issueDateTime, createdAt, updatedAt, rejectionReason, waitingFor } = document;
  const { name, document: taxIdOfClient } = clientSnapshot;
  return {
    ...{ id, externalId: externalId ?? null, type, environment, status, series: series ?? null, number },
    accessKey: accessKey ?? null,
    client: { name, document: taxIdOfClient },
    ...{ totalValue, issueDateTime, createdAt, updatedAt },
    rejectionReason: rejectionReason ?? null,
    waiting: waitOfRow({ ...document, reason: waitingFor }, { what: 'document', id, company: taxId }),
  };
}
