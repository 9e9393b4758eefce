import type { Environment } from '../domain/companies/settings.ts';
import type { Model } from '../domain/document-types.ts';
import type { DistributionSource } from '../domain/received/kinds.ts';

/** Task queues: each has slots of its own, so that a slow party does not starve the rest. */
export const queues = {
  emission: 'emission',
  events: 'events',
  webhooks: 'webhooks',
  /** Calls to endpoints that fail or hang; the actors of those endpoints stay on `webhooks`. */
  webhooksInTrouble: 'webhooks-in-trouble',
  distribution: 'distribution',
  /** Activities alone: a mail server that hangs holds nobody else up. */
  mail: 'mail',
  /** The same for mails about documents, of which there may be thousands: those to people wait behind none of them. */
  documentMails: 'document-mails',
  closings: 'closings',
  /** Activities alone: few companies at once ask about a whole month, and nothing waits behind them. */
  comparison: 'comparison',
  /** What judges the services of the authorities: nothing else holds its questions up. */
  authority: 'authority',
} as const;

/** One run per attempt to emit a document. */
export const emissionId = (documentId: string, attempt: number): string => `emission/${documentId}/${attempt}`;

/** One run per attempt to register one event of a document. */
export const fiscalEventId = (eventId: string, attempt: number): string => `fiscal-event/${eventId}/${attempt}`;

/** One run per attempt to give up one range of numbers. */
export const inutilizationId = (id: string, attempt: number): string => `inutilization/${id}/${attempt}`;

/** The run of one attempt at what a company has under way. */
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

/** The settlement of one note that another of the same sale replaced. */
export const replacedId = (id: string): string => `replaced/${id}`;

/** The actor of one endpoint. */
export const webhooksId = (endpointId: string): string => `webhooks/${endpointId}`;

/** The actor of one company at one source of received documents, in one environment. */
export const distributionId = (of: { source: DistributionSource; environment: Environment; taxId: string }): string =>
  `distribution/${of.source.toLowerCase()}/${of.environment.toLowerCase()}/${of.taxId}`;

/** The mail of one invitation. */
export const invitationId = (id: string): string => `invitation/${id}`;

/** One mail to a person of the panel. */
export const personMailId = (id: string): string => `person-mail/${id}`;

/** The actor that mails one company's documents. */
export const documentMailsId = (companyId: string): string => `document-mails/${companyId}`;

/** One month of one company, closed for an office. */
export const closingId = (id: string): string => `closing/${id}`;

/** The actor of one office, which carries its closings, ten at a time. */
export const officeClosingsId = (officeId: string): string => `closings/${officeId}`;

/** One month of one company, compared with what the authorities have of it. */
export const comparisonId = (id: string): string => `comparison/${id}`;

/** The judge of an authorizer's service, in one environment for one model. */
export const authorityId = (of: { authorizer: string; environment: Environment; model: Model }): string =>
  `authority/${of.authorizer}/${of.environment.toLowerCase()}/${of.model}`;

/** The question about the municipality of one company. */
export const municipalityId = (companyId: string): string => `municipality/${companyId}`;

/** The schedule that never starts anything: it says which installation the namespace belongs to. */
export const claimId = 'installation';

/** The schedule that starts what a crash left without a workflow, and the id its runs begin with. */
export const reconciliationId = 'reconciliation';

/** The same for the schedule that deletes deliveries that ended long ago. */
export const webhookRetentionId = 'webhook-retention';

/** The same for the schedule that deletes the ZIPs of closings, and what crashes left of them. */
export const closingRetentionId = 'closing-retention';

/** Search attributes, all of type Keyword, by which an operator finds a run in Temporal's UI. */
export const searchAttributes = {
  company: 'Company',
  documentType: 'DocumentType',
  accessKey: 'AccessKey',
  documentStatus: 'DocumentStatus',
  /** `1/123`: series and number of a note, once it is drawn. */
  number: 'Number',
  /** What a run waits for, a `WaitKind`; nothing while it moves. */
  waitingFor: 'WaitingFor',
} as const;

/** Signals and queries by name, so that senders need not load workflow code. */
export const messages = {
  resolved: 'resolved',
  mended: 'mended',
  woken: 'woken',
  state: 'state',
} as const;

/** Headers that a run hands on to its activities, its children and its successor: our own, and that of the traces. */
export const logFieldsHeader = 'lavra-trail';
export const carriedHeaders: readonly string[] = [logFieldsHeader, '_tracer-data'];
