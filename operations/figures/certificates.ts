import type { EntityManager } from '../../config/orm.ts';
import { certificateEnd } from '../newest-certificate.ts';

/** Of a company, when the certificate ends that it signs with. */
export type CertificateEnd = { companyId: string; taxId: string; notAfter: Date };

/** Certificates that active companies sign with, by how long they last yet; each is in one group. */
export type CertificateFigures = {
  expired: number;
  within1Day: number;
  within7Days: number;
  within30Days: number;
  later: number;
  /** Companies with settings that have none at all. */
  missing: number;
  /** Those that end within 30 days, the first ones first, `named` of them at most. */
  ending: CertificateEnd[];
};

const named = 50;

/** How long certificates last, of all active companies. */
export async function readCertificates(em: EntityManager): Promise<CertificateFigures> {
  const [row] = await em.execute<(Omit<CertificateFigures, 'ending'> & { ending: Ending[] | null })[]>(
    `with newest as materialized (
       select c.id, c.tax_id, c.settings is not null as is_ready, ${certificateEnd('c.id')} as not_after
       from company c where c.is_active
     )
     select count(*) filter (where not_after <= now())::int as "expired",
       count(*) filter (where not_after > now() and not_after <= now() + interval '1 day')::int as "within1Day",
       count(*) filter (where not_after > now() + interval '1 day' and not_after <= now() + interval '7 days')::int as "within7Days",
       count(*) filter (where not_after > now() + interval '7 days' and not_after <= now() + interval '30 days')::int as "within30Days",
       count(*) filter (where not_after > now() + interval '30 days')::int as "later",
       count(*) filter (where not_after is null and is_ready)::int as "missing",
       (select json_agg(json_build_object('companyId', id, 'taxId', tax_id, 'notAfter', not_after)) from (
         select id, tax_id, not_after from newest where not_after <= now() + interval '30 days' order by not_after limit ?
       ) as soon) as "ending"
     from newest`,
    [named],
  );
  if (!row) throw new TypeError('an aggregate gave no row');
  const ending = (row.ending ?? []).map((each) => ({ ...each, notAfter: new Date(each.notAfter) }));
  return { ...row, ending };
}

/** As JSON carries it. */
type Ending = Omit<CertificateEnd, 'notAfter'> & { notAfter: string };
