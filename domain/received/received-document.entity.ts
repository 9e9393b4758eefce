import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { type Environment, environments } from '../companies/settings.ts';
import type { EventArrival } from './arrival.ts';
import {
  distributionSources,
  manifestations,
  noteSchemaTypes,
  noteStatuses,
  receivedStatuses,
  roles,
  schemaTypes,
  signatureStates,
  type SignatureCheck,
} from './kinds.ts';
import type { NoteState } from './merge.ts';

const ReceivedDocumentSchema = defineEntity({
  name: 'ReceivedDocument',
  tableName: 'received_document',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    model: p.enum(distributionSources),
    schemaType: p.enum(schemaTypes),
    /** Of the version in force; the file of that NSU is the row's XML. */
    nsu: p.bigint(),
    /** The note's own, also of an event. */
    accessKey: p.string().length(50),
    /** tpEvento and nSeqEvento; empty and 0 of a note. */
    eventCode: p.string().length(6).default(''),
    eventSequence: p.integer().default(0),
    /** Who registered the event: CNPJ or CPF. */
    eventAuthor: p.string().length(14).nullable(),
    /** Its name as it came. */
    eventName: p.text().nullable(),
    /** Its justification or correction. */
    eventText: p.text().nullable(),
    eventProtocol: p.string().length(17).nullable(),
    /** Of the note: CNPJ or CPF. */
    issuerTaxId: p.string().length(14).nullable(),
    issuerName: p.text().nullable(),
    number: p.string().length(15).nullable(),
    series: p.string().length(5).nullable(),
    /** Null for an event. */
    totalValue: p.decimal('string').precision(15).scale(2).nullable(),
    /** dhEmi of a note, dhEvento of an event. */
    emissionDate: p.datetime(),
    protocol: p.string().length(17).nullable(),
    status: p.enum(receivedStatuses),
    role: p.enum(roles),
    /** The company's last word on the note. */
    manifestation: p.enum(manifestations).nullable(),
    hasFullXml: p.boolean(),
    /** Whether the note's or event's own signature holds; null where there is none to check, as of a summary. */
    signature: p.enum(signatureStates).nullable(),
    signatureFault: p.text().nullable(),
    /** What lists tell apart: the type, and the company's word or `PENDING` (`domain/received/kinds.ts`); the database keeps it. */
    kind: p
      .text()
      .$type<Opt<string>>()
      .generated(
        `((schema_type || ' '::text) ||
CASE
    WHEN (manifestation IS NOT NULL) THEN manifestation
    WHEN ((role = 'RECIPIENT'::text) AND (schema_type = ANY (ARRAY['RES_NFE'::text, 'PROC_NFE'::text])) AND (status = 'AUTHORIZED'::text)) THEN 'PENDING'::text
    ELSE ''::text
END) stored`,
      )
      .lazy(),
    /** First day of the month of `emissionDate` in Brasília time, by which rows are counted; the database keeps it. */
    emissionMonth: p
      .date()
      .$type<Opt<string>>()
      .generated(`((date_trunc('month'::text, (emission_date AT TIME ZONE 'America/Sao_Paulo'::text)))::date) stored`)
      .lazy(),
    /** The text that searches look in, without accents and in lower case; the database keeps it up to date. */
    searchText: p
      .text()
      .$type<Opt<string>>()
      .generated(
        `(plain_text(((((((''::text || ' '::text) || COALESCE(issuer_name, ''::text)) || ' '::text) || (COALESCE(issuer_tax_id, ''::character varying))::text) || ' '::text) || (COALESCE(access_key, ''::character varying))::text))) stored`,
      )
      .lazy(),
    receivedAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [
    {
      name: 'received_document_unique',
      properties: ['company', 'environment', 'accessKey', 'eventCode', 'eventSequence'],
    },
  ],
  indexes: [
    {
      name: 'received_document_list',
      expression: `create index "received_document_list" on "received_document" ("company_id", "environment", "nsu", "id") include ("kind")`,
    },
    {
      name: 'received_document_by_kind',
      expression: `create index "received_document_by_kind" on "received_document" ("company_id", "environment", "kind", "nsu", "id") include ("emission_date")`,
    },
    {
      name: 'received_document_by_month',
      expression: `create index "received_document_by_month" on "received_document" ("company_id", "environment", "emission_month", "nsu", "id") include ("schema_type", "kind", "emission_date")`,
    },
    {
      name: 'received_document_by_issuer',
      expression: `create index "received_document_by_issuer" on "received_document" ("company_id", "environment", "issuer_tax_id", "nsu", "id") include ("kind", "emission_date")`,
    },
    {
      name: 'received_document_search',
      expression: `create index "received_document_search" on "received_document" using gin ("company_id", "search_text" gin_trgm_ops)`,
    },
  ],
});

/** A note that somebody issued against a company or let it see, or an event of a note, as the distribution brought it. */
export class ReceivedDocument extends ReceivedDocumentSchema.class {
  /** What a new row of a note begins with. */
  static ofNote({ company, environment }: Whose, state: NoteState, receivedAt: Date) {
    return { id: uuid(), company, environment, eventCode: '', eventSequence: 0, receivedAt, ...columnsOf(state) };
  }

  /** What a new row of an event begins with: it belongs to nobody until its note is known. */
  static ofEvent({ company, environment }: Whose, { arrival, nsu, issuerTaxId }: EventFacts, receivedAt: Date) {
    const { model, schemaType, accessKey, code, sequence, occurredAt } = arrival;
    return {
      id: uuid(),
      company,
      environment,
      model,
      schemaType,
      nsu,
      accessKey,
      eventCode: code,
      eventSequence: sequence,
      issuerTaxId,
      emissionDate: occurredAt,
      status: 'REGISTERED',
      role: 'OTHER',
      hasFullXml: false,
      receivedAt,
    } as const;
  }

  /** The state of a note, as versions and events of it are merged into. */
  note(): NoteState {
    const { model, nsu, hasFullXml, accessKey, emissionDate, role, protocol } = this;
    const schemaType = noteSchemaTypes.find((each) => each === this.schemaType);
    const status = noteStatuses.find((each) => each === this.status);
    if (!schemaType || !status) throw new TypeError(`received document ${this.id} is no note`);
    return {
      model,
      schemaType,
      nsu,
      hasFullXml,
      accessKey,
      issuer: { taxId: this.issuerTaxId ?? '', name: this.issuerName ?? '' },
      number: this.number ?? '',
      series: this.series ?? '',
      totalValue: this.totalValue ?? '0.00',
      emissionDate,
      role,
      status,
      protocol: protocol ?? null,
    };
  }

  /** Takes the state of a note that has come of merging. */
  holdNote(state: NoteState): void {
    const { status, ...rest } = columnsOf(state);
    Object.assign(this, rest);
    this.status = status;
  }

  /**
   * Takes what came of an event, unless the row has as much already.
   *
   * @returns whether the row now speaks of this file
   */
  holdEvent({ arrival, nsu }: EventFacts): boolean {
    const isWhole = arrival.schemaType !== 'RES_EVENTO';
    const isBetter = isWhole === this.hasFullXml ? nsu >= this.nsu : isWhole;
    if (!isBetter) return false;
    this.schemaType = arrival.schemaType;
    this.nsu = nsu;
    this.hasFullXml = isWhole;
    this.emissionDate = arrival.occurredAt;
    this.eventAuthor = arrival.author;
    this.eventName = arrival.description;
    this.eventText = arrival.correction ?? arrival.justification;
    this.eventProtocol = arrival.protocol;
    return true;
  }

  /** Keeps what became of checking the signature of the version in force. */
  holdSignature(said: SignatureCheck | null): void {
    this.signature = said?.state ?? null;
    this.signatureFault = said?.reason ?? null;
  }

  /** An event has cancelled the note. @returns whether that is news */
  cancel(): boolean {
    const isNews = this.status !== 'CANCELLED';
    this.status = 'CANCELLED';
    return isNews;
  }

  /** Gives an event what only its note tells. */
  belongTo({ role, issuerName }: ReceivedDocument): void {
    this.role = role;
    this.issuerName = issuerName ?? null;
  }
}

type Whose = { company: string; environment: Environment };
type EventFacts = { arrival: EventArrival; nsu: bigint; issuerTaxId: string };

function columnsOf({ issuer, ...state }: NoteState) {
  return { ...state, issuerTaxId: issuer.taxId, issuerName: issuer.name };
}
ReceivedDocumentSchema.setClass(ReceivedDocument);
