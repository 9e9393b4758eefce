import type { Env } from '../../config/env.ts';
import { version } from '../../config/version.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { rehearsalPage } from '../../domain/pages/rehearsal/rehearsal.ts';
import { rehearsalCsvHeading, rehearsalCsvLine } from '../../domain/rehearsal/csv.ts';
import type { RehearsalReport } from '../../domain/rehearsal/tally.ts';
import {
  beginRehearsal,
  type RehearsalAsked,
  type RehearsalMeans,
} from '../../operations/rehearsal/rehearse-company.ts';
import { installedPacks } from '../schemas/packs.ts';
import type { ProgressBar } from '../terminal/progress.ts';
import { writeReport } from './files.ts';

/** What is asked of a rehearsal, and the folder of its reports. */
export type RehearsalOrder = RehearsalAsked & { folder: string };

/** What a rehearsal works with; where packs lie, the settings say. */
export type RehearsalParts = Omit<RehearsalMeans, 'packs' | 'version'> & { env: Pick<Env, 'schemas'> };

/** The report of one company, and where it was written. */
export type WrittenReport = { csv: string; page: string; report: RehearsalReport };

/**
 * Rehearses one company, and writes the report as it goes.
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
