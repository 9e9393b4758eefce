import { safeName, uniqueNames } from '../../domain/file-names.ts';
import type { ChosenCompany } from '../offices/chosen-companies.ts';
import type { ExportPart } from './export.ts';

/** Companies of a portfolio as parts of one export: each in a folder `<tax id> - <company name>/` (spec 2-extended §4.7). */
export function portfolioParts(companies: readonly ChosenCompany[]): ExportPart[] {
  const folders = uniqueNames(companies.map(({ taxId, name }) => `${taxId} - ${safeName(name)}`));
  return companies.map((company, place) => ({ company, folder: `${folders[place] ?? company.taxId}/` }));
}
