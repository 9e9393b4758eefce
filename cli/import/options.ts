import type { Actor } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type DecimalStyle, decimalStyles, headerKey } from '../../domain/imports/cell.ts';
import { carrierColumns } from '../../domain/imports/carriers.ts';
import { clientColumns } from '../../domain/imports/clients.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import { productColumns } from '../../domain/imports/products.ts';
import { type ImportColumn, columnFor, type Renames } from '../../domain/imports/rows.ts';
import { CommandRefused } from '../command-refused.ts';
import { type Encoding, encodings } from './source.ts';

/** The options of `lavra import <kind> <file>`. */
export type ImportOptions = {
  company: string;
  dryRun?: true;
  update?: true;
  again?: true;
  errors?: string;
  delimiter?: string;
  encoding?: string;
  decimal?: string;
  map?: string[];
  ignoreUnknown?: true;
};

/** The columns that a table of each kind may have; none for a kind whose file has a JSON record in each line. */
export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  ...{ clients: clientColumns, products: productColumns, carriers: carrierColumns },
  ...{ 'tax-rules': [], 'fiscal-templates': [] },
};

/**
 * Turns the options into a request.
 *
 * @throws {CommandRefused} `invalid_input`
 */
export function readImportOptions(
  options: ImportOptions,
  kind: ImportKind,
): Omit<ImportRequest, 'path' | 'company' | 'actor'> {
  return {
    kind,
    update: options.update ?? false,
    dryRun: options.dryRun ?? false,
    again: options.again ?? false,
    errorsPath: options.errors,
    delimiter: readDelimiter(options.delimiter),
    encoding: oneOf('--encoding', options.encoding, encodings),
    decimals: oneOf('--decimal', options.decimal, decimalStyles),
    renames: readRenames(options.map ?? [], kind),
    ignoreUnknown: options.ignoreUnknown ?? false,
  };
}

function readDelimiter(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text === 'tab' || text === '\\t') return '\t';
  if (text.length === 1 && !/["\r\n]/.test(text)) return text;
  throw new CommandRefused('invalid_input', '--delimiter é um só caractere (";", ",", "|"), ou tab.');
}

function oneOf<Word extends string>(flag: string, text: string | undefined, words: readonly Word[]): Word | undefined {
  const word = words.find((known) => known === text?.toLowerCase());
  if (text === undefined || word !== undefined) return word;
  throw new CommandRefused('invalid_input', `${flag} é um destes: ${words.join(', ')}; veio "${text}".`);
}

function readRenames(pairs: string[], kind: ImportKind): Renames {
  const renames = pairs.map((pair): [string, string | null] => {
    const [, header = '', field = ''] = /^(.*)=([^=]*)$/s.exec(pair) ?? [];
    if (headerKey(header) === '') {
      throw new CommandRefused(
        'invalid_input',
        `--map é "coluna=campo", como --map "Cód. Interno=code"; veio "${pair}".`,
      );
    }
    if (field.trim() === '') return [headerKey(header), null];
    const column = columnFor(field, importColumns[kind]);
    if (column) return [headerKey(header), column.field];
    const known = importColumns[kind].map((each) => each.field).join(', ');
    throw new CommandRefused('invalid_input', `--map: "${field}" não é um campo. Há: ${known}.`);
  });
  return new Map(renames);
}

/** What to import, and how. */
export type ImportRequest = {
  path: string;
  kind: ImportKind;
  company: Company;
  /** Who imports. */
  actor: Actor;
  /** Whether rows change records that exist already. */
  update: boolean;
  /** Whether everything is checked and nothing written. */
  dryRun: boolean;
  /** Starts with the first row, although this same file was imported to its end before. */
  again: boolean;
  /** File for the refused rows. */
  errorsPath: string | undefined;
  /** The options that the file itself does not show; undefined where it shows them. */
  delimiter: string | undefined;
  encoding: Encoding | undefined;
  decimals: DecimalStyle | undefined;
  renames: Renames;
  ignoreUnknown: boolean;
};
