import type { EntityManager } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { refuseAny } from '../../domain/faults.ts';
import { type MasterKey, sealOwner, unseal } from '../../domain/seal.ts';
import { ownerIdOf } from '../../domain/webhooks/endpoint-owner.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import type { AnySubscription } from '../../domain/webhooks/event-types.ts';
import { checkChoice, type SupplierFilters } from '../../domain/webhooks/supplier-filters.ts';
import { withNothingAround, type TransactionWrapper, type Transact } from '../transactions.ts';
import { sentFieldNames } from '../audit/record.ts';
import { lockEndpoint, recordEndpoint, type WebhookParts } from './endpoints.ts';
import { ping } from './ping.ts';

/** Each further ping means that another request changed the endpoint during the ping before. */
const pingsAtMost = 3;

/** The result of looking at the locked row: it was changed, or an address has to answer a ping first. */
type Step = ChangedStep | { kind: 'unproven'; url: string; secret: string };
type ChangedStep = { kind: 'changed'; endpoint: WebhookEndpoint };

/** Wraps the transaction that changes the endpoint. */
type AroundChange = TransactionWrapper<ChangedStep>;

/**
 * Changes an endpoint as requested, once the address to prove has answered a ping. No transaction is open during a ping: the proven address is
 * compared afterwards with the row in its state then.
 *
 * @param around what happens in the same transaction as the change
 * @returns the endpoint, and whether an address was proven, so that waiting deliveries may be sent
 * @throws NotFound
 * @throws DomainError `validation_error` for filters that apply to none of its events, `webhook_unreachable`, and `invalid_state` where other
 *   requests keep changing it
 */
export async function changeEndpoint(
  transact: Transact,
  { masterKey, deliverer }: Pick<WebhookParts, 'masterKey' | 'deliverer'>,
  { id, actor }: { id: string; actor: Actor },
  changes: EndpointChanges,
  around: AroundChange = withNothingAround,
): Promise<{ endpoint: WebhookEndpoint; isProven: boolean }> {
  let provenUrl: string | null = null;
  for (let pings = 0; ; pings += 1) {
    const step: Step = await transact((em) => change(em, masterKey, { id, actor }, { changes, around }, provenUrl));
    if (step.kind === 'changed') return { endpoint: step.endpoint, isProven: provenUrl !== null };
    if (pings === pingsAtMost) throw contested();
    await ping(deliverer, step);
    provenUrl = step.url;
  }
}

async function change(
  em: EntityManager,
  masterKey: MasterKey,
  { id, actor }: { id: string; actor: Actor },
  { changes, around }: { changes: EndpointChanges; around: AroundChange },
  provenUrl: string | null,
): Promise<Step> {
  const endpoint = await lockEndpoint(em, id);
  refuseAny(checkChoice(choiceAfter(endpoint, changes)));
  const url = addressToProve(endpoint, changes);
  if (url !== null && url !== provenUrl) {
    const secret = unseal(masterKey, sealOwner.webhookSecret(ownerIdOf(endpoint), id), endpoint.sealedSecret);
    return { kind: 'unproven', url, secret };
  }
  return around(em, async () => {
    const isReactivated = !endpoint.isActive && changes.isActive === true;
    applyChanges(endpoint, changes);
    recordEndpoint(
      em,
      actor,
      isReactivated ? 'WEBHOOK_REACTIVATED' : 'WEBHOOK_CHANGED',
      endpoint,
      sentFieldNames(changes),
    );
    return { kind: 'changed', endpoint };
  });
}

function contested(): DomainError {
  const message = 'O webhook está sendo alterado por outras requisições ao mesmo tempo. Nada foi salvo; tente de novo.';
  return new DomainError('invalid_state', message);
}

/** The requested changes; an undefined field stays as it is, and `description: null` clears. */
export type EndpointChanges = {
  url?: string;
  description?: string | null;
  events?: AnySubscription[];
  filters?: SupplierFilters | null;
  dueDaysBefore?: number[] | null;
  isActive?: boolean;
};

type EndpointTarget = Pick<WebhookEndpoint, 'url' | 'isActive'>;

/**
 * The address that must answer a ping before the endpoint may change as requested: the one with which it is reactivated, or the
 * new one of an active endpoint. Null where nothing has to be proven.
 */
function addressToProve(endpoint: EndpointTarget, changes: EndpointChanges): string | null {
  const { url = endpoint.url, isActive = endpoint.isActive } = changes;
  const isServedAlready = endpoint.isActive && endpoint.url === url;
  return isActive && !isServedAlready ? url : null;
}

/** What the endpoint would subscribe to after the changes. */
function choiceAfter(endpoint: WebhookEndpoint, changes: EndpointChanges) {
  const { events, filters = null, dueDaysBefore = null } = endpoint;
  return { events, filters, dueDaysBefore, ...chosenIn(changes) };
}

function chosenIn({ events, filters, dueDaysBefore }: EndpointChanges) {
  return {
    ...(events === undefined ? {} : { events }),
    ...(filters === undefined ? {} : { filters }),
    ...(dueDaysBefore === undefined ? {} : { dueDaysBefore }),
  };
}

/** Applies the requested changes. An endpoint with a proven address starts without the earlier failures. */
function applyChanges(endpoint: WebhookEndpoint, changes: EndpointChanges): void {
  const isProven = addressToProve(endpoint, changes) !== null;
  const unburdened = { consecutiveFailures: 0, disabledReason: null, disabledAt: null };
  Object.assign(endpoint, changes, isProven ? unburdened : {});
}
