import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the call that is under way, by the names that a line of the log has for it. Ids and codes alone, never a secret. */
export type LogFields = {
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
  comparisonId?: string;
  invitationId?: string;
  mailId?: string;
};

const under = new AsyncLocalStorage<LogFields>();

/** Runs `work` with fields of its own: every line that it logs has them, and those that `addLogFields` adds meanwhile. */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return under.run({ ...fields }, work);
}

/** What is known so far; nothing outside of `withLogFields`. */
export function logFields(): Readonly<LogFields> {
  return under.getStore() ?? {};
}

/** Adds fields to the lines of the call that is under way; outside of one nothing happens. */
export function addLogFields(facts: LogFields): void {
  Object.assign(under.getStore() ?? {}, facts);
}
