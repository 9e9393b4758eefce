import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields that every log line of the current call has, under the names that they have in the line. Ids and codes only, never a secret. */
export type LogFields = {
  /** Id of the HTTP request that caused the call, also in the worker. */
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

/** Runs `work` with these fields: every line that it logs has them, and those that `addLogFields` adds meanwhile. */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return under.run({ ...fields }, work);
}

/** The fields of the current call; empty outside of `withLogFields`. */
export function logFields(): Readonly<LogFields> {
  return under.getStore() ?? {};
}

/** Adds fields to all further log lines of the current call; does nothing outside of `withLogFields`. */
export function addLogFields(facts: LogFields): void {
  Object.assign(under.getStore() ?? {}, facts);
}
