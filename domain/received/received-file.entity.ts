import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { distributionSources, schemaTypes } from './kinds.ts';
import { ReceivedDocument } from './received-document.entity.ts';

const ReceivedFileSchema = defineEntity({
  name: 'ReceivedFile',
  tableName: 'received_file',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    source: p.enum(distributionSources),
    nsu: p.bigint(),
    /** The source's own name for it: @schema of a docZip, TipoDocumento of the ADN. */
    schema: p.text(),
    /** Null where the file could not be read. */
    schemaType: p.enum(schemaTypes).nullable(),
    /** Null where the file could not be read, or is about a document of the company's own that is no received one. */
    receivedDocument: () => p.manyToOne(ReceivedDocument).mapToPk().nullable(),
    accessKey: p.string().length(50).nullable(),
    /** The gzip file as it came; the text as it came where its base64 was broken. */
    content: p.blob().lazy(),
    /** CRC-32 of the XML inside, checked when it came; null where the file could not be opened. */
    crc32: p.bigint('number').nullable(),
    size: p.integer().nullable(),
    /** Why the file could not be read, in Portuguese. */
    fault: p.text().nullable(),
    receivedAt: nowOnCreate(),
  },
  uniques: [{ name: 'received_file_unique', properties: ['company', 'environment', 'source', 'nsu'] }],
  indexes: [
    { properties: ['receivedDocument'] },
    {
      name: 'received_file_unreadable',
      expression: `create index "received_file_unreadable" on "received_file" ("company_id", "nsu") where "fault" is not null`,
    },
  ],
});

/** One entry of a lot, with its bytes: a version of a received document, or a file that could not be read. */
export class ReceivedFile extends ReceivedFileSchema.class {}
ReceivedFileSchema.setClass(ReceivedFile);
