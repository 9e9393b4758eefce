import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';

export const importKinds = ['clients', 'products', 'carriers', 'tax-rules', 'fiscal-templates'] as const;
export type ImportKind = (typeof importKinds)[number];

const ImportRunSchema = defineEntity({
  name: 'ImportRun',
  tableName: 'import_run',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    kind: p.enum(importKinds),
    /** SHA-256 of the file's bytes, lowercase hex: an import of the same file continues where the earlier one stopped. */
    fileHash: p.string().length(64),
    fileName: p.text(),
    /** Rows of the file that were stored or refused so far; committed together with them. */
    rowsDone: p.integer().default(0),
    rowsStored: p.integer().default(0),
    rowsRefused: p.integer().default(0),
    finishedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ name: 'import_run_file_unique', properties: ['company', 'kind', 'fileHash'] }],
});

/** How far the import of a file has come. */
export class ImportRun extends ImportRunSchema.class {}
ImportRunSchema.setClass(ImportRun);
