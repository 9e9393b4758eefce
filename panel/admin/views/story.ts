import { waitInContract, type WaitWithRemedy } from '../../../domain/conversation/wait-with-remedy.ts';
import type { Story } from '../../../operations/documents/story.ts';
import type { AdminSchema } from '../operations.ts';

/** The story of a document in the shape of the contract. */
export function storyView(story: Story): AdminSchema<'DocumentStory'> {
  const { id, companyId, company, externalId, type, environment, status, series, number, accessKey, client } = story;
  const { totalValue, issueDateTime, rejectionReason, protocolNumber, cStat, attempt, createdAt, updatedAt } = story;
  return {
    ...{ id, company: { id: companyId, ...company }, externalId, type, environment, status, series },
    number: number === 0 ? null : number,
    ...{ accessKey, client: { name: client.name ?? null, document: client.document ?? null }, totalValue },
    issueDateTime: issueDateTime.toISOString(),
    rejectionReason,
    waiting: waitView(story.waiting),
    nfseNumber: story.nfseNumber ?? null,
    protocolNumber: protocolNumber ?? null,
    cStat: cStat ?? null,
    attempt,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    attempts: story.attempts.map(attemptView),
    events: story.events.map(eventView),
    authorityCalls: story.authorityCalls.map(callView),
    deliveries: story.deliveries.map(deliveryView),
  };
}

function attemptView(of: Story['attempts'][number]): AdminSchema<'StoryAttempt'> {
  const { attempt, series, number, createdAt } = of;
  const accessKey = 'accessKey' in of ? (of.accessKey ?? null) : null;
  const dpsId = 'dpsId' in of ? (of.dpsId ?? null) : null;
  return { attempt, series, number, accessKey, dpsId, createdAt: createdAt.toISOString() };
}

function eventView(event: Story['events'][number]): AdminSchema<'StoryEvent'> {
  const { type, code, sequence, status, attempt, protocol, cStat, reason, waiting, occurredAt } = event;
  return {
    ...{ type, code, sequence, status, attempt, protocol: protocol ?? null, cStat: cStat ?? null },
    ...{ reason: reason ?? null, waiting: waitView(waiting), occurredAt: occurredAt.toISOString() },
  };
}

function callView({ startedAt, endedAt, cStat, fault, ...call }: Story['authorityCalls'][number]) {
  return {
    ...call,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    ...{ cStat: cStat ?? null, fault: fault ?? null },
  };
}

function deliveryView(delivery: Story['deliveries'][number]): AdminSchema<'StoryDelivery'> {
  const { id, event, endpoint, url, status, attempts, responseStatus, errorMessage } = delivery;
  return {
    ...{ id, event, endpointId: endpoint, host: url && hostOf(url), status, attempts },
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    ...{ responseStatus: responseStatus ?? null, errorMessage: errorMessage ?? null },
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

/** Only the host of an address: the rest may hold a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

function waitView(wait: WaitWithRemedy | null) {
  return wait && waitInContract(wait);
}
