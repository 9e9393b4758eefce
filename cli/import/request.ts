import type { Company } from '../../domain/companies/company.entity.ts';
import type { DecimalStyle } from '../../domain/imports/cell.ts';
import type { Renames } from '../../domain/imports/header.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import type { Encoding } from './source.ts';

/** What to import, and how. */
export type ImportRequest = {
  path: string;
  kind: ImportKind;
  company: Company;
  /** Whether rows change the records that already exist. */
  update: boolean;
  /** Checks all, writes nothing. */
  dryRun: boolean;
  /** Starts from the first row, although this same file was imported to its end before. */
  again: boolean;
  /** Where the refused rows are written to. */
  errorsPath: string | undefined;
  /** What cannot be read from the file itself; undefined where it can. */
  delimiter: string | undefined;
  encoding: Encoding | undefined;
  decimals: DecimalStyle | undefined;
  renames: Renames;
  ignoreUnknown: boolean;
};
