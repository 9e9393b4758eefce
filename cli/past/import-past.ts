import { type FileHandle, open } from 'node:fs/promises';
import type { Orm } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { byteOrderMark, csvLine } from '../../domain/imports/cell.ts';
import type { PastRefusalCode } from '../../domain/past/past-refused.ts';
import { checkedBody } from '../../openapi/check-body.ts';
import { importRunning } from '../../operations/imports/rows.ts';
import type { PastSource } from '../../operations/past/examine.ts';
import { recordKeeper } from '../../operations/past/keep-records.ts';
import {
  nothingTaken,
  type PastRefusal,
  recordPastImport,
  takeFiles,
  type TakenFiles,
} from '../../operations/past/take-files.ts';
import { CommandRefused } from '../command-refused.ts';
import { pastLockKeyOf } from '../import/lock-key.ts';
import { lockWithin, onOneConnection, unlock } from '../import/seen-keys.ts';
import type { ProgressBar } from '../terminal/progress.ts';
import { countPast, pastSources } from './past-sources.ts';

/** What to import, for whom, and how. */
export type PastRequest = {
  path: string;
  company: Company;
  actor: Actor;
  /** Whether everything is checked and nothing written. */
  dryRun: boolean;
  /** File that lists the refused files, with the reason of each. */
  errorsPath: string | undefined;
};

/** The result of an import of the past. */
export type PastReport = {
  companyId: string;
  path: string;
  dryRun: boolean;
  /** Files that were looked at; `ignored` counts those that are not XML, such as DANFEs. */
  files: number;
  ignored: number;
  stored: TakenFiles['stored'];
  /** Files of notes that are here already: from an earlier run or earlier in this one, issued by Lavra, or brought by the distribution. */
  known: number;
  /** Clients and products that were made from notes; records that exist are not changed. */
  records: TakenFiles['records'];
  refused: number;
  refusedByCode: Partial<Record<PastRefusalCode, number>>;
  seconds: number;
  /** The first refusals; all are in the file of `--errors`. */
  errors: PastRefusal[];
  errorsFile: string | null;
};

/** How long to wait for the lock, in which a process that was just killed loses it. */
const lockWithinMs = 5_000;
/** Size of one transaction: large enough that round trips cost little, small enough that little is repeated after a kill. */
const most = { files: 200, bytes: 4 * 1024 * 1024 };
const mostErrors = 1_000;

/**
 * Imports all files in a folder or ZIP. A file that an earlier run took is recognized by its hash and skipped, however that run ended.
 *
 * @throws {CommandRefused, ImportRefused} where nothing can be imported; refused files are in the report
 */
export function importPast(orm: Orm, request: PastRequest, progress: ProgressBar): Promise<PastReport> {
  const lockKey = pastLockKeyOf(request);
  return onOneConnection(orm, async (session) => {
    if (!(await lockWithin(session, lockKey, lockWithinMs))) throw importRunning();
    try {
      return await imported(orm, request, progress);
    } finally {
      progress.stop();
      await unlock(session, lockKey);
    }
  });
}

async function imported(orm: Orm, request: PastRequest, progress: ProgressBar): Promise<PastReport> {
  const { path, company, actor, dryRun } = request;
  const startedAt = Date.now();
  progress.start(await countPast(path), 0);
  const refusals = await openRefusalFile(request.errorsPath);
  const keepsRecords = recordKeeper(company, (name) => (body) => void checkedBody(name, body));
  const sum = emptySum();
  try {
    if (!dryRun) await recordPastImport(orm, { company, actor }, 'IMPORT_STARTED', { path });
    for await (const batch of batches(pastSources(path), sum)) {
      const taken = await takeFiles(orm, company, batch.sources, { dryRun, keepsRecords });
      const refused = [...batch.refused, ...taken.refused];
      await refusals.add(refused);
      add(sum, { ...taken, refused });
      progress.at(sum.files);
    }
  } finally {
    await refusals.close();
  }
  const { stored, known, refused } = sum;
  if (!dryRun) {
    const count = Object.values(stored).reduce((one, other) => one + other, 0);
    await recordPastImport(orm, { company, actor }, 'IMPORT_FINISHED', { path, stored: count, known, refused });
  }
  const seconds = (Date.now() - startedAt) / 1000;
  return { companyId: company.id, path, dryRun, ...sum, seconds, errorsFile: request.errorsPath ?? null };
}

type Sum = Pick<
  PastReport,
  'files' | 'ignored' | 'stored' | 'known' | 'records' | 'refused' | 'refusedByCode' | 'errors'
>;

function emptySum(): Sum {
  return {
    files: 0,
    ignored: 0,
    stored: nothingTaken().stored,
    known: 0,
    records: nothingTaken().records,
    refused: 0,
    refusedByCode: {},
    errors: [],
  };
}

function add(sum: Sum, { stored, known, refused, records }: TakenFiles): void {
  sum.records.clients += records.clients;
  sum.records.products += records.products;
  for (const [kind, count] of Object.entries(stored)) sum.stored[kind as keyof typeof stored] += count;
  sum.known += known;
  sum.refused += refused.length;
  for (const refusal of refused) {
    sum.refusedByCode[refusal.code] = (sum.refusedByCode[refusal.code] ?? 0) + 1;
    if (sum.errors.length < mostErrors) sum.errors.push(refusal);
  }
}

type Batch = { sources: PastSource[]; refused: PastRefusal[] };

async function* batches(found: ReturnType<typeof pastSources>, sum: Sum): AsyncGenerator<Batch, void> {
  let batch: Batch = { sources: [], refused: [] };
  let bytes = 0;
  for await (const each of found) {
    sum.files += 1;
    if (each === null) sum.ignored += 1;
    else if ('code' in each) batch.refused.push(each);
    else {
      batch.sources.push(each);
      bytes += each.content.length;
    }
    const count = batch.sources.length + batch.refused.length;
    if (count < most.files && bytes < most.bytes) continue;
    yield batch;
    batch = { sources: [], refused: [] };
    bytes = 0;
  }
  yield batch;
}

type RefusalFile = { add(refused: PastRefusal[]): Promise<void>; close(): Promise<void> };

/** A CSV that is written anew; without a path nothing is written. @throws CommandRefused `unreadable_file` */
async function openRefusalFile(path: string | undefined): Promise<RefusalFile> {
  if (path === undefined) return { add: async () => {}, close: async () => {} };
  const file: FileHandle = await open(path, 'w').catch((cause: unknown) => {
    throw new CommandRefused('unreadable_file', `Não foi possível escrever ${path}.`, { cause });
  });
  const line = (cells: string[]): string => `${csvLine(cells, ';')}\r\n`;
  await file.writeFile(`${byteOrderMark}${line(['arquivo', 'codigo', 'motivo'])}`);
  return {
    async add(refused) {
      if (refused.length > 0)
        await file.appendFile(refused.map(({ name, code, reason }) => line([name, code, reason])).join(''));
    },
    close: () => file.close(),
  };
}
