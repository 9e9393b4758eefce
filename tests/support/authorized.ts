import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { emissionId } from '../../temporal/names.ts';
import { startEmission } from '../../temporal/start.ts';
import type { Installation } from './installation.ts';
import { processingDocument } from './sale.ts';

/** A document of the company that the installation has issued. */
export async function authorizedDocument(installation: Installation, company: Company): Promise<Document> {
  const { id, attempt } = await processingDocument(installation.orm, company);
  const start = { documentId: id, attempt, companyTaxId: company.taxId, documentType: 'NFE', title: 'NF-e' } as const;
  await startEmission(installation.client, start);
  await installation.client.workflow.getHandle(emissionId(id, attempt)).result();
  return acrossCompanies(installation.orm).findOneOrFail(Document, { id });
}
