import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { documentTypes, models } from '../document-types.ts';
import { noteStatuses } from '../received/kinds.ts';

/** The XML as it came, compressed as a gzip file, and SHA-256 of the XML in lowercase hex. */
const file = {
  content: p.blob().lazy(),
  sha256: p.string().length(64),
  importedAt: nowOnCreate(),
};

const PastNoteSchema = defineEntity({
  name: 'PastNote',
  tableName: 'past_note',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** tpAmb. */
    environment: p.enum(environments),
    type: p.enum(documentTypes),
    accessKey: p.string().length(50),
    /** Series without leading zeros; for an NFS-e the series of its DPS, and as number nNFSe. */
    series: p.string().length(5),
    number: p.string().length(15),
    issuedAt: p.datetime(),
    /** CANCELLED where the protocol, or an event that was imported, says so. */
    status: p.enum(noteStatuses),
    /** vNF; for an NFS-e the price of the service. */
    totalValue: p.decimal('string').precision(15).scale(2),
    recipientTaxId: p.string().length(14).nullable(),
    recipientName: p.text().nullable(),
    /** nProt; for an NFS-e nDFSe. */
    protocol: p.string().length(17).nullable(),
    ...file,
  },
  uniques: [{ name: 'past_note_unique', properties: ['company', 'accessKey'] }],
  indexes: [
    { name: 'past_note_list', properties: ['company', 'environment', 'issuedAt', 'id'] },
    { name: 'past_note_by_number', properties: ['company', 'environment', 'type', 'series', 'number'] },
  ],
});

/** A note that the company issued with another system, before it moved to Lavra. No rule for Lavra's own documents applies to it. */
export class PastNote extends PastNoteSchema.class {
  /** Updates the note from another file of it; a cancelled note stays cancelled. */
  hold({ status, ...facts }: Pick<PastNote, 'status' | 'sha256'> & Partial<PastNote>): void {
    Object.assign(this, facts);
    if (noteStatuses.indexOf(status) > noteStatuses.indexOf(this.status)) this.status = status;
  }
}
PastNoteSchema.setClass(PastNote);

const PastNoteEventSchema = defineEntity({
  name: 'PastNoteEvent',
  tableName: 'past_note_event',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    /** Access key of the event's note. Not a foreign key, because an event may be imported before its note. */
    accessKey: p.string().length(50),
    /** tpEvento and nSeqEvento. */
    code: p.string().length(6),
    sequence: p.integer(),
    description: p.text(),
    /** CNPJ or CPF of the event's author. */
    author: p.string().length(14).nullable(),
    occurredAt: p.datetime(),
    protocol: p.string().length(17).nullable(),
    /** Whether it is about a note of others that is not here: it joins the received documents as soon as that note does. */
    awaitsNote: p.boolean(),
    ...file,
  },
  uniques: [{ name: 'past_note_event_unique', properties: ['company', 'accessKey', 'code', 'sequence'] }],
});

/** An event of a past note. */
export class PastNoteEvent extends PastNoteEventSchema.class {}
PastNoteEventSchema.setClass(PastNoteEvent);

const PastInutilizationSchema = defineEntity({
  name: 'PastInutilization',
  tableName: 'past_inutilization',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    model: p.enum(models),
    series: p.integer(),
    firstNumber: p.integer(),
    lastNumber: p.integer(),
    protocol: p.string().length(17).nullable(),
    registeredAt: p.datetime(),
    ...file,
  },
  uniques: [
    {
      name: 'past_inutilization_unique',
      properties: ['company', 'environment', 'model', 'series', 'firstNumber', 'lastNumber'],
    },
  ],
});

/** A range of numbers that the company inutilized with another system. */
export class PastInutilization extends PastInutilizationSchema.class {}
PastInutilizationSchema.setClass(PastInutilization);

const PastFileSchema = defineEntity({
  name: 'PastFile',
  tableName: 'past_file',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    sha256: p.string().length(64).primary(),
  },
});

/** A file that was imported, so that it is not read again. */
export class PastFile extends PastFileSchema.class {}
PastFileSchema.setClass(PastFile);
