import type { Orm } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Month } from '../../domain/month.ts';
import { acrossCompanies, inOffice } from '../../operations/in-company.ts';
import { chosenCompanies } from '../../operations/offices/chosen-companies.ts';
import { findCompany, findOffice } from '../../operations/provisioning.ts';
import type { ExportPart } from '../../operations/received/export-files.ts';
import type { ExportKinds } from '../../operations/received/export-month.ts';
import { exportFileName, openExport } from '../../operations/received/export.ts';
import { portfolioParts } from '../../operations/received/portfolio-files.ts';
import type { ProgressBar } from '../terminal/progress.ts';
import { writeWhole } from '../terminal/write-whole.ts';

/** Whose month is exported: one company's, or with `office` that of companies in its portfolio. */
export type ExportScope = { taxId: string; parts: ExportPart[]; office?: string };

export type ExportRequest = {
  of: ExportScope;
  month: Month;
  kinds: ExportKinds;
  /** Where the archive goes; into this folder under its usual name unless it is given. */
  path?: string | undefined;
};

/** What was written, and where. */
export type ExportReport = {
  path: string;
  /** Null for a portfolio, where each company is in its own. */
  environment: Environment | null;
  documentCount: number;
  pendingSummaries: number;
  /** Companies that have a folder in it; of a portfolio. */
  companyCount?: number;
  byteCount: number;
};

/**
 * Writes a month of received documents to a file. The file takes its name when it is whole: what breaks off leaves none, and an earlier one
 * as it was. Only its owner may read it.
 *
 * @throws DomainError as `openExport`
 * @throws CommandRefused `unwritable_file`
 */
export async function exportFile(
  orm: Orm,
  { of: { taxId, parts, office }, month, kinds, path = exportFileName(taxId, month) }: ExportRequest,
  progress: ProgressBar,
): Promise<ExportReport> {
  const onFiles = (count: number): void => progress.at(count);
  const archive = await openExport(orm, parts, month, kinds, { onFiles, office });
  const { content, documentCount, pendingSummaries, companyCount } = archive;
  progress.start(documentCount, 0);
  const byteCount = await writeWhole(path, content).finally(() => progress.stop());
  const counts = { documentCount, pendingSummaries, byteCount };
  if (office) return { path, environment: null, ...counts, companyCount };
  return { path, environment: parts[0]?.company.environment ?? null, ...counts };
}

/**
 * Whose month is exported, by what was typed: the portfolio of an office, or else a company.
 *
 * @throws {ProvisioningRefused} `office_not_found`, `company_not_found`
 * @throws DomainError `portfolio_too_large`
 */
export async function exported(
  orm: Orm,
  { company = '', office }: { company?: string; office?: string },
): Promise<ExportScope> {
  if (office === undefined) {
    const found = await findCompany(acrossCompanies(orm), company);
    return { taxId: found.taxId, parts: [{ company: found, folder: '' }] };
  }
  const { id, taxId } = await findOffice(orm, office);
  return { taxId, parts: portfolioParts(await inOffice(orm, id, (em) => chosenCompanies(em))), office: id };
}
