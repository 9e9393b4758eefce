import type { Environment } from '../domain/companies/settings.ts';
import type { Model } from '../domain/document-types.ts';
import type { DistributionSource } from '../domain/received/kinds.ts';

/** Task queues. Each has slots of its own, so that a party that is slow does not starve the others. */
export const queues = {
  emission: 'emission',
  events: 'events',
  webhooks: 'webhooks',
  /** Calls to endpoints that fail or hang; the actors of those endpoints stay on `webhooks`. */
  webhooksInTrouble: 'webhooks-in-trouble',
  distribution: 'distribution',
  /** Activities only, of mails to people: a mail server that hangs delays nothing else. */
  mail: 'mail',
  /** The same for mails about documents, apart from those to people because there may be thousands. */
  documentMails: 'document-mails',
  closings: 'closings',
  /** Activities only: few companies at a time ask about a whole month, and no other work waits behind them. */
  comparison: 'comparison',
  /** The judges of the authorities' services: nothing else delays their questions. */
  authority: 'authority',
} as const;

/** One run per attempt to emit a document. */
export const emissionId = (documentId: string, attempt: number): string => `emission/${documentId}/${attempt}`;

/** One run per attempt to register one event of a document. */
export const fiscalEventId = (eventId: string, attempt: number): string => `fiscal-event/${eventId}/${attempt}`;

/** One run per attempt to give up one range of numbers. */
export const inutilizationId = (id: string, attempt: number): string => `inutilization/${id}/${attempt}`;

/** The workflow id of one attempt at a document, an event or a range of numbers. */
export function openRunId({
  what,
  id,
  attempt,
}: {
  what: keyof typeof openRunIds;
  id: string;
  attempt: number;
}): string {
  return openRunIds[what](id, attempt);
}

const openRunIds = { document: emissionId, event: fiscalEventId, inutilization: inutilizationId } as const;

/** One run per note that another of the same sale replaced. */
export const replacedId = (id: string): string => `replaced/${id}`;

/** The actor of one endpoint. */
export const webhooksId = (endpointId: string): string => `webhooks/${endpointId}`;

/** The actor of one company at one source of received documents, in one environment. */
export const distributionId = (of: { source: DistributionSource; environment: Environment; taxId: string }): string =>
  `distribution/${of.source.toLowerCase()}/${of.environment.toLowerCase()}/${of.taxId}`;

/** One run per mail of an invitation. */
export const invitationId = (id: string): string => `invitation/${id}`;

/** One run per mail to a person of the panel. */
export const personMailId = (id: string): string => `person-mail/${id}`;

/** The actor that mails one company's documents. */
export const documentMailsId = (companyId: string): string => `document-mails/${companyId}`;

/** One run per month of one company that is closed for an office. */
export const closingId = (id: string): string => `closing/${id}`;

/** The actor of one office, which runs its closings, ten at a time. */
export const officeClosingsId = (officeId: string): string => `closings/${officeId}`;

/** One run per month of one company that is compared with what the authorities have. */
export const comparisonId = (id: string): string => `comparison/${id}`;

/** The judge of an authorizer's service, in one environment for one model. */
export const authorityId = (of: { authorizer: string; environment: Environment; model: Model }): string =>
  `authority/${of.authorizer}/${of.environment.toLowerCase()}/${of.model}`;

/** One run per question about the municipality of a company. */
export const municipalityId = (companyId: string): string => `municipality/${companyId}`;

/** The schedule that claims the namespace for an installation; it never starts anything. */
export const claimId = 'installation';

/** The schedule that starts runs for rows that a crash left without one; its runs' ids begin with the same word. */
export const reconciliationId = 'reconciliation';

/** The schedule that deletes old webhook deliveries and other logs. */
export const webhookRetentionId = 'webhook-retention';

/** The schedule that deletes the ZIPs of closings, and what crashes left of them. */
export const closingRetentionId = 'closing-retention';

/** Search attributes, all of type Keyword, by which operators find a run in Temporal's UI. */
export const searchAttributes = {
  company: 'Company',
  documentType: 'DocumentType',
  accessKey: 'AccessKey',
  documentStatus: 'DocumentStatus',
  /** `1/123`: series and number of a note, once it is drawn. */
  number: 'Number',
  /** The `WaitKind` that a run waits in; unset while it moves. */
  waitingFor: 'WaitingFor',
} as const;

/** Names of signals and queries, so that senders need not load workflow code. */
export const messages = {
  resolved: 'resolved',
  mended: 'mended',
  woken: 'woken',
  state: 'state',
} as const;

/** Headers that a run passes on to its activities, its children and its successor: our own, and that of tracing. */
export const logFieldsHeader = 'lavra-trail';
export const carriedHeaders: readonly string[] = [logFieldsHeader, '_tracer-data'];
