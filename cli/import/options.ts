import { decimalStyles, headerKey } from '../../domain/imports/cell.ts';
import { clientColumns } from '../../domain/imports/client-columns.ts';
import { columnFor } from '../../domain/imports/column.ts';
import type { Renames } from '../../domain/imports/header.ts';
import type { ImportKind } from '../../domain/imports/import-run.entity.ts';
import { productColumns } from '../../domain/imports/product-columns.ts';
import { Refused } from '../refused.ts';
import type { ImportRequest } from './request.ts';
import { encodings } from './source.ts';

/** The options of `lavra import clients|products <file>`. */
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

/** The columns that a file of each kind can have. */
export const columnsOf = { clients: clientColumns, products: productColumns };

/**
 * The options as a request.
 *
 * @throws {Refused} `invalid_input`
 */
export function readImportOptions(options: ImportOptions, kind: ImportKind): Omit<ImportRequest, 'path' | 'company'> {
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
  throw new Refused('invalid_input', '--delimiter é um só caractere (";", ",", "|"), ou tab.');
}

function oneOf<Word extends string>(flag: string, text: string | undefined, words: readonly Word[]): Word | undefined {
  const word = words.find((known) => known === text?.toLowerCase());
  if (text === undefined || word !== undefined) return word;
  throw new Refused('invalid_input', `${flag} é um destes: ${words.join(', ')}; veio "${text}".`);
}

function readRenames(pairs: string[], kind: ImportKind): Renames {
  const renames = pairs.map((pair): [string, string | null] => {
    const [, header = '', field = ''] = /^(.*)=([^=]*)$/s.exec(pair) ?? [];
    if (headerKey(header) === '') {
      throw new Refused('invalid_input', `--map é "coluna=campo", como --map "Cód. Interno=code"; veio "${pair}".`);
    }
    if (field.trim() === '') return [headerKey(header), null];
    const column = columnFor(field, columnsOf[kind]);
    if (column) return [headerKey(header), column.field];
    const known = columnsOf[kind].map((each) => each.field).join(', ');
    throw new Refused('invalid_input', `--map: "${field}" não é um campo. Há: ${known}.`);
  });
  return new Map(renames);
}
