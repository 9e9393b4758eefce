import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Env } from '../../config/env.ts';
import { version } from '../../config/version.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { rehearsalPage } from '../../domain/pages/rehearsal/rehearsal.ts';
import { rehearsalCsvHeading, rehearsalCsvLine } from '../../domain/rehearsal/csv.ts';
import type { RehearsalReport } from '../../domain/rehearsal/tally.ts';
import {
  beginRehearsal,
  type RehearsalRequest,
  type RehearsalMeans,
} from '../../operations/rehearsal/rehearse-company.ts';
import { CommandRefused } from '../command-refused.ts';
import { installedPacks } from '../schemas/packs.ts';
import type { ProgressBar } from '../terminal/progress.ts';

/** The request for a rehearsal, and the folder for its reports. */
export type RehearsalOrder = RehearsalRequest & { folder: string };

/** What a rehearsal works with; the folders of schema packs come from the settings. */
export type RehearsalParts = Omit<RehearsalMeans, 'packs' | 'version'> & { env: Pick<Env, 'schemas'> };

/** The report of one company, and where it was written. */
export type WrittenReport = { csv: string; page: string; report: RehearsalReport };

/**
 * Rehearses the sales of one company, and writes the report meanwhile.
 *
 * @throws {CommandRefused} `unwritable_file`, `invalid_schema_pack`
 */
export async function rehearseCompany(
  { env, ...parts }: RehearsalParts,
  company: Company,
  { folder, ...asked }: RehearsalOrder,
  progress: ProgressBar,
): Promise<WrittenReport> {
  const rehearsal = await beginRehearsal({ ...parts, packs: installedPacks(env), version }, company, asked);
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield rehearsalCsvHeading();
    let done = 0;
    for await (const sales of rehearsal.sales()) {
      for (const sale of sales) yield rehearsalCsvLine(sale);
      progress.at((done += sales.length));
    }
  }
  progress.start(rehearsal.count, 0);
  try {
    return await writeReport({ folder, name: `ensaio-${company.taxId}-${asked.on}` }, lines(), () => {
      const report = rehearsal.report();
      return { report, page: rehearsalPage(report) };
    });
  } finally {
    progress.stop();
  }
}

/**
 * Writes the two files of a report: the lines as they come, then the page that sums them up. Each file appears when it is complete, and only its
 * owner may read it.
 *
 * @param conclude makes the page once every line is written
 * @throws {CommandRefused} `unwritable_file`
 */
async function writeReport<Report>(
  { folder, name }: { folder: string; name: string },
  lines: AsyncGenerator<string, void, undefined>,
  conclude: () => { report: Report; page: string },
): Promise<{ csv: string; page: string; report: Report }> {
  const [csv, page] = [join(folder, `${name}.csv`), join(folder, `${name}.html`)];
  const unfinished = `${csv}.part`;
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => refuse(folder, cause));
  const file = await open(unfinished, 'w', 0o600).catch((cause: unknown) => refuse(csv, cause));
  try {
    await pipeline(Readable.from(lines), createWriteStream(unfinished, { fd: file }));
    const concluded = conclude();
    await writeFile(page, concluded.page, { mode: 0o600 }).catch((cause: unknown) => refuse(page, cause));
    await rename(unfinished, csv).catch((cause: unknown) => refuse(csv, cause));
    return { csv, page, report: concluded.report };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function refuse(path: string, cause: unknown): never {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  throw new CommandRefused('unwritable_file', `Não foi possível gravar "${path}" (${reason}).`, { cause });
}
