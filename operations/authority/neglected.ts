import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import type { AuthorityService } from '../../domain/conversation/authority.ts';
import { authorizerOfKey } from '../../domain/sefaz/authority.ts';
import { authorizerOf } from '../../domain/sefaz/endpoints.ts';
import { isForSvrs, subjectKey } from './held.ts';
import { calmMs, isEntered, isLately } from './standings.ts';

/** After how many seconds a judge should have looked. */
const quietSeconds = 120;

type Waiting = Pick<AuthorityService, 'environment' | 'model'> & { homeState: string; isUnregistered: boolean };

/** Services whose judge should have looked and has not: they are shut or in doubt for a while, or something waits for them. */
export async function neglectedServices(em: EntityManager): Promise<AuthorityInput[]> {
  const unasked = await em.execute<AuthorityService[]>(
    `select authorizer, environment, model, state from authority_standing
     where (standing in ('SHUT', 'CLOSING') or (state <> '' and standing = 'OPEN') or doubted_at > coalesce(asked_at, '-infinity'))
       and not ${isLately('coalesce(asked_at, updated_at)', 'now()')}
       and not coalesce(not_before, '-infinity') between now() and now() + interval '${calmMs} milliseconds'`,
    [quietSeconds],
  );
  const waiting = await em.execute<Waiting[]>(
    `select distinct d.environment, case d.type when 'NFE' then '55' else '65' end as model, c.settings -> 'address' ->> 'state' as "homeState",
       c.settings ->> 'stateRegistration' is null as "isUnregistered"
     from document d join company c on c.id = d.company_id
     where d.status = 'PROCESSING' and d.type in ('NFE', 'NFCE')
       and (d.waiting_kind in ('AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE') or (d.waiting_kind = 'TRANSMISSION' and not ${isEntered}))
       and not ${isLately('greatest(d.updated_at, d.waiting_since)', 'now()')}`,
    [quietSeconds],
  );
  const isUnregistered = `(${isForSvrs} or (e.document_id is not null and c.settings ->> 'stateRegistration' is null))`;
  const events = await em.execute<{ environment: Environment; key: string; isUnregistered: boolean }[]>(
    `select distinct on (s.environment, substring(s.access_key from 1 for 2), substring(s.access_key from 21 for 2), ${isUnregistered})
       s.environment, s.access_key as key, ${isUnregistered} as "isUnregistered"
     from document_event e join company c on c.id = e.company_id ${subjectKey}
     where e.status = 'PENDING' and e.waiting_kind in ('AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE')
       and length(s.access_key) = 44 and not ${isLately('e.waiting_since', 'now()')}`,
    [quietSeconds],
  );
  const ranges = await em.execute<Waiting[]>(
    `select distinct i.environment, i.model, c.settings -> 'address' ->> 'state' as "homeState",
       false as "isUnregistered"
     from inutilization i join company c on c.id = i.company_id
     where i.status = 'PENDING' and i.waiting_kind in ('AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE')
       and not ${isLately('i.waiting_since', 'now()')}`,
    [quietSeconds],
  );
  const services = [
    ...unasked.map((service) => ({ ...service, authorizer: homeOf(service) })),
    ...[...waiting, ...ranges].map(({ homeState, isUnregistered: unregistered, ...service }) => ({
      ...service,
      authorizer: authorizerOf(homeState, service.model, unregistered),
    })),
    ...events.map(({ environment, key, isUnregistered: unregistered }) => {
      const { state, model } = authorizerOfKey(key, environment);
      return { authorizer: authorizerOf(state, model, unregistered), environment, model };
    }),
  ];
  const unique = new Map(services.map((service) => [keyOf(service), service]));
  return [...unique.values()].map(({ authorizer, environment, model }) => ({ authorizer, environment, model }));
}

const homeOf = ({ authorizer, model, state }: AuthorityService): string =>
  state === '' ? authorizer : authorizerOf(state, model);
const keyOf = ({ authorizer, environment, model }: AuthorityInput): string => `${authorizer}/${environment}/${model}`;
