import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Orm } from '../../../config/orm.ts';
import { Closing } from '../../../domain/closings/closing.entity.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import type { OfficeLink } from '../../../domain/offices/office-link.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { linkOf } from './office.ts';
import { buyer, sale } from '../samples/sale.ts';

type Owners = { office: Pick<Office, 'id'>; company: Pick<Company, 'id' | 'taxId' | 'name'> };

/** Writes the row of a closing: of October 2026 and PENDING by default. */
export async function newClosing(
  orm: Orm,
  { office, company }: Owners,
  state: Partial<Closing> = {},
): Promise<Closing> {
  const em = acrossCompanies(orm);
  const id = uuid();
  const closing = em.create(Closing, {
    id,
    office: office.id,
    company: company.id,
    companyTaxId: company.taxId,
    companyName: company.name,
    year: 2026,
    month: 10,
    includeXml: true,
    includePdf: true,
    fileName: `${company.taxId}-2026-10.zip`,
    blobKey: `closings/${office.id}/${id}.zip`,
    ...state,
  });
  await em.flush();
  return closing;
}

type Issued = Partial<Omit<Document, 'id' | 'company'>>;

/** Writes the row of a document in the middle of October 2026: by default AUTHORIZED, in production, of R$ 150.00. */
export async function monthDocument(orm: Orm, company: Pick<Company, 'id'>, state: Issued = {}): Promise<Document> {
  const em = acrossCompanies(orm);
  const document = em.create(Document, {
    company: company.id,
    type: 'NFE',
    environment: 'PRODUCTION',
    status: 'AUTHORIZED',
    totalValue: '150.00',
    issueDateTime: new Date('2026-10-15T15:00:00Z'),
    clientSnapshot: buyer,
    payload: sale,
    ...state,
  });
  await em.flush();
  return document;
}

type Linked = { name?: string | undefined; status?: OfficeLink['status'] | undefined };

/** Makes a company in production, linked to the office if one is given; the link is ACTIVE by default. */
export async function linkedCompany(
  orm: Orm,
  office: Pick<Office, 'id'> | null,
  { name = 'Padaria São José Ltda', status = 'ACTIVE' }: Linked = {},
): Promise<Company> {
  const em = acrossCompanies(orm);
  const taxId = randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase();
  const company = em.create(Company, { taxId, name, environment: 'PRODUCTION' });
  await em.flush();
  if (office) await linkOf(orm, office, company, { status });
  return company;
}
