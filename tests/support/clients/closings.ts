import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Client } from '@temporalio/client';
import { type Entry, fromBuffer } from 'yauzl';
import type { Blobs } from '../../../adapters/blobs/blobs.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import type { Orm } from '../../../config/orm.ts';
import { Closing } from '../../../domain/closings/closing.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { brasiliaMonth } from '../../../domain/fiscal-time.ts';
import type { Month } from '../../../domain/month.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import {
  type ClosingOrder,
  createClosings,
  type CreatedClosings,
} from '../../../operations/closings/create-closings.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { wakeClosings } from '../../../temporal/start.ts';
import { copies } from '../rows/copies.ts';
import type { Deployment } from '../servers/deployment.ts';
import { linkOf } from '../rows/office.ts';
import { until } from '../checks/until.ts';

/** The current month, in which tests issue. */
export function thisMonth(): Month {
  const [year, month] = brasiliaMonth(new Date()).split('-').map(Number);
  return { year: year!, month: month! };
}

/** Makes a company in production in the office's portfolio, with so many notes of this month. */
export async function companyWithMonth(
  { orm, openCompany }: Pick<Deployment, 'orm' | 'openCompany'>,
  office: Office,
  { taxId, notes }: { taxId: string; notes: number },
): Promise<void> {
  const { company, erp } = await openCompany({ taxId, environment: 'PRODUCTION' });
  await linkOf(orm, office, company);
  const { id } = await erp.insist();
  const note = await until('the note is authorized', async () => {
    const document = await acrossCompanies(orm).findOneOrFail(Document, { id });
    return document.status === 'AUTHORIZED' ? document : null;
  });
  await copies(orm, note, { from: 100, count: notes - 1 });
}

/** Asks as an office for the closing of a month of its companies, with XML and PDF by default. */
export function close(
  { orm, client }: { orm: Orm; client: Client },
  office: Office,
  asked: Partial<ClosingOrder> = {},
): Promise<CreatedClosings> {
  return createClosings(
    orm,
    { office: { ...office, actor: lavraItself }, keyId: null },
    { ...thisMonth(), includeXml: true, includePdf: true, ...asked },
    async () => {
      await wakeClosings(client, { officeId: office.id, officeTaxId: office.taxId });
      return true;
    },
  );
}

/** Waits until a closing has ended. */
export function ended(orm: Orm, id: string, withinMs?: number): Promise<Closing> {
  return until(
    `closing ${id} ends`,
    async () => {
      const row = await closingOf(orm, id);
      return row.status === 'COMPLETED' || row.status === 'FAILED' ? row : null;
    },
    withinMs,
  );
}

export function closingOf(orm: Orm, id: string): Promise<Closing> {
  return acrossCompanies(orm).findOneOrFail(Closing, { id }, { populate: ['upload'] });
}

/** The parts of a manifest that tests look at. */
export type Manifest = {
  asOf: string;
  documents: {
    documentId: string;
    accessKey: string;
    type: string;
    status: string;
    number: number;
    files: string[];
    pdfMissing: string | null;
  }[];
  files: { name: string; kind: string; size: number; sha256: string; accessKey: string | null }[];
};

/** The files of a ZIP, read by yauzl. @throws Error if the bytes are no ZIP */
export function filesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      file.on('error', reject);
      file.on('end', () => resolve(files));
      file.on('entry', (entry: Entry) => {
        file.openReadStream(entry, (fault, stream) => {
          if (fault) return reject(fault);
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('error', reject);
          stream.on('end', () => {
            if (files.has(entry.fileName)) reject(new Error(`two files are called ${entry.fileName}`));
            files.set(entry.fileName, Buffer.concat(chunks));
            file.readEntry();
          });
        });
      });
      file.readEntry();
    });
  });
}

/** Reads the ZIP of a COMPLETED closing, and expects its manifest to be right about every file in it. */
export async function trueZip(
  blobs: Blobs,
  closing: Closing,
): Promise<{ files: Map<string, Buffer>; manifest: Manifest }> {
  expect(closing).toMatchObject({ status: 'COMPLETED', failureReason: null, waitingFor: null });
  const zip = await bytesOf(blobs, closing.blobKey);
  expect({ size: zip.length, sha256: sha256(zip) }).toEqual({ size: closing.fileSize, sha256: closing.sha256 });
  const files = await filesOf(zip);
  const manifest = JSON.parse(String(files.get('manifesto.json'))) as Manifest;
  const said = manifest.files.map(({ name, size, sha256: hash }) => ({ name, size, sha256: hash }));
  const found = [...files].flatMap(([name, content]) =>
    name === 'manifesto.json' ? [] : [{ name, size: content.length, sha256: sha256(content) }],
  );
  const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);
  expect(said.toSorted(byName)).toEqual(found.toSorted(byName));
  expect(manifest.documents.flatMap((document) => document.files).filter((name) => !files.has(name))).toEqual([]);
  expect(manifest.documents.length).toBe(closing.documentCount);
  expect(closing.doneCount).toBe(closing.documentCount);
  return { files, manifest };
}

async function bytesOf(blobs: Blobs, key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await blobs.read(key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
