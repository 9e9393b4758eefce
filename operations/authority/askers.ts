import type { EntityManager } from '../../config/orm.ts';
import type { JudgedService } from '../../domain/contingency/standing.ts';
import { statesOf } from '../../domain/sefaz/endpoints.ts';
import { newestCertificate } from '../newest-certificate.ts';

/** A company that may ask about a service. */
export type Asker = { companyId: string; taxId: string; certificateId: string; state: string };

/** What the calls of questions about a service are about. */
export const statusSubject = ({ authorizer, environment, model, state }: JudgedService): string =>
  ['status', authorizer, environment.toLowerCase(), model, ...(state === '' ? [] : [state])].join('/');

/**
 * Companies that may ask about a service: whom it serves, with a valid certificate, those first whose last question was not refused and is
 * the longest ago, so that all take turns.
 */
export function askersOf(em: EntityManager, service: JudgedService, now: Date, atMost = 5): Promise<Asker[]> {
  const { authorizer, environment, model, state } = service;
  const states = state === '' ? statesOf(authorizer, model, environment) : [state];
  return em.execute<Asker[]>(
    `select c.id as "companyId", c.tax_id as "taxId", certificate.id as "certificateId",
       c.settings -> 'address' ->> 'state' as state
     from company c
       join certificate on certificate.id = ${newestCertificate('c.id')} and certificate.not_after > ?
       left join lateral (
         select started_at, coalesce(c_stat not in ('107', '108', '109', '113', '114'), false) as is_refused
         from authority_call where subject = ? and company_id = c.id order by started_at desc limit 1
       ) last on true
     where c.is_active and c.environment = ? and c.settings -> 'address' ->> 'state' in (?)
     order by coalesce(last.is_refused, false), last.started_at nulls first, c.id limit ?`,
    [now, statusSubject(service), environment, states, atMost],
  );
}
