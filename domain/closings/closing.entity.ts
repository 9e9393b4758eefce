import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { atMost, ownedByOffice, withinPart } from '../companies/ownership.ts';
import { waitKinds } from '../conversation/waiting.ts';
import { Office } from '../offices/office.entity.ts';
import { closingStatuses } from './progress.ts';

/** A part of a file that a store has taken, and how the store identifies it. */
export type StoredPart = {
  /** Counts from 1. */
  number: number;
  size: number;
  /** Lowercase hex. */
  sha256: string;
  tag: string;
};

/** A file that is being written into a store: the store's id of the upload, and the parts that it has taken. */
export type StoredUpload = { uploadId: string; parts: StoredPart[] };

/** What the end of a closing tells about its ZIP. */
export type ClosedFile = { fileSize: number; sha256: string; asOf: Date; completedAt: Date; expiresAt: Date };

/** Columns that change when a closing no longer waits. */
export const movesAgain = { waitingFor: null, waitingKind: null, waitingSince: null } as const;

const ClosingSchema = defineEntity({
  name: 'Closing',
  tableName: 'closing',
  ...ownedByOffice,
  policies: [...ownedByOffice.policies, atMost('delete', `(status = 'PENDING'::text)`), withinPart],
  properties: {
    id: uuidKey(),
    office: () => p.manyToOne(Office).mapToPk(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** The company's data when the closing was asked for: the office may read them after its link has ended. */
    companyTaxId: p.string().length(14),
    companyName: p.string().length(100),
    year: p.integer(),
    month: p.integer(),
    includeXml: p.boolean(),
    includePdf: p.boolean(),
    status: p.enum(closingStatuses).default('PENDING'),
    /** Documents of the month. They are counted when the closing is asked for, begins and ends. */
    documentCount: p.integer().default(0),
    /** How many documents have gone into the ZIP. */
    doneCount: p.integer().default(0),
    /** How many PDFs are drawn; then how many documents could not be drawn. */
    pdfCount: p.integer().default(0),
    missingPdfCount: p.integer().default(0),
    /** The file name under which the ZIP is downloaded. */
    fileName: p.string().length(200),
    /** The key of the ZIP in the store. */
    blobKey: p.string().length(200),
    /** What the store has of the ZIP while it is being made; null before and afterwards. */
    upload: p.json<StoredUpload>().lazy().nullable(),
    /** The number of the turn that makes the current part. Each number is given out once, and whoever has an older one may not write any more. */
    turn: p.integer().default(0),
    fileSize: p.bigint('number').nullable(),
    /** SHA-256 of the ZIP, lowercase hex. */
    sha256: p.string().length(64).nullable(),
    /** The instant for which the ZIP and its manifest are true. */
    asOf: p.datetime().nullable(),
    /** Why the closing FAILED, in Portuguese. */
    failureReason: p.text().nullable(),
    /** What a RUNNING closing waits for, in Portuguese; null while it goes on. */
    waitingFor: p.text().nullable(),
    /** The kind of wait, and since when it lasts. */
    waitingKind: p.enum(waitKinds).nullable(),
    waitingSince: p.datetime().nullable(),
    /** The API key that asked for the closing. */
    createdBy: p.uuid().nullable(),
    createdAt: nowOnCreate(),
    startedAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
    /** When the ZIP is to be deleted; then when it was deleted. */
    expiresAt: p.datetime().nullable(),
    deletedAt: p.datetime().nullable(),
    updatedAt: nowOnChange(),
  },
  indexes: [
    { properties: ['office', 'id'] },
    { properties: ['company'] },
    {
      name: 'closing_under_way',
      expression: `create unique index "closing_under_way" on "closing" ("office_id", "company_id", "year", "month") where "status" in ('PENDING', 'RUNNING')`,
    },
    {
      name: 'closing_kept',
      expression: `create index "closing_kept" on "closing" ("expires_at") where "expires_at" is not null and "deleted_at" is null`,
    },
  ],
});

/** One month of one company as one ZIP, asked for by an office. */
export class Closing extends ClosingSchema.class {
  /** The closing's actor takes it over, for the first time or again after a crash. */
  begin(documentCount: number): void {
    this.status = 'RUNNING';
    this.startedAt ??= new Date();
    this.documentCount = documentCount;
    Object.assign(this, movesAgain);
  }

  /** The ZIP is complete and stored. */
  complete({ fileSize, sha256, asOf, completedAt, expiresAt }: ClosedFile): void {
    this.status = 'COMPLETED';
    this.fileSize = fileSize;
    this.sha256 = sha256;
    this.asOf = asOf;
    this.completedAt = completedAt;
    this.expiresAt = expiresAt;
    this.upload = null;
    Object.assign(this, movesAgain);
  }

  /** There will be no ZIP; the month may be closed again. */
  fail(reason: string): void {
    this.status = 'FAILED';
    this.failureReason = reason;
    this.completedAt = new Date();
    this.upload = null;
    Object.assign(this, movesAgain);
  }
}
ClosingSchema.setClass(Closing);

/** The moments of a closing for JSON, in UTC; each is null until it comes. */
export function momentsOf(closing: Closing) {
  return {
    asOf: closing.asOf?.toISOString() ?? null,
    createdAt: closing.createdAt.toISOString(),
    startedAt: closing.startedAt?.toISOString() ?? null,
    completedAt: closing.completedAt?.toISOString() ?? null,
    expiresAt: closing.expiresAt?.toISOString() ?? null,
    deletedAt: closing.deletedAt?.toISOString() ?? null,
  };
}
