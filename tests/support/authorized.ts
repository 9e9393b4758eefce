import { acrossCompanies } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { emissionId } from '../../temporal/names.ts';
import { startEmission } from '../../temporal/start.ts';
import type { House } from './house.ts';
import { processingDocument } from './sale.ts';

/** A document of the company that the house has issued. */
export async function authorizedDocument(house: House, company: Company): Promise<Document> {
  const { id, attempt } = await processingDocument(house.orm, company);
  const start = { documentId: id, attempt, companyTaxId: company.taxId, documentType: 'NFE' };
  await startEmission(house.client, start);
  await house.client.workflow.getHandle(emissionId(id, attempt)).result();
  return acrossCompanies(house.orm).findOneOrFail(Document, { id });
}
