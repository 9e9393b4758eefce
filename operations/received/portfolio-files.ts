import type { ZipMember } from '../../adapters/archives/zip-members.ts';
import type { Orm } from '../../config/orm.ts';
import { safeName, uniqueNames } from '../../domain/file-names.ts';
import type { ActingCompany } from '../acting.ts';
import { inOffice } from '../in-company.ts';
import type { ChosenCompany } from '../offices/chosen-companies.ts';
import {
  type ExportPart,
  type FileGroup,
  type FileRow,
  memberOf,
  nsusOf,
  pageBytes,
  pageFiles,
} from './export-files.ts';

/** Files of one company of a portfolio. */
export type CompanyGroup = FileGroup & { company: Pick<ActingCompany, 'id' | 'environment'> };

type PortfolioFile = Omit<CompanyGroup, 'nsus'> & { nsu: string };

/**
 * Files of many companies as members of an archive, in pages that mix companies with few files: as many transactions as for one company with all of
 * the files. A database function reads them, because an office sees no row of any company. It gives only files of companies whose link is active at
 * that moment, and the archive breaks off where a link has ended.
 */
export async function* portfolioFilePages(
  orm: Orm,
  officeId: string,
  groups: CompanyGroup[],
): AsyncGenerator<ZipMember[], void, undefined> {
  const all = filesOf(groups);
  const wanted: PortfolioFile[] = [];
  for (;;) {
    while (wanted.length < pageFiles) {
      const next = all.next();
      if (next.done) break;
      wanted.push(next.value);
    }
    if (wanted.length === 0) return;
    const rows = await inOffice(orm, officeId, (em) =>
      em.execute<(FileRow & { place: string })[]>(statement, parametersOf(wanted)),
    );
    const page = wanted.splice(0, Math.max(rows.length, 1));
    yield page.map(({ nsu, source, folder, company }, index) => {
      const row = rows[index];
      if (Number(row?.place) === index + 1 && row) return memberOf(row, folder);
      throw new Error(`the file of NSU ${nsu} (${source}, company ${company.id}) is not there`);
    });
  }
}

function* filesOf(groups: CompanyGroup[]): Generator<PortfolioFile, void, undefined> {
  for (const { nsus, ...group } of groups) {
    for (const nsu of nsusOf(nsus)) yield { ...group, nsu };
  }
}

const statement = 'select * from portfolio_received_files(?::uuid[], ?::text[], ?::text[], ?::bigint[], ?)';

function parametersOf(wanted: PortfolioFile[]): unknown[] {
  const columns = [
    wanted.map(({ company }) => company.id),
    wanted.map(({ company }) => company.environment),
    wanted.map(({ source }) => source),
    wanted.map(({ nsu }) => nsu),
  ];
  return [...columns.map((values) => `{${values.join(',')}}`), pageBytes];
}

/** Companies of a portfolio as parts of one export, each in a folder `<tax id> - <company name>/` (docs/offices.md). */
export function portfolioParts(companies: readonly ChosenCompany[]): ExportPart[] {
  const folders = uniqueNames(companies.map(({ taxId, name }) => `${taxId} - ${safeName(name)}`));
  return companies.map((company, place) => ({ company, folder: `${folders[place] ?? company.taxId}/` }));
}
