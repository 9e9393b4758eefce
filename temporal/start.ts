import { type Client, WorkflowIdReusePolicy } from '@temporalio/client';
import type { Environment } from '../domain/companies/settings.ts';
import type {
  Actors,
  AuthorityInput,
  ComparisonInput,
  DistributionInput,
  EmissionInput,
  FiscalEventInput,
  InutilizationInput,
  InvitationInput,
  MailingInput,
  MunicipalityInput,
  OfficeClosingsInput,
  PersonMailInput,
  ReplacedInput,
} from '../domain/conversation/actors.ts';
import type { EventEnd, InutilizationEnd, Resolution } from '../domain/conversation/progress.ts';
import type { DocumentType } from '../domain/document-types.ts';
import type { DistributionSource } from '../domain/received/kinds.ts';
import { ofOwner } from '../domain/webhooks/endpoint-owner.ts';
import {
  authorityId,
  comparisonId,
  distributionId,
  documentMailsId,
  emissionId,
  fiscalEventId,
  inutilizationId,
  invitationId,
  messages,
  municipalityId,
  officeClosingsId,
  personMailId,
  queues,
  replacedId,
  searchAttributes,
  webhooksId,
} from './names.ts';
import { endOfRun, startOrSignal, startRun } from './run.ts';

/** The input of an emission, and the values of its search attributes. */
export type EmissionStart = EmissionInput & {
  companyTaxId: string;
  documentType: DocumentType;
  /** What the list of runs shows (`emissionTitle`). */
  title: string;
};

/**
 * Starts one attempt to issue a document. The workflow id is used once, so a start that is repeated after a lost answer finds the first run.
 *
 * @param again whether to start another run because the earlier one ended although the attempt has not
 * @returns the run's id; null where the attempt was started before or, with `again`, where a run of it is open
 * @throws TemporalUnavailable
 */
export function startEmission(client: Client, start: EmissionStart, { again = false } = {}): Promise<string | null> {
  return startRun(client, 'emission', {
    ...emissionRun(start),
    ...(again ? {} : { workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE }),
  });
}

/**
 * Signals a stopped emission what a person decided. Where it has no open run, one is started that finds the decision: it first asks the authority
 * about what may have gone out.
 *
 * @throws TemporalUnavailable
 */
export async function resolveEmission(client: Client, start: EmissionStart, resolution: Resolution): Promise<void> {
  const signal = { signal: messages.resolved, signalArgs: [resolution] as [Resolution] };
  await startOrSignal<'emission', [Resolution]>(client, 'emission', { ...emissionRun(start), ...signal });
}

function emissionRun({ documentId, attempt, companyTaxId, documentType, title }: EmissionStart) {
  return {
    taskQueue: queues.emission,
    workflowId: emissionId(documentId, attempt),
    args: [{ documentId, attempt }] as [EmissionInput],
    staticSummary: title,
    staticDetails: `Empresa \`${companyTaxId}\`, documento \`${documentId}\`, tentativa ${attempt}`,
    searchAttributes: {
      [searchAttributes.company]: [companyTaxId],
      [searchAttributes.documentType]: [documentType],
      [searchAttributes.documentStatus]: ['PROCESSING'],
    },
  };
}

/** The input of an event's run, and the values of its search attributes. */
export type FiscalEventStart = FiscalEventInput & {
  companyTaxId: string;
  accessKey: string;
  /** Title in Portuguese for the run's summary: `Cancelamento`. */
  title: string;
};

/** Several requests may ask for the same: a request that comes after the first one's run has ended gets the result of that run. */
const onceUnlessFailed = { workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY };

/**
 * Starts the registration of an event, or finds the one under way.
 *
 * @param again whether to start another run because the earlier one ended although the attempt has not
 * @throws TemporalUnavailable
 */
export async function startFiscalEvent(
  client: Client,
  { eventId, attempt, companyTaxId, accessKey, title }: FiscalEventStart,
  { again = false } = {},
): Promise<void> {
  await startRun(client, 'fiscalEvent', {
    ...(again ? {} : onceUnlessFailed),
    taskQueue: queues.events,
    workflowId: fiscalEventId(eventId, attempt),
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [{ eventId, attempt }],
    staticSummary: `${title} da chave ${accessKey}`,
    searchAttributes: { [searchAttributes.company]: [companyTaxId], [searchAttributes.accessKey]: [accessKey] },
  });
}

/** The result of an event's registration; null when it has not ended within `patienceMs`: it goes on all the same. */
export function awaitFiscalEvent(
  client: Client,
  { eventId, attempt }: FiscalEventInput,
  patienceMs: number,
): Promise<EventEnd | null> {
  const run = client.workflow.getHandle<Actors['fiscalEvent']>(fiscalEventId(eventId, attempt));
  return endOfRun(client, run, patienceMs);
}

/** The input of the run that inutilizes a range, and the values of its search attributes. */
export type InutilizationStart = InutilizationInput & {
  companyTaxId: string;
  /** Title in Portuguese for the run's summary: `NF-e série 1, 10 a 12`. */
  title: string;
};

/**
 * Starts the inutilization of a range of numbers, or finds the one under way.
 *
 * @param again whether to start another run because the earlier one ended although the attempt has not
 * @throws TemporalUnavailable
 */
export async function startInutilization(
  client: Client,
  { id, attempt, companyTaxId, title }: InutilizationStart,
  { again = false } = {},
): Promise<void> {
  await startRun(client, 'inutilization', {
    ...(again ? {} : onceUnlessFailed),
    taskQueue: queues.events,
    workflowId: inutilizationId(id, attempt),
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [{ id, attempt }],
    staticSummary: `Inutilização: ${title}`,
    searchAttributes: { [searchAttributes.company]: [companyTaxId] },
  });
}

/** The result of an inutilization; null when it has not ended within `patienceMs`: it goes on all the same. */
export function awaitInutilization(
  client: Client,
  { id, attempt }: InutilizationInput,
  patienceMs: number,
): Promise<InutilizationEnd | null> {
  const run = client.workflow.getHandle<Actors['inutilization']>(inutilizationId(id, attempt));
  return endOfRun(client, run, patienceMs);
}

/**
 * The input of the run that settles a replaced note, and the values of its search attributes: the issuer, and the access key of the note in its place.
 */
export type ReplacedStart = ReplacedInput & { companyTaxId: string; accessKey: string };

/**
 * Starts to settle a note that another replaced, or signals the open run that something has changed. Where this fails, reconciliation does it within
 * a minute.
 *
 * @throws TemporalUnavailable
 */
export async function startReplaced(
  client: Client,
  { replacedId: id, companyTaxId, accessKey }: ReplacedStart,
): Promise<void> {
  await startOrSignal(client, 'replaced', {
    signal: messages.mended,
    taskQueue: queues.events,
    workflowId: replacedId(id),
    args: [{ replacedId: id }],
    staticSummary: `Nota substituída em contingência pela chave ${accessKey}`,
    searchAttributes: {
      [searchAttributes.company]: [companyTaxId],
      ...(accessKey === '' ? {} : { [searchAttributes.accessKey]: [accessKey] }),
    },
  });
}

/** An endpoint, and the label of its owner (a company's tax id, or `office/<tax id>`), by which operators find its actor. */
export type EndpointStart = { endpointId: string; ownerLabel: string };

/**
 * Starts the actor of an endpoint, or signals the open one to look for work: called after deliveries were committed for it, and after it was
 * activated again. Where this fails, reconciliation finds what is due within two minutes.
 *
 * @throws TemporalUnavailable
 */
export async function wakeEndpoint(client: Client, { endpointId, ownerLabel }: EndpointStart): Promise<void> {
  await startOrSignal(client, 'webhookDelivery', {
    signal: messages.woken,
    taskQueue: queues.webhooks,
    workflowId: webhooksId(endpointId),
    args: [{ endpointId, ownerLabel }],
    staticSummary: `Webhook ${ofOwner(ownerLabel)}`,
    searchAttributes: { [searchAttributes.company]: [ownerLabel] },
  });
}

/** A company, and its tax id, by which operators find the actor of its mails. */
export type MailingStart = MailingInput & { companyTaxId: string };

/**
 * Starts the actor that mails a company's documents, or signals the open one to look for work: called after mails were committed. Where this fails,
 * reconciliation finds what is due within two minutes.
 *
 * @throws TemporalUnavailable
 */
export async function wakeMails(client: Client, { companyId, companyTaxId }: MailingStart): Promise<void> {
  await startOrSignal(client, 'documentMails', {
    signal: messages.woken,
    taskQueue: queues.webhooks,
    workflowId: documentMailsId(companyId),
    args: [{ companyId, companyTaxId }],
    staticSummary: `E-mails aos clientes da empresa ${companyTaxId}`,
    searchAttributes: { [searchAttributes.company]: [companyTaxId] },
  });
}

/** The input of an invitation's run, and the values of its search attributes: the tax ids of both sides, without punctuation. */
export type InvitationStart = InvitationInput & { officeTaxId: string; companyTaxId: string };

/**
 * Starts the mail of an invitation, or finds it under way. Where this fails, reconciliation does it within the minute.
 *
 * @throws TemporalUnavailable
 */
export async function startInvitation(client: Client, start: InvitationStart): Promise<void> {
  const { invitationId: id, officeTaxId, companyTaxId } = start;
  await startRun(client, 'invitation', {
    taskQueue: queues.events,
    workflowId: invitationId(id),
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [{ invitationId: id }],
    staticSummary: `Convite do escritório ${officeTaxId} à empresa ${companyTaxId}`,
    searchAttributes: { [searchAttributes.company]: [companyTaxId] },
  });
}

/**
 * Starts a mail to a person, or finds it under way. Where this fails, reconciliation does it within the minute.
 *
 * @throws TemporalUnavailable
 */
export async function startPersonMail(client: Client, { mailId }: PersonMailInput): Promise<void> {
  await startRun(client, 'personMail', {
    taskQueue: queues.events,
    workflowId: personMailId(mailId),
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [{ mailId }],
    staticSummary: 'E-mail a uma pessoa do painel',
  });
}

/**
 * Has a worker ask about a company's municipality, or finds that under way, and waits for it. The caller reads the answer from the database: a
 * question without an answer, or one that takes longer, changes nothing there.
 *
 * @throws TemporalUnavailable
 */
export async function askMunicipality(
  client: Client,
  { companyId, companyTaxId }: MunicipalityInput & { companyTaxId: string },
  patienceMs: number,
): Promise<void> {
  const workflowId = municipalityId(companyId);
  await startRun(client, 'municipality', {
    taskQueue: queues.events,
    workflowId,
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowExecutionTimeout: '30s',
    args: [{ companyId }],
    staticSummary: `Convênio do município da empresa ${companyTaxId}`,
    searchAttributes: { [searchAttributes.company]: [companyTaxId] },
  });
  await endOfRun(client, client.workflow.getHandle<Actors['municipality']>(workflowId), patienceMs);
}

/**
 * Starts the actor of an office's closings, or signals the open one to look for work: called after closings were committed. Where this fails,
 * reconciliation does it within the minute.
 *
 * @throws TemporalUnavailable
 */
export async function wakeClosings(client: Client, { officeId, officeTaxId }: OfficeClosingsInput): Promise<void> {
  await startOrSignal(client, 'officeClosings', {
    signal: messages.woken,
    taskQueue: queues.closings,
    workflowId: officeClosingsId(officeId),
    args: [{ officeId, officeTaxId }],
    staticSummary: `Fechamentos do escritório ${officeTaxId}`,
    searchAttributes: { [searchAttributes.company]: [`office/${officeTaxId}`] },
  });
}

/** The input of a comparison's run, and the month as `2026-10`, for its summary. */
export type ComparisonStart = ComparisonInput & { month: string };

/**
 * Starts the comparison of a month, or finds it under way. Where this fails reconciliation does it within the minute.
 *
 * @throws TemporalUnavailable
 */
export async function startComparison(client: Client, start: ComparisonStart): Promise<void> {
  const { comparisonId: id, companyTaxId, month } = start;
  await startRun(client, 'comparison', {
    taskQueue: queues.events,
    workflowId: comparisonId(id),
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [{ comparisonId: id, companyTaxId }],
    staticSummary: `Conferência de ${month} da empresa ${companyTaxId} com a autoridade`,
    searchAttributes: { [searchAttributes.company]: [companyTaxId] },
  });
}

/** A company at one source of received documents: the input of the actor, and what its workflow id is made of. */
export type DistributionStart = DistributionInput & { source: DistributionSource; environment: Environment };

/**
 * Starts the actor that asks a source what others issued against a company, or signals the open one to check whether it may ask now. Where this
 * fails, reconciliation does it within the minute.
 *
 * @throws TemporalUnavailable
 */
export async function wakeDistribution(client: Client, start: DistributionStart): Promise<void> {
  const { distributionId: id, companyTaxId, source, environment } = start;
  await startOrSignal(client, 'distribution', {
    signal: messages.woken,
    taskQueue: queues.distribution,
    workflowId: distributionId({ source, environment, taxId: companyTaxId }),
    args: [{ distributionId: id, companyTaxId }],
    staticSummary: `Documentos recebidos (${titles[source]}) da empresa ${companyTaxId}`,
    searchAttributes: { [searchAttributes.company]: [companyTaxId] },
  });
}

/**
 * Starts the judge of an authorizer's service, or signals the open one to look. Where this fails, reconciliation does it within two minutes.
 *
 * @throws TemporalUnavailable
 */
export async function wakeAuthority(client: Client, service: AuthorityInput): Promise<void> {
  const { authorizer, environment, model } = service;
  await startOrSignal(client, 'authority', {
    signal: messages.woken,
    taskQueue: queues.authority,
    workflowId: authorityId(service),
    args: [{ authorizer, environment, model }],
    staticSummary: `Serviço ${authorizer}, modelo ${model}, ${environment === 'PRODUCTION' ? 'produção' : 'homologação'}`,
  });
}

const titles: Record<DistributionSource, string> = { NFE: 'NF-e', NFSE: 'NFS-e' };
