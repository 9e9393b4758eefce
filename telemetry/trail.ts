import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the call that is under way, by the names that a line of the log has for it. Ids and codes alone, never a secret. */
export type Trail = {
  /** Of the request that caused it, also in the worker. */
  requestId?: string;
  workflowId?: string;
  companyId?: string;
  documentId?: string;
  eventId?: string;
  inutilizationId?: string;
  accessKey?: string;
  attempt?: number;
  endpointId?: string;
  deliveryId?: string;
  webhookEventId?: string;
  distributionId?: string;
  closingId?: string;
  invitationId?: string;
};

const under = new AsyncLocalStorage<Trail>();

/** Runs `work` with a trail of its own: every line that it logs has these facts, and what `addToTrail` adds meanwhile. */
export function onTrail<Result>(trail: Trail, work: () => Result): Result {
  return under.run({ ...trail }, work);
}

/** What is known so far; nothing outside of `onTrail`. */
export function trail(): Readonly<Trail> {
  return under.getStore() ?? {};
}

/** Adds to the trail of the call that is under way; outside of one nothing happens. */
export function addToTrail(facts: Trail): void {
  Object.assign(under.getStore() ?? {}, facts);
}
