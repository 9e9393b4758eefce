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

/** Which companies' month is exported: one company's, or with `office` that of companies in its portfolio. */
export type ExportScope = { taxId: string; parts: ExportPart[]; office?: string };

export type ExportRequest = {
  of: ExportScope;
  month: Month;
  kinds: ExportKinds;
  /** File to write; by default the usual name in the current folder. */
  path?: string | undefined;
};

/** What was written, and where. */
export type ExportReport = {
  path: string;
  /** Null for a portfolio, where each company has its own environment. */
  environment: Environment | null;
  documentCount: number;
  pendingSummaries: number;
  /** Number of companies with a folder in the archive; for a portfolio only. */
  companyCount?: number;
  byteCount: number;
};

/**
 * Writes a month of received documents to a file, which only its owner may read. The file appears when it is complete: an export that breaks off
 * leaves none, and an earlier file unchanged.
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
 * The scope of an export from what was typed: an office's portfolio, or else a company.
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
