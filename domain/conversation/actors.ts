// Workflows read this file: it must import nothing but types.
import type { Environment } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';
import type { PackStanding } from './pack-progress.ts';
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

/** One note of which another note of the same sale has taken the place. */
export type ReplacedInput = { replacedId: string };

/** The endpoint that an actor serves. */
export type WebhookDeliveryInput = {
  endpointId: string;
  /** The label of the endpoint's owner: the tax id of a company, or `office/` and that of an office. */
  ownerLabel?: string;
  /** The owner's tax id, in runs that began while only companies had endpoints. */
  companyTaxId?: string;
  /** How the run before this one left the endpoint. */
  isInTrouble?: boolean;
};

/** What a company gets from one source of received documents, by the id of its `distribution` row. */
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
  /** What the run before this one hands on. */
  standing?: PackStanding;
};

/** One month of one company, to be compared with what the authorities have of it. */
export type ComparisonInput = { comparisonId: string; companyTaxId: string };

/** The office whose closings an actor makes. */
export type OfficeClosingsInput = { officeId: string; officeTaxId: string };

/** The company in whose name an actor asks about its municipality. */
export type MunicipalityInput = { companyId: string };

/** The service whose standing an actor keeps: that of an authorizer for a model, in an environment. */
export type AuthorityInput = { authorizer: string; environment: Environment; model: Model };

/** Input and result of each actor, by the name of its workflow. `SKIPPED`: the record has meanwhile gone on to another attempt. */
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
