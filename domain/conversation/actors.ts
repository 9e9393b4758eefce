// Workflows read this file: it must import nothing but types.
import type { Environment } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';
import type { PackStanding } from './closing.ts';
import type {
  ClosingEnd,
  ComparisonEnd,
  EmissionEnd,
  EventEnd,
  InutilizationEnd,
  InvitationEnd,
  PersonMailEnd,
  ReplacedEnd,
} from './progress.ts';

/** One attempt to emit one document. */
export type EmissionInput = { documentId: string; attempt: number };

/** One attempt to register one event of a document. */
export type FiscalEventInput = { eventId: string; attempt: number };

/** One attempt to inutilize one range of numbers. */
export type InutilizationInput = { id: string; attempt: number };

/** One note that another of the same sale replaced. */
export type ReplacedInput = { replacedId: string };

/** The endpoint that an actor serves. */
export type WebhookDeliveryInput = {
  endpointId: string;
  /** The label of its owner. */
  ownerLabel?: string;
  /** The same in runs that began while only companies had endpoints. */
  companyTaxId?: string;
  /** As the run before this one left it. */
  isInTrouble?: boolean;
};

/** The row of a company at one source of received documents. */
export type DistributionInput = { distributionId: string; companyTaxId: string };

/** The mail of one invitation of a company to an office. */
export type InvitationInput = { invitationId: string };

/** One mail to a person of the panel. */
export type PersonMailInput = { mailId: string };

/** The company whose documents an actor mails. */
export type MailingInput = { companyId: string; companyTaxId: string };

/** One month of one company, closed for an office. */
export type ClosingInput = {
  closingId: string;
  /** As the run before this one left it. */
  standing?: PackStanding;
};

/** One month of one company, compared with what the authorities have of it. */
export type ComparisonInput = { comparisonId: string; companyTaxId: string };

/** The office whose closings an actor carries. */
export type OfficeClosingsInput = { officeId: string; officeTaxId: string };

/** The company as which its municipality is asked about. */
export type MunicipalityInput = { companyId: string };

/** The authorizer of a model whose service an actor judges, in an environment. */
export type AuthorityInput = { authorizer: string; environment: Environment; model: Model };

/**
 * The actors by the names of their workflows: the input and the result of each. `SKIPPED`: the record's present attempt was another
 * one.
 */
export type Actors = {
  emission(input: EmissionInput): Promise<EmissionEnd | 'SKIPPED'>;
  fiscalEvent(input: FiscalEventInput): Promise<EventEnd | 'SKIPPED'>;
  inutilization(input: InutilizationInput): Promise<InutilizationEnd | 'SKIPPED'>;
  replaced(input: ReplacedInput): Promise<ReplacedEnd>;
  webhookDelivery(input: WebhookDeliveryInput): Promise<void>;
  distribution(input: DistributionInput): Promise<void>;
  invitation(input: InvitationInput): Promise<InvitationEnd>;
  personMail(input: PersonMailInput): Promise<PersonMailEnd>;
  documentMails(input: MailingInput): Promise<void>;
  closing(input: ClosingInput): Promise<ClosingEnd | 'SKIPPED'>;
  officeClosings(input: OfficeClosingsInput): Promise<void>;
  comparison(input: ComparisonInput): Promise<ComparisonEnd>;
  authority(input: AuthorityInput): Promise<void>;
  municipality(input: MunicipalityInput): Promise<'ASKED'>;
};
