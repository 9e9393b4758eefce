import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgettingActivities } from '../../../activities/retention.ts';
import { BlobFailed, type Blobs } from '../../../adapters/blobs/blobs.ts';
import { openBlobs } from '../../../adapters/blobs/open-blobs.ts';
import type { Orm } from '../../../config/orm.ts';
import { ClosingLink } from '../../../domain/closings/closing-files.entity.ts';
import { Closing } from '../../../domain/closings/closing.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { newClosing } from '../../support/rows/closing.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { newOffice } from '../../support/rows/office.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { collectingLogger } from '../../support/checks/collecting-logger.ts';

const dayMs = 86_400_000;
let orm: Orm;
/** The database by the workers' login. */
let worker: Orm;
let folder: string;
let blobs: Blobs;
let owner: Awaited<ReturnType<typeof newOffice>>;
let company: Company;
let logs: Record<string, unknown>[];
/** The present as the activities see it; the age of parts in the store is real. */
let now: Date;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, worker] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
  owner = await newOffice(orm);
  company = await emptyCompany(orm);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-forgetting-'));
  blobs = openBlobs(pathToFileURL(folder).href);
  [logs, now] = [[], new Date()];
});
afterEach(async () => {
  await acrossCompanies(orm).nativeDelete(Closing, {});
  await rm(folder, { recursive: true });
});
afterAll(() => Promise.all([orm?.close(), worker?.close()]));

test('a ZIP is deleted when its time has come, and its closing says when', async () => {
  const expired = await withZip({ expiresAt: new Date(now.getTime() - 1) });
  const kept = await withZip({ expiresAt: new Date(now.getTime() + 60_000) });
  expect(await run('forgetZips')).toBe(1);
  expect(await zips()).toEqual([nameOf(kept)]);
  expect(await deletedAt(expired)).toEqual(now);
  expect(await deletedAt(kept)).toBeNull();
  expect(await run('forgetZips')).toBe(0);
});

test('more than a batch go in one round, also those whose file is gone', async () => {
  const expiresAt = new Date(now.getTime() - dayMs);
  for (let count = 0; count < 120; count += 1) await completed({ expiresAt });
  await withZip({ expiresAt });
  expect(await run('forgetZips')).toBe(121);
  expect([await zips(), await acrossCompanies(orm).count(Closing, { deletedAt: null })]).toEqual([[], 0]);
});

test('a ZIP that the store cannot delete is tried again, and the others are deleted', async () => {
  const expiresAt = new Date(now.getTime() - dayMs);
  const [stuck, other] = [await withZip({ expiresAt }), await withZip({ expiresAt })];
  const stubborn: Blobs = {
    ...blobs,
    remove: async (key) => {
      if (key === stuck.blobKey) throw new BlobFailed('away', 'for the test');
      return blobs.remove(key);
    },
  };
  expect(await run('forgetZips', stubborn)).toBe(1);
  expect([await deletedAt(stuck), await deletedAt(other)]).toEqual([null, now]);
  expect(logs).toMatchObject([{ level: 'warn', closingId: stuck.id }]);
  expect(await run('forgetZips')).toBe(1);
});

test('parts of uploads that no running closing writes are swept, and no others', async () => {
  const of = async (status: 'RUNNING' | 'FAILED') => {
    const closing = await newClosing(orm, { office: owner.office, company }, { status });
    const uploadId = await blobs.begin(closing.blobKey);
    const part = await blobs.put(closing.blobKey, uploadId, 1, [Buffer.from('part')]);
    await acrossCompanies(orm).nativeUpdate(Closing, { id: closing.id }, { upload: { uploadId, parts: [part] } });
    return uploadId;
  };
  const [alive] = [await of('RUNNING'), await of('FAILED'), await blobs.begin('closings/a/b.zip')];
  expect(await run('sweepStore')).toBe(0); // for an hour they may belong to a run
  now = new Date(now.getTime() + 2 * 3_600_000);
  expect(await run('sweepStore')).toBe(2);
  expect(await readdir(join(folder, '.uploads'))).toEqual([alive]);
});

test('a ZIP that was whole before its closing failed is removed', async () => {
  const completedAt = new Date(now.getTime() - 2 * 3_600_000);
  await withZip({ status: 'FAILED', completedAt });
  const kept = await withZip({});
  expect(await run('sweepStore')).toBe(0);
  expect(await zips()).toEqual([nameOf(kept)]);
});

test('a link is forgotten a day after it expired, and not before', async () => {
  const em = acrossCompanies(orm);
  const { id: closing } = await completed({});
  for (const ageMs of [dayMs + 1, dayMs - 1, 0]) {
    const expiresAt = new Date(now.getTime() - ageMs);
    const tokenHash = String(ageMs).padStart(64, '0');
    em.create(ClosingLink, { office: owner.office.id, closing, apiKey: owner.keyId, tokenHash, expiresAt });
  }
  await em.flush();
  expect(await run('forgetClosingLinks')).toBe(1);
  expect(await acrossCompanies(orm).count(ClosingLink, {})).toBe(2);
});

type Activities = ReturnType<typeof forgettingActivities>;

function run(name: keyof Activities, store = blobs): Promise<unknown> {
  const activities = forgettingActivities({
    orm: worker,
    blobs: store,
    logger: collectingLogger(logs),
    now: () => now,
  });
  return new MockActivityEnvironment().run((): Promise<unknown> => activities[name]());
}

function completed(state: Partial<Closing>): Promise<Closing> {
  return newClosing(orm, { office: owner.office, company }, { status: 'COMPLETED', completedAt: now, ...state });
}

async function withZip(state: Partial<Closing>): Promise<Closing> {
  const closing = await completed(state);
  const uploadId = await blobs.begin(closing.blobKey);
  const part = await blobs.put(closing.blobKey, uploadId, 1, [Buffer.from('zip')]);
  await blobs.complete(closing.blobKey, { uploadId, parts: [part] });
  return closing;
}

async function zips(): Promise<string[]> {
  const names = await readdir(join(folder, 'closings', owner.office.id)).catch(() => []);
  return names.toSorted();
}

const nameOf = ({ id }: Closing): string => `${id}.zip`;

async function deletedAt({ id }: Closing): Promise<Date | null | undefined> {
  return (await acrossCompanies(orm).findOneOrFail(Closing, { id })).deletedAt;
}
