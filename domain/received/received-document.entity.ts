import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { manifestations, receivedStatuses, roles, schemaTypes, signatureStates } from './words.ts';
import { distributionSources } from '../distribution/distribution.entity.ts';

const ReceivedDocumentSchema = defineEntity({
  name: 'ReceivedDocument',
  tableName: 'received_document',
  ...ownedByCompany,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
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
    /** Null of an event. */
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
    receivedAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
  uniques: [
    {
      name: 'received_document_unique',
      properties: ['company', 'environment', 'accessKey', 'eventCode', 'eventSequence'],
    },
  ],
  indexes: [{ name: 'received_document_emission', properties: ['company', 'environment', 'emissionDate'] }],
});

/** A note that somebody issued against a company or let it see, or an event of a note, as the distribution brought it. */
export class ReceivedDocument extends ReceivedDocumentSchema.class {}
ReceivedDocumentSchema.setClass(ReceivedDocument);
