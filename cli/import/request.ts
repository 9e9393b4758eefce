import type { Company } from '../../domain/companies/company.entity.ts';
import type { DecimalStyle } from '../../domain/imports/cell.ts';
import type { Renames } from '../../domain/imports/header.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import type { Encoding } from './source.ts';

/** What somebody asked to import, and how. */
export type ImportRequest = {
  path: string;
  kind: ImportKind;
  company: Company;
  /** Rows that are on record change the record; otherwise they leave it alone. */
  update: boolean;
  /** Checks all, writes nothing. */
  dryRun: boolean;
  /** From the first row on, although this same file was imported to its end before. */
  again: boolean;
  /** Where the refused rows are written to. */
  errorsPath: string | undefined;
  /** What the file does not tell by itself. */
  delimiter: string | undefined;
  encoding: Encoding | undefined;
  decimals: DecimalStyle | undefined;
  renames: Renames;
  ignoreUnknown: boolean;
};
