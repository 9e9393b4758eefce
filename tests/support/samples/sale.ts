import { v7 as uuid } from 'uuid';
import type { Orm } from '../../../config/orm.ts';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

/** A sale of two lines inside the state, paid by PIX: R$ 150.00. */
export const sale: GoodsPayload = {
  type: 'NFE',
  operationNature: 'Venda de mercadoria',
  items: [
    {
      code: 'CAFE',
      description: 'Café torrado em grãos 1 kg',
      ncm: '09012100',
      cfop: '5102',
      unit: 'UN',
      quantity: '2',
      unitValue: '50.00',
    },
    {
      code: 'ACUCAR',
      description: 'Açúcar orgânico',
      ncm: '17019900',
      cfop: '5102',
      unit: 'KG',
      quantity: '5',
      unitValue: '10',
    },
  ],
  payments: [{ method: 'PIX', value: '150.00' }],
};

export const buyer: ClientSnapshot = {
  id: null,
  name: 'Mercado São João Ltda',
  document: '11444777000161',
  documentType: 'CNPJ',
  type: 'COMPANY',
  stateRegistration: '110042490114',
  taxpayerType: 'CONTRIBUINTE',
  email: null,
  phone: null,
  address: {
    street: 'Rua do Comércio',
    number: '45',
    neighborhood: 'Centro',
    city: 'São Paulo',
    municipalityCode: '3550308',
    state: 'SP',
    zipCode: '01001000',
  },
  country: 'BR',
};

/** A document in PROCESSING, as the API leaves it for the workflow. */
export async function processingDocument(
  orm: Orm,
  company: Pick<Company, 'id' | 'environment'>,
  overrides: Partial<{ payload: GoodsPayload; client: ClientSnapshot }> = {},
): Promise<Document> {
  const em = acrossCompanies(orm);
  const document = em.create(Document, {
    id: uuid(),
    company: company.id,
    type: 'NFE',
    environment: company.environment,
    status: 'DRAFT',
    totalValue: '150.00',
    issueDateTime: new Date(),
    clientSnapshot: overrides.client ?? buyer,
    payload: overrides.payload ?? sale,
  });
  document.requestEmission(new Date());
  await em.flush();
  return document;
}
