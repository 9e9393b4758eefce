import type { EntityManager } from '../../config/orm.ts';
import type { JudgedService } from '../../domain/contingency/standing.ts';
import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { authorizerOf } from '../../domain/sefaz/endpoints.ts';

/** After this time somebody should have looked. */
const quietMinutes = 2;

type Waiting = Pick<JudgedService, 'environment' | 'model'> & { homeState: string };

/** Services whose judge has not looked although it should: shut or in doubt for a while, or with something that waits for them. */
export async function neglectedServices(em: EntityManager): Promise<AuthorityInput[]> {
  const unasked = await em.execute<JudgedService[]>(
    `select authorizer, environment, model, state from authority_standing
     where (standing in ('SHUT', 'CLOSING') or (state <> '' and standing = 'OPEN') or doubted_at > coalesce(asked_at, '-infinity'))
       and coalesce(asked_at, updated_at) < now() - make_interval(mins => ?)
       and coalesce(not_before, '-infinity') < now()`,
    [quietMinutes],
  );
  const waiting = await em.execute<Waiting[]>(
    `select distinct d.environment, case d.type when 'NFE' then '55' else '65' end as model, c.settings -> 'address' ->> 'state' as "homeState"
     from document d join company c on c.id = d.company_id
     where d.status = 'PROCESSING' and d.type in ('NFE', 'NFCE')
       and d.waiting_kind in ('TRANSMISSION', 'AUTHORITY_PAUSED', 'AUTHORITY_UNREACHABLE')
       and greatest(d.updated_at, d.waiting_since) < now() - make_interval(mins => ?)`,
    [quietMinutes],
  );
  const services = [
    ...unasked.map((service) => ({ ...service, authorizer: homeOf(service) })),
    ...waiting.map(({ homeState, ...service }) => ({ ...service, authorizer: authorizerOf(homeState, service.model) })),
  ];
  const unique = new Map(services.map((service) => [keyOf(service), service]));
  return [...unique.values()].map(({ authorizer, environment, model }) => ({ authorizer, environment, model }));
}

const homeOf = ({ authorizer, model, state }: JudgedService): string =>
  state === '' ? authorizer : authorizerOf(state, model);
const keyOf = ({ authorizer, environment, model }: AuthorityInput): string => `${authorizer}/${environment}/${model}`;
