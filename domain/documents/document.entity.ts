import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { authorityNames } from '../authority-names.ts';
import type { ClientSnapshot } from '../clients/client-input.ts';
import { Client } from '../clients/client.entity.ts';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { atMost, ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { type ContingencyMode, contingencyModes, isTransmittedLater } from '../contingency-mode.ts';
import { waitColumns, waitsFor, waitsNoMore } from '../conversation/attempt-columns.ts';
import { waitKinds } from '../conversation/waiting.ts';
import { type DocumentType, documentTypes, traitsOf } from '../document-types.ts';
import { DomainError } from '../errors.ts';
import type { ComputedNote } from './computed-note.ts';
import type { ComputedService } from './computed-service.ts';
import type { DocumentPayload } from './payload.ts';

export const documentStatuses = ['DRAFT', 'PROCESSING', 'AUTHORIZED', 'REJECTED', 'CANCELLED'] as const;
/** States of a document (docs/api-guide.md). */
export type DocumentStatus = (typeof documentStatuses)[number];

/** A remark of the authority on an authorized note (cMsg and xMsg of cStat 120). */
export type Alert = { code: string; message: string };

/** The computed note that is kept for answers, without the issuer's settings. */
export type ComputedGoods = Omit<ComputedNote, 'issuer'>;

/** The computed service that is kept for answers, without the issuer's settings. */
export type ComputedServiceContent = Omit<ComputedService, 'issuer'>;

type Contents = { NFE: ComputedGoods; NFCE: ComputedGoods; NFSE: ComputedServiceContent };
export type ComputedContent = Contents[DocumentType];

/** The authority's authorization of a note, for `authorize`. */
export type Authorization = {
  protocol: string | null;
  authorizedAt: Date;
  cStat: string;
  alerts: Alert[];
  /** Of an NFS-e only: its official number, and the code by which people verify it. */
  nfseNumber?: string;
  verificationCode?: string;
};

/** How an attempt is issued in contingency; `transmitBy` is null for SVC, which is sent at once to an authority that answers. */
export type IssuedForm = { mode: ContingencyMode; since: Date; reason: string; transmitBy: Date | null };

const transmissionAwaited = 'transmissão, quando o serviço da SEFAZ voltar';

/** A corrected sale that has passed its check. */
export type Correction = {
  client: ClientSnapshot;
  payload: DocumentPayload;
  totalValue: string;
  externalId: string | null;
};

const unsettled = `(status = ANY (ARRAY['DRAFT'::text, 'PROCESSING'::text, 'REJECTED'::text]))`;
const numberless = `(number = 0) AND (access_key IS NULL) AND (protocol_number IS NULL) AND (authorization_date IS NULL)`;

const DocumentSchema = defineEntity({
  name: 'Document',
  tableName: 'document',
  ...ownedByCompany,
  policies: [
    ...ownedByCompany.policies,
    atMost('insert', `(${unsettled} AND ${numberless})`),
    atMost('update', unsettled),
    atMost('delete', `((status = ANY (ARRAY['DRAFT'::text, 'REJECTED'::text])) AND (number = 0))`),
  ],
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    type: p.enum(documentTypes),
    environment: p.enum(environments),
    status: p.enum(documentStatuses).default('DRAFT'),
    series: p.integer().nullable(),
    /** 0 until a number was drawn. */
    number: p.integer().default(0),
    accessKey: p.string().length(50).nullable(),
    totalValue: p.decimal('string').precision(15).scale(2),
    issueDateTime: p.datetime(),
    /** First day of the month of `issueDateTime` in Brasília time, by which documents are counted; the database computes it. */
    issueMonth: p
      .date()
      .$type<Opt<string>>()
      .generated(`((date_trunc('month'::text, (issue_date_time AT TIME ZONE 'America/Sao_Paulo'::text)))::date) stored`)
      .lazy(),
    authorizationDate: p.datetime().nullable(),
    protocolNumber: p.string().length(17).nullable(),
    nfseNumber: p.string().length(20).nullable(),
    verificationCode: p.string().length(60).nullable(),
    /** cStat of the last conclusive answer. */
    cStat: p.string().length(8).nullable(),
    rejectionReason: p.text().nullable(),
    isDenied: p.boolean().default(false),
    alerts: p.json<Alert[]>().nullable(),
    cancellationReason: p.text().nullable(),
    cancellationDate: p.datetime().nullable(),
    client: () => p.manyToOne(Client).mapToPk().nullable().deleteRule('restrict'),
    clientSnapshot: p.json<ClientSnapshot>(),
    payload: p.json<DocumentPayload>().lazy(),
    computed: p.json<ComputedContent>().lazy().nullable(),
    /** How many attempts at emission were requested; it never goes back, because each workflow id is used once. */
    attempt: p.integer().default(0),
    /** When the workflow of the present attempt took the document over. */
    claimedAt: p.datetime().nullable(),
    runId: p.uuid().nullable(),
    /** Id of the HTTP request that asked for the present attempt; a run that reconciliation starts has it in its log. */
    requestId: p.string().length(100).nullable(),
    /** What a PROCESSING document waits for, in words. */
    waitingFor: p.text().nullable(),
    ...waitColumns(),
    /** The last kind of wait in this attempt of which webhooks were notified. */
    waitingTold: p.enum(waitKinds).nullable(),
    /** How the present attempt was issued while its authority did not answer; null for an attempt issued the normal way. */
    contingencyMode: p.enum(contingencyModes).nullable(),
    /** dhCont and xJust of the note. */
    contingencySince: p.datetime().nullable(),
    contingencyReason: p.text().nullable(),
    /** Until when the note must reach the authority; null for SVC, to which it is sent at once, and for an attempt issued the normal way. */
    contingencyTransmitBy: p.datetime().nullable(),
    externalId: p.string().length(100).nullable(),
    idempotencyKey: p.string().length(100).nullable(),
    /** SHA-256 of the canonical request body, lowercase hex. */
    idempotencyFingerprint: p.string().length(64).nullable(),
    /** The API key that created the document. */
    createdBy: p.uuid().nullable(),
    /** Name, at that time, of the office whose key last asked for emission; null where a key of the company did. */
    issuedByOffice: p.string().length(100).nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ properties: ['company', 'idempotencyKey'] }],
  indexes: [
    { properties: ['company', 'environment', 'id'] },
    { name: 'document_list', properties: ['company', 'environment', 'status', 'type', 'id'] },
    {
      name: 'document_by_client',
      expression: `create index "document_by_client" on "document" ("client_id", "environment", "id") include ("company_id", "status", "type")`,
    },
    {
      name: 'document_by_month',
      expression: `create index "document_by_month" on "document" ("company_id", "environment", "issue_month", "id") include ("status", "type", "issue_date_time")`,
    },
    {
      name: 'document_by_series',
      expression: `create index "document_by_series" on "document" ("company_id", "environment", "series", "id") include ("status", "type")`,
    },
    {
      name: 'document_by_update',
      expression: `create index "document_by_update" on "document" ("company_id", "environment", "updated_at") include ("id", "status", "type")`,
    },
    {
      name: 'document_number_unique',
      expression: `create unique index "document_number_unique" on "document" ("company_id", "environment", "type", "series", "number") where "number" > 0`,
    },
    {
      name: 'document_access_key_unique',
      expression: `create unique index "document_access_key_unique" on "document" ("access_key") where "access_key" is not null`,
    },
    {
      name: 'document_authorized',
      expression: `create index "document_authorized" on "document" ("company_id", "authorization_date") where "environment" = 'PRODUCTION' and "authorization_date" is not null`,
    },
    {
      name: 'document_month',
      expression: `create index "document_month" on "document" ("company_id", "issue_date_time", "id") include ("status", "total_value") where "environment" = 'PRODUCTION' and "status" in ('AUTHORIZED', 'CANCELLED')`,
    },
    {
      name: 'document_external_id',
      expression: `create index "document_external_id" on "document" ("company_id", "external_id", "id") where "external_id" is not null`,
    },
    {
      name: 'document_processing',
      expression: `create index "document_processing" on "document" ("updated_at") where "status" = 'PROCESSING'`,
    },
    {
      name: 'document_by_contingency',
      expression: `create index "document_by_contingency" on "document" ("company_id", "environment", "contingency_mode", "id") include ("status", "type") where "contingency_mode" is not null`,
    },
    {
      name: 'document_to_transmit',
      expression: `create index "document_to_transmit" on "document" ("contingency_since", "id") where "status" = 'PROCESSING' and "contingency_mode" in ('OFFLINE', 'EPEC')`,
    },
    {
      name: 'document_waiting',
      expression: `create index "document_waiting" on "document" ("company_id", "waiting_since", "id") where "waiting_kind" is not null`,
    },
  ],
});

/** A fiscal document: what the caller asked for, its status, and the authority's last answer. */
export class Document extends DocumentSchema.class {
  /** Condition on an attempt that has not ended, for statements that write to it. */
  static open(id: string, attempt: number) {
    return { id, attempt, status: 'PROCESSING' } as const;
  }

  /** Condition on an attempt that no workflow has claimed, so that its request can be taken back. */
  static unclaimed(id: string, attempt: number) {
    return { ...Document.open(id, attempt), claimedAt: null } as const;
  }

  /**
   * The date of issue for the next emission; null where the emission itself sets it. A note that was issued in contingency and then rejected keeps
   * its date: the customer's paper shows it.
   *
   * @param asked date that the caller gives; null where it gives none
   * @throws DomainError `invalid_state` where the caller gives another date than the paper
   */
  dateOfEmission(asked: Date | null): Date | null {
    if (this.status !== 'REJECTED' || !this.isPaperOut()) return asked;
    if (asked === null || asked.getTime() === this.issueDateTime.getTime()) return this.issueDateTime;
    const message =
      'Este documento foi emitido em contingência: o cupom ou o DANFE que está com o cliente diz a primeira data de emissão. ' +
      'Emita de novo sem issueDateTime: a data continua a mesma.';
    throw new DomainError('invalid_state', message, { issues: [{ path: 'issueDateTime', message }] });
  }

  /**
   * Requests emission: the document becomes PROCESSING and waits for the workflow of its next attempt.
   *
   * @param issuedByOffice name of the office whose key asks; null for a key of the company
   * @returns the columns by which the request is taken back. `attempt` is not among them: a workflow message of the withdrawn attempt then finds
   *   nothing to do
   * @throws DomainError `invalid_state`
   */
  requestEmission(issueDateTime: Date, issuedByOffice: string | null = null) {
    this.refuseUnlessOpen('emitido');
    const { status, issueDateTime: issued, issuedByOffice: earlier, runId, waitingFor } = this;
    this.status = 'PROCESSING';
    this.attempt += 1;
    this.claimedAt = null;
    this.runId = null;
    this.issueDateTime = issueDateTime;
    this.issuedByOffice = issuedByOffice;
    this.waitingFor = 'início da emissão';
    Object.assign(this, waitsFor('START', new Date()));
    this.waitingTold = null;
    return { status, issueDateTime: issued, issuedByOffice: earlier, runId, waitingFor, ...waitsNoMore };
  }

  /**
   * Corrects the sale. What was computed from the former one is removed; number, attempts and the reason of the last rejection stay.
   *
   * @throws DomainError `invalid_state`
   */
  correct({ client, payload, totalValue, externalId }: Correction): void {
    this.refuseUnlessOpen('alterado');
    this.client = client.id;
    this.clientSnapshot = client;
    this.payload = payload;
    this.computed = null;
    this.totalValue = totalValue;
    this.externalId = externalId;
  }

  /** Takes over the present data of the records that the sale names, at the beginning of its emission. */
  refresh({ client, payload }: Pick<Correction, 'client' | 'payload'>): void {
    this.clientSnapshot = client;
    this.payload = payload;
  }

  /** @throws DomainError `invalid_state` unless the document is open and has no number, which would be lost with it */
  refuseUnlessRemovable(): void {
    this.refuseUnlessOpen('removido');
    if (this.number === 0) return;
    const message =
      `O documento tem o número ${this.number}, que ficaria sem uso: corrija-o com PATCH /v1/fiscal-documents/{id} e emita de novo, ` +
      'ou, se a venda não existe mais, inutilize o número.';
    throw new DomainError('invalid_state', message);
  }

  /**
   * @param done what the caller wants to do with it, as a participle for the message: "alterado"
   * @throws DomainError `invalid_state` unless the document is a draft or rejected
   */
  refuseUnlessOpen(done: string): void {
    if (this.status === 'DRAFT' || this.status === 'REJECTED') return;
    const message = `Só um documento em DRAFT ou REJECTED pode ser ${done}; este está ${this.status}.`;
    throw new DomainError('invalid_state', message);
  }

  /** The workflow of the present attempt claims the document. */
  claim(runId: string | null): void {
    this.claimedAt ??= new Date();
    this.runId = runId;
    if (this.waitingKind === 'TRANSMISSION') return;
    this.waitingFor = `resposta ${authorityNames[traitsOf[this.type].authority].of}`;
    if (this.waitingKind !== 'ANSWER') Object.assign(this, waitsFor('ANSWER', new Date()));
  }

  /**
   * Sets in which form the present attempt is issued; null is the normal way. A note that the customer gets before the authority has it waits to be
   * transmitted.
   */
  issueAs(form: IssuedForm | null): void {
    this.contingencyMode = form?.mode ?? null;
    this.contingencySince = form?.since ?? null;
    this.contingencyReason = form?.reason ?? null;
    this.contingencyTransmitBy = form?.transmitBy ?? null;
    if (form && form.mode !== 'SVC' && form.transmitBy) this.awaitTransmission();
  }

  /** The customer has the paper: the note waits until its authority is back, at most until `contingencyTransmitBy`. */
  awaitTransmission(): void {
    this.waitingFor = transmissionAwaited;
    this.waitingKind = 'TRANSMISSION';
    this.waitingSince = this.contingencySince ?? new Date();
    this.waitingUntil = this.contingencyTransmitBy ?? null;
  }

  /** Ends the present attempt and begins the next, in which the same sale is issued in another form. */
  reissue(): void {
    this.attempt += 1;
    this.claimedAt = null;
    this.runId = null;
    this.waitingFor = 'início da emissão em contingência';
    Object.assign(this, waitsFor('START', new Date()));
    this.waitingTold = null;
  }

  /** Whether the present attempt is of a form (OFFLINE, EPEC) whose paper the customer gets before the authority has the note. */
  isPaperOut(): boolean {
    return isTransmittedLater(this.contingencyMode ?? null);
  }

  /** The authority authorized the note. */
  authorize({ protocol, authorizedAt, cStat, alerts, nfseNumber, verificationCode }: Authorization): void {
    this.status = 'AUTHORIZED';
    this.protocolNumber = protocol;
    this.authorizationDate = authorizedAt;
    this.cStat = cStat;
    this.alerts = alerts.length > 0 ? alerts : null;
    this.nfseNumber = nfseNumber ?? null;
    this.verificationCode = verificationCode ?? null;
    this.rejectionReason = null;
    this.waitingFor = null;
    Object.assign(this, waitsNoMore);
  }

  /** Ends the attempt without authorization. A denied note has used up its number. */
  reject(reason: string, cStat: string | null, { denied = false } = {}): void {
    this.status = 'REJECTED';
    this.rejectionReason = reason;
    this.cStat = cStat;
    this.isDenied = denied;
    this.waitingFor = null;
    Object.assign(this, waitsNoMore);
  }

  /** The authority registered the cancellation. */
  cancel(justification: string, at: Date): void {
    this.status = 'CANCELLED';
    this.cancellationReason = justification;
    this.cancellationDate = at;
  }
}
DocumentSchema.setClass(Document);
