import { v7 as uuid } from 'uuid';
import type { Orm } from '../../../config/orm.ts';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { ServicePayload } from '../../../domain/documents/payload.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { buyer } from './sale.ts';

/** Eight hours of consulting: R$ 2,000.00, with the simulated city's ISSQN of 5 %. */
export const service: ServicePayload = {
  type: 'NFSE',
  operationNature: '',
  items: [
    {
      code: 'CONSULTORIA',
      description: 'Consultoria, por hora',
      quantity: '8',
      unitValue: '250',
      serviceCode: '010601',
    },
  ],
};

/** A service in PROCESSING, as the API leaves it for the workflow. */
export async function processingService(
  orm: Orm,
  company: Company,
  overrides: Partial<{ payload: ServicePayload; client: ClientSnapshot }> = {},
): Promise<Document> {
  const em = acrossCompanies(orm);
  const document = em.create(Document, {
    id: uuid(),
    company: company.id,
    type: 'NFSE',
    environment: company.environment,
    status: 'DRAFT',
    totalValue: '2000.00',
    issueDateTime: new Date(),
    clientSnapshot: overrides.client ?? buyer,
    payload: overrides.payload ?? service,
  });
  document.requestEmission(new Date());
  await em.flush();
  return document;
}
