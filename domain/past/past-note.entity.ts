import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { documentTypes, models } from '../document-types.ts';
import { noteStatuses } from '../received/kinds.ts';

/** The XML as it came, as a gzip file; SHA-256 of the XML in lowercase hex. */
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
    /** Without leading zeros; of an NFS-e the series of its DPS, and nNFSe. */
    series: p.string().length(5),
    number: p.string().length(15),
    issuedAt: p.datetime(),
    /** Cancelled by its protocol, or by an event that came with it. */
    status: p.enum(noteStatuses),
    /** vNF, or the price of the service. */
    totalValue: p.decimal('string').precision(15).scale(2),
    recipientTaxId: p.string().length(14).nullable(),
    recipientName: p.text().nullable(),
    /** nProt; nDFSe of an NFS-e. */
    protocol: p.string().length(17).nullable(),
    ...file,
  },
  uniques: [{ name: 'past_note_unique', properties: ['company', 'accessKey'] }],
  indexes: [
    { name: 'past_note_list', properties: ['company', 'environment', 'issuedAt', 'id'] },
    { name: 'past_note_by_number', properties: ['company', 'environment', 'type', 'series', 'number'] },
  ],
});

/** A note that the company issued with another system, before it moved in. No rule of Lavra's own documents applies to it. */
export class PastNote extends PastNoteSchema.class {
  /** Takes what another file of the same note says; what is cancelled stays so. */
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
    /** Of its note. No foreign key: an event may come before it. */
    accessKey: p.string().length(50),
    /** tpEvento and nSeqEvento. */
    code: p.string().length(6),
    sequence: p.integer(),
    description: p.text(),
    /** CNPJ or CPF of who declared it. */
    author: p.string().length(14).nullable(),
    occurredAt: p.datetime(),
    protocol: p.string().length(17).nullable(),
    /** It is about a note of others that is not here: it is among the received documents as soon as the note is. */
    awaitsNote: p.boolean(),
    ...file,
  },
  uniques: [{ name: 'past_note_event_unique', properties: ['company', 'accessKey', 'code', 'sequence'] }],
});

/** An event of a note of the past. */
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

/** Numbers that the company gave up with another system. */
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

/** A file that was taken, whatever of: it is not read again. */
export class PastFile extends PastFileSchema.class {}
PastFileSchema.setClass(PastFile);
