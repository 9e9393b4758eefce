import { v7 as uuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { refuseAny } from '../../domain/faults.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import type { OfficeSubscription, Subscription } from '../../domain/webhooks/event-types.ts';
import { type FilterInput, checkChoice, keptDueDays, keptFilters } from '../../domain/webhooks/supplier-filters.ts';
import type { ActingCompany, ActingOffice } from '../acting.ts';
import type { Transact } from '../transactions.ts';
import { actorOfOwner, checkedUrl, inOwner, newSealedSecret, recordEndpoint, type WebhookParts } from './endpoints.ts';
import { ping } from './ping.ts';

/** How many endpoints an owner may have, and the message at one more. For a company more are probably a mistake, because each gets every event. */
const limits = {
  company: { atMost: 50, message: 'A empresa já tem 50 webhooks. Remova um para criar outro.' },
  office: { atMost: 5, message: 'O escritório já tem 5 webhooks. Remova um para criar outro.' },
};
type Limit = (typeof limits)[keyof typeof limits];

/** The events that each kind of owner may subscribe to; without `events` it subscribes to those that need not be named. */
type OwnEvents =
  | ({ company: Pick<ActingCompany, 'id' | 'actor'>; events?: Subscription[] | null | undefined } & SupplierChoice)
  | { office: Pick<ActingOffice, 'id' | 'actor'>; events?: OfficeSubscription[] | null | undefined };

/** Filters for events about documents that others issue to a company, and the days before the due day on which payables are told of. */
type SupplierChoice = { filters?: FilterInput | null | undefined; dueDaysBefore?: number[] | null | undefined };

/** An endpoint as a caller sends it. */
export type EndpointInput = OwnEvents & {
  url: string;
  description?: string | null | undefined;
  /** Chosen by a caller that may repeat its request, so that there is one endpoint with that id. */
  id?: string;
};

/**
 * Registers an endpoint. The address of a company's endpoint has to answer a ping, an office's does not.
 *
 * @param transact runs its transactions; those of the owner where absent
 * @returns the endpoint with its secret, which is given out only here
 * @throws DomainError `validation_error` for the address and for filters that apply to none of its events, `webhook_unreachable`,
 *   `limit_reached`, `invalid_state` where the id is taken
 */
export async function createEndpoint(
  { orm, masterKey, deliverer, guard }: WebhookParts & { orm: Orm },
  input: EndpointInput,
  transact: Transact = (work) => inOwner(orm, input, work),
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const url = checkedUrl(guard, input.url);
  const choice = choiceOf(input);
  refuseAny(checkChoice(choice));
  const { id = uuid() } = input;
  const isOfCompany = 'company' in input;
  const owner = isOfCompany ? input.company.id : input.office.id;
  const limit = isOfCompany ? limits.company : limits.office;
  const { secret, sealedSecret } = newSealedSecret(masterKey, { owner, id });
  if (isOfCompany) {
    await transact((em) => checkNew(em, id, limit));
    await ping(deliverer, { url, secret });
  }
  const endpoint = await transact(async (em) => {
    await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`webhooks of ${owner}`]);
    await checkNew(em, id, limit);
    const created = em.create(WebhookEndpoint, {
      id,
      ...(isOfCompany ? { company: owner } : { office: owner }),
      url,
      description: input.description ?? null,
      ...choice,
      sealedSecret,
    });
    recordEndpoint(em, actorOfOwner(input), 'WEBHOOK_CREATED', created, { events: created.events });
    return created;
  });
  return { endpoint, secret };
}

/** What an endpoint subscribes to, as it is stored. */
function choiceOf(input: EndpointInput) {
  const events: string[] = [...new Set(input.events ?? [])];
  if ('office' in input) return { events, filters: null, dueDaysBefore: null };
  const { filters = null, dueDaysBefore = null } = input;
  return { events, filters: keptFilters(filters), dueDaysBefore: keptDueDays(dueDaysBefore) };
}

/** Whether the result of a transaction is a new endpoint. */
export function isEndpoint(result: unknown): result is WebhookEndpoint {
  return result instanceof WebhookEndpoint;
}

async function checkNew(em: EntityManager, id: string, { atMost, message }: Limit): Promise<void> {
  if ((await em.count(WebhookEndpoint, { id })) > 0) {
    throw new DomainError('invalid_state', 'Este webhook já foi criado, e o segredo dele só aparece uma vez.');
  }
  if ((await em.count(WebhookEndpoint, {})) >= atMost) throw new DomainError('limit_reached', message);
}
