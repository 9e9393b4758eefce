import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { atMost, ownedByOffice, withinPart } from '../companies/ownership.ts';
import { waitKinds } from '../conversation/waiting.ts';
import { Office } from '../offices/office.entity.ts';
import { closingStatuses } from './progress.ts';

/** A piece of a file that a store has taken, and by what the store knows it. */
export type StoredPart = {
  /** Counts from 1. */
  number: number;
  size: number;
  /** Lowercase hex. */
  sha256: string;
  tag: string;
};

/** A file that is being written into a store: how the store calls the attempt, and what it has taken of it. */
export type StoredUpload = { uploadId: string; parts: StoredPart[] };

/** What a closing's end says of the file that it made. */
export type ClosedFile = { fileSize: number; sha256: string; asOf: Date; completedAt: Date; expiresAt: Date };

/** What a closing that waits for nothing any more sets. */
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
    /** Of the company, as they were when it was asked for: the office may read them after the link has ended. */
    companyTaxId: p.string().length(14),
    companyName: p.string().length(100),
    year: p.integer(),
    month: p.integer(),
    includeXml: p.boolean(),
    includePdf: p.boolean(),
    status: p.enum(closingStatuses).default('PENDING'),
    /** Documents of the month; counted when it was asked for, and once more as it begins and ends. */
    documentCount: p.integer().default(0),
    /** How many of them have gone into the ZIP. */
    doneCount: p.integer().default(0),
    /** PDFs drawn, and documents of which none could be drawn. */
    pdfCount: p.integer().default(0),
    missingPdfCount: p.integer().default(0),
    /** The name to save the ZIP under. */
    fileName: p.string().length(200),
    /** Where the ZIP lies in the store. */
    blobKey: p.string().length(200),
    /** What the store has of it while it is being made; null before and afterwards. */
    upload: p.json<StoredUpload>().lazy().nullable(),
    /** Number of the part that is being made, given out once each: who knows another one may not write any more. */
    turn: p.integer().default(0),
    fileSize: p.bigint('number').nullable(),
    /** Of the ZIP, lowercase hex. */
    sha256: p.string().length(64).nullable(),
    /** The instant that the ZIP and its manifest speak of. */
    asOf: p.datetime().nullable(),
    /** In Portuguese, why it FAILED. */
    failureReason: p.text().nullable(),
    /** In Portuguese, what a RUNNING closing waits for; null while it moves. */
    waitingFor: p.text().nullable(),
    /** The kind of it, and since when. */
    waitingKind: p.enum(waitKinds).nullable(),
    waitingSince: p.datetime().nullable(),
    /** The key that asked for it. */
    createdBy: p.uuid().nullable(),
    createdAt: nowOnCreate(),
    startedAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
    /** When the ZIP is deleted, and when it was. */
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

/** One month of one company as one ZIP, asked for by its office. */
export class Closing extends ClosingSchema.class {
  /** Its actor takes it over, for the first time or again after a crash. */
  begin(documentCount: number): void {
    this.status = 'RUNNING';
    this.startedAt ??= new Date();
    this.documentCount = documentCount;
    Object.assign(this, movesAgain);
  }

  /** The ZIP is whole, and where it is kept. */
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

/** The moments of a closing as JSON has them, in UTC; null while a moment has not come. */
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
