import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { inCompany } from '../../operations/in-company.ts';
import type { Page } from '../../operations/lists/page.ts';
import { findReceivedDocuments } from '../../operations/lists/received-documents.ts';
import type { ReceivedQuery } from '../../operations/lists/received-query.ts';

export type ReceivedPage = { documents: ReturnType<typeof summaryOf>[]; total: number } & Page;

/** One page of what a company received in its present environment, as the API lists it. @throws DomainError `validation_error` */
export async function listReceived(
  orm: Orm,
  company: Company,
  query: ReceivedQuery,
  page: Page,
): Promise<ReceivedPage> {
  const { documents, total } = await inCompany(orm, company.id, (em) =>
    findReceivedDocuments(em, company.environment, query, page),
  );
  return { documents: documents.map(summaryOf), total, ...page };
}

/** A row of the table on the terminal. */
export function receivedRow(document: ReturnType<typeof summaryOf>): Record<string, string> {
  return {
    nsu: document.nsu,
    tipo: document.schemaType,
    emissão: brasiliaDay(new Date(document.emissionDate)),
    emitente: `${document.issuer.taxId ?? ''} ${document.issuer.name ?? ''}`.trim().slice(0, 50),
    número: document.number ?? '',
    valor: document.totalValue ?? '',
    situação: document.status,
    manifestação: document.manifestation ?? '',
    chave: document.accessKey,
  };
}

function summaryOf(document: ReceivedDocument) {
  const { id, model, schemaType, accessKey, number, series, totalValue, status, role, manifestation } = document;
  return {
    ...{ id, model, schemaType, accessKey, number, series, totalValue, status, role, manifestation },
    nsu: String(document.nsu),
    issuer: { taxId: document.issuerTaxId, name: document.issuerName },
    emissionDate: document.emissionDate.toISOString(),
    hasFullXml: document.hasFullXml,
  };
}
