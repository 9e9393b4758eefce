import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId } from '../../../temporal/names.ts';
import { type EmissionStart, startEmission } from '../../../temporal/start.ts';
import type { Installation } from '../servers/installation.ts';
import { processingDocument } from '../samples/sale.ts';

/** The arguments with which the run of a document's emission starts. */
export function emissionStart(
  { taxId }: Pick<Company, 'taxId'>,
  { id, attempt = 1, type = 'NFE' }: Partial<Pick<Document, 'attempt' | 'type'>> & { id: string },
): EmissionStart {
  return { documentId: id, attempt, companyTaxId: taxId, documentType: type, title: type };
}

/** Issues a document of the company with this installation. */
export async function authorizedDocument(installation: Installation, company: Company): Promise<Document> {
  const { id, attempt } = await processingDocument(installation.orm, company);
  await startEmission(installation.client, emissionStart(company, { id, attempt }));
  await installation.client.workflow.getHandle(emissionId(id, attempt)).result();
  return acrossCompanies(installation.orm).findOneOrFail(Document, { id });
}
