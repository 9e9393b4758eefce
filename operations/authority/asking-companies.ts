import type { EntityManager } from '../../config/orm.ts';
import type { AuthorityService } from '../../domain/conversation/authority.ts';
import { takesUnregistered } from '../../domain/sefaz/endpoints.ts';
import { newestCertificate } from '../newest-certificate.ts';
import { homeOf, homesOf, isForSvrs } from './held.ts';

/** A company that may ask about a service. */
export type AskingCompany = { companyId: string; taxId: string; certificateId: string; state: string };

/** The subject of the calls that ask about a service. */
export const statusSubject = ({ authorizer, environment, model, state }: AuthorityService): string =>
  ['status', authorizer, environment.toLowerCase(), model, ...(state === '' ? [] : [state])].join('/');

/**
 * How many questions one company asks in an hour, of the 40 that are allowed (MOC 7.0, annex I, 4.3): the rest is for `lavra doctor` and other
 * systems. After the first `atFullPace` questions it asks a fifth as often, so that they last for the hour.
 */
const atMostAnHour = 36;
const atFullPace = 12;
const slower = 5;

/**
 * Companies that may ask about a service now: those that it serves or that have an event waiting for it (SVRS takes events of other states), with a
 * valid certificate and questions left. Companies whose last question was refused come last; of the others the one comes first that asked the
 * longest ago, so that all take turns.
 */
export function askersOf(
  em: EntityManager,
  service: AuthorityService,
  { now, paceMs, atMost = 5 }: { now: Date; paceMs: number; atMost?: number },
): Promise<AskingCompany[]> {
  const { authorizer, environment, model, state } = service;
  const homes = state === '' ? homesOf({ authorizer, environment, model }) : [state];
  return em.execute<AskingCompany[]>(
    `select c.id as "companyId", c.tax_id as "taxId", certificate.id as "certificateId",
       c.settings -> 'address' ->> 'state' as state
     from company c
       join certificate on certificate.id = ${newestCertificate('c.id')} and certificate.not_after > ?
       join lateral (
         select count(*) as asked, max(started_at) filter (where subject = ?) as last_at,
           coalesce((array_agg(c_stat order by started_at desc))[1] not in ('107', '108', '109', '113', '114'), false) as is_refused
         from authority_call
         where company_id = c.id and service = 'NfeStatusServico' and started_at > ?::timestamptz - interval '1 hour'
       ) recent on recent.asked < ${atMostAnHour} and (recent.last_at is null or recent.last_at
         <= ?::timestamptz - make_interval(secs => ? * case when recent.asked < ${atFullPace} then 1 else ${slower} end))
     where c.is_active and c.environment = ? and (${homeOf('c', model)} in (?)
       or (? and exists (select from document_event e where e.company_id = c.id and e.status = 'PENDING' and ${isForSvrs})))
     order by recent.is_refused, recent.last_at nulls first, c.id limit ?`,
    [
      now,
      statusSubject(service),
      now,
      now,
      paceMs / 1000,
      environment,
      homes,
      state === '' && takesUnregistered(authorizer, model),
      atMost,
    ],
  );
}
