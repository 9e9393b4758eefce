import { NotFound } from '../../../domain/errors.ts';
import type { WebhookAttempt } from '../../../domain/webhooks/delivery.entity.ts';
import { wakeOwners } from '../../../http/wake.ts';
import { actOnce, answerOnce } from '../../../operations/access/repeatable.ts';
import {
  type Operator,
  operating,
  operatingInTurn,
  operatingOffice,
  overseeing,
} from '../../../operations/in-company.ts';
import type { Orm } from '../../../config/orm.ts';
import { againAfterDeadlock, type Transact } from '../../../operations/transactions.ts';
import { redeliver } from '../../../operations/webhooks/deliveries.ts';
import {
  type DeliveryInFull,
  type DeliveryOwner,
  findDelivery,
  type ListedDelivery,
  listDeliveries,
  type OwnedDeliveries,
} from '../../../operations/webhooks/deliveries-of-owner.ts';
import {
  findRedeliverable,
  redeliveredAtMost,
  redeliverFound,
} from '../../../operations/webhooks/redeliver-matching.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { operatorOf, repeatableOf, actResult } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';
import { hostOf } from '../views/story.ts';

type DeliveryOperations = 'listDeliveries' | 'getDelivery' | 'redeliver' | 'redeliverMatching';
type Requeued = AdminSchema<'DeliveryRequeued'>;
type Resent = AdminSchema<'RedeliveryResult'>;
type Filter = Pick<
  AdminSchema<'RedeliveryRequest'>,
  'companyId' | 'officeId' | 'endpointId' | 'event' | 'createdFrom' | 'createdTo'
> & { outcome?: OwnedDeliveries['outcome'] };

/** Deliveries to the endpoints of all companies and offices. A key that is bound to companies sees those of their own endpoints. */
export function deliveryHandlers(parts: PanelParts): Pick<AdminHandlers, DeliveryOperations> {
  const { orm } = parts;
  return {
    listDeliveries: async (req, res) => {
      const { limit = 50, after, ...filter } = req.query;
      const found = await overseeing(orm, operatorOf(res), (em) =>
        listDeliveries(em, ownerIn(filter), askedIn(filter), { limit, after, tellsOwner: true }),
      );
      res.json({ data: found.deliveries.map(listedView), next: found.next });
    },

    getDelivery: async (req, res) => {
      const found = await overseeing(orm, operatorOf(res), (em) => findDelivery(em, req.params.deliveryId));
      res.json(inFullView(found));
    },

    redeliver: async (req, res) => {
      const operator = operatorOf(res);
      const { read, write } = transactions(orm, operator);
      const { deliveryId } = req.params;
      const { endpoint, delivery } = await read((em) => findDelivery(em, deliveryId));
      const owner = delivery.office ? { office: delivery.office } : { company: delivery.company };
      const answer: Requeued = { id: deliveryId, status: 'PENDING' };
      const outcome = await answerOnce<Requeued>(orm, operator, repeatableOf(req), async (once) => {
        const transact: Transact = (work) =>
          write(owner)((em) =>
            once(
              em,
              () => work(em),
              () => ({ told: answer }),
            ),
          );
        await redeliver(transact, operator.actor, { endpointId: endpoint.id, deliveryId });
        return answer;
      });
      if ('made' in outcome) await wakeOwners(parts, res, read, [endpoint.id]);
      res.json(actResult(res, outcome));
    },

    redeliverMatching: async (req, res) => {
      const operator = operatorOf(res);
      const { read } = transactions(orm, operator);
      const { atMost = redeliveredAtMost, ...filter } = req.body;
      const [whose, asked] = [ownerIn(filter), askedIn({ outcome: 'FAILED', ...filter })];
      const outcome = await actOnce<Resent, Resent & { endpoints: string[] }, Resent>(
        orm,
        operator,
        repeatableOf(req),
        {
          act: async (once) => {
            const found = await findRedeliverable(read, whose, asked, atMost);
            const { isMore } = found;
            return againAfterDeadlock(() =>
              operatingInTurn(orm, operator, (em, inTurn) => {
                const by = {
                  actor: operator.actor,
                  write:
                    (owner: DeliveryOwner): Transact =>
                    (work) =>
                      inTurn(owner, work),
                };
                const resend = async () => ({ ...(await redeliverFound(by, found)), isMore });
                return once(em, resend, ({ count }) => ({ told: { count, isMore } }));
              }),
            );
          },
          again: async ({ told }) => told,
        },
      );
      if ('made' in outcome) await wakeOwners(parts, res, read, outcome.made.endpoints);
      const { count, isMore } = actResult<Resent>(res, outcome);
      res.json({ count, isMore });
    },
  };
}

/** How an operator reads everything that her key reaches, and writes as one owner. */
function transactions(orm: Orm, operator: Operator) {
  const read: Transact = (work) => overseeing(orm, operator, work);
  const write =
    (owner: DeliveryOwner): Transact =>
    (work) =>
      'company' in owner
        ? operating(orm, operator, owner.company, work)
        : operatingOffice(orm, operator, owner.office, work);
  return { read, write };
}

/** The owner that a filter names; null for everybody. No endpoint belongs to both a company and an office. @throws NotFound when both are named */
function ownerIn({ companyId, officeId }: Filter): DeliveryOwner | null {
  if (companyId !== undefined && officeId !== undefined) throw new NotFound('webhook');
  if (companyId !== undefined) return { company: companyId };
  return officeId === undefined ? null : { office: officeId };
}

function askedIn({ outcome, event, endpointId, createdFrom, createdTo }: Filter): OwnedDeliveries {
  return {
    ...(outcome && { outcome }),
    ...(event && { event }),
    ...(endpointId && { endpoint: endpointId }),
    ...(createdFrom && { since: new Date(createdFrom) }),
    ...(createdTo && { until: new Date(createdTo) }),
  };
}

function listedView({
  eventType,
  url,
  createdAt,
  nextAttemptAt,
  ...delivery
}: ListedDelivery): AdminSchema<'ListedDelivery'> {
  return {
    ...delivery,
    host: hostOf(url),
    event: eventType,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

function inFullView({ delivery, endpoint, event, body, attempts }: DeliveryInFull): AdminSchema<'DeliveryInFull'> {
  const { id, status, responseStatus, responseBody, errorMessage, deliveredAt, nextAttemptAt, createdAt } = delivery;
  return {
    ...{
      id,
      endpointId: endpoint.id,
      host: hostOf(endpoint.url),
      event: event.type,
      status,
      attempts: delivery.attempts,
    },
    ...{ responseStatus: responseStatus ?? null, responseBody: responseBody ?? null },
    errorMessage: errorMessage ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    body,
    attemptLog: attempts.map(attemptView),
  };
}

function attemptView(attempt: WebhookAttempt): AdminSchema<'WebhookAttempt'> {
  const { number, startedAt, durationMs, responseStatus, responseBody, errorMessage } = attempt;
  return {
    ...{ number, startedAt: startedAt.toISOString(), durationMs },
    ...{ responseStatus: responseStatus ?? null, responseBody: responseBody ?? null },
    errorMessage: errorMessage ?? null,
  };
}
