import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { DomainError } from '../../domain/errors.ts';
import type { LinkStatus } from '../../domain/offices/office-link.entity.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import { certificateEnd } from '../newest-certificate.ts';

/** The other side of a link that is PENDING or ACTIVE. */
export type LinkedParty = { taxId: string; name: string; status: LinkStatus; issuingAllowed: boolean };

/** An overview of a company for an operator: whether it is active, who reaches it, and what is under way. */
export type CompanyGlance = {
  id: string;
  taxId: string;
  name: string;
  tradeName: string | null;
  environment: Environment;
  city: string | null;
  state: string | null;
  isActive: boolean;
  createdAt: Date;
  certificateEnds: Date | null;
  /** Keys that are admitted as long as the company is active. */
  keys: number;
  people: number;
  /** Notes that are being issued or wait. */
  notesUnderWay: number;
  /** Deliveries to webhooks that are still to be made. */
  deliveriesUnderWay: number;
  offices: LinkedParty[];
};

type CompanyRow = Omit<CompanyGlance, 'createdAt' | 'certificateEnds'> & {
  createdAt: string;
  certificateEnds: string | null;
};

/** The overview of a company by its CNPJ or CPF, if `em` oversees it. @throws DomainError `not_found` */
export async function glanceAtCompany(em: EntityManager, reference: string): Promise<CompanyGlance> {
  const [found] = await em.execute<CompanyRow[]>(
    `select c.id, c.tax_id as "taxId", c.name, c.trade_name as "tradeName", c.environment, c.is_active as "isActive", c.created_at as "createdAt",
       c.settings -> 'address' ->> 'city' as city, c.settings -> 'address' ->> 'state' as state,
       ${certificateEnd('c.id')} as "certificateEnds",
       (select count(*)::int from api_key k where k.company_id = c.id and ${working}) as keys,
       (select count(*)::int from membership m where m.company_id = c.id and m.ended_at is null) as people,
       (select count(*)::int from document d where d.company_id = c.id and d.status = 'PROCESSING') as "notesUnderWay",
       (select count(*)::int from webhook_delivery w where w.company_id = c.id and w.status = 'PENDING') as "deliveriesUnderWay",
       coalesce((
         select json_agg(json_build_object('taxId', o.tax_id, 'name', o.name, 'status', l.status, 'issuingAllowed', l.issuing_allowed) order by o.name)
         from office_link l join office o on o.id = l.office_id where l.company_id = c.id and l.status in ('PENDING', 'ACTIVE')
       ), '[]') as offices
     from company c where c.tax_id = ?`,
    [plainTaxId(reference)],
  );
  if (!found) throw new DomainError('not_found', 'Não há empresa com este CNPJ ou CPF nesta instalação.');
  const { createdAt, certificateEnds, ...rest } = found;
  return {
    ...rest,
    createdAt: new Date(createdAt),
    certificateEnds: certificateEnds === null ? null : new Date(certificateEnds),
  };
}

/** An overview of an office; its companies are those that it works for or has asked. */
export type OfficeGlance = {
  id: string;
  taxId: string;
  name: string;
  email: string | null;
  createdAt: Date;
  /** Since when its keys and people are not admitted; null where it is not suspended. */
  suspendedAt: Date | null;
  keys: number;
  people: number;
  /** Closings that are under way. */
  closingsUnderWay: number;
  companies: LinkedParty[];
};

type OfficeRow = Omit<OfficeGlance, 'createdAt' | 'suspendedAt'> & { createdAt: string; suspendedAt: string | null };

/** The overview of an office by its CNPJ or CPF, if `em` oversees it. @throws DomainError `not_found` */
export async function glanceAtOffice(em: EntityManager, reference: string): Promise<OfficeGlance> {
  const [found] = await em.execute<OfficeRow[]>(
    `select o.id, o.tax_id as "taxId", o.name, o.email, o.created_at as "createdAt", o.suspended_at as "suspendedAt",
       (select count(*)::int from api_key k where k.office_id = o.id and ${working}) as keys,
       (select count(*)::int from membership m where m.office_id = o.id and m.ended_at is null) as people,
       (select count(*)::int from closing g where g.office_id = o.id and g.status in ('PENDING', 'RUNNING')) as "closingsUnderWay",
       coalesce((
         select json_agg(json_build_object('taxId', c.tax_id, 'name', coalesce(nullif(c.trade_name, ''), c.name), 'status', l.status,
           'issuingAllowed', l.issuing_allowed) order by c.name)
         from office_link l join company c on c.id = l.company_id where l.office_id = o.id and l.status in ('PENDING', 'ACTIVE')
       ), '[]') as companies
     from office o where o.tax_id = ?`,
    [plainTaxId(reference)],
  );
  if (!found) throw new DomainError('not_found', 'Não há escritório com este documento nesta instalação.');
  const { createdAt, suspendedAt, ...rest } = found;
  return {
    ...rest,
    createdAt: new Date(createdAt),
    suspendedAt: suspendedAt === null ? null : new Date(suspendedAt),
  };
}

const working = 'k.revoked_at is null and (k.expires_at is null or k.expires_at > now())';
