import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { asDecimal, type DecimalStyle, decimalStyleOf } from '../../domain/imports/cell.ts';
import {
  type ImportColumn,
  columnFor,
  type HeaderPlan,
  isBlankLine,
  planHeader,
  type Renames,
} from '../../domain/imports/rows.ts';
import { ImportRefused } from './import-refused.ts';
import type { FileForm } from './kind.ts';

/** A file's text from its beginning, in pieces, each time that it is called. */
export type SheetSource = { name: string; text(): AsyncGenerator<string, void> };

/** How to read a file, where the file itself does not show it. */
export type SheetRequest = {
  delimiter?: string | undefined;
  decimals?: DecimalStyle | undefined;
  renames: Renames;
  ignoreUnknown: boolean;
};

/** A file whose records can all be read, with the fields of its columns. */
export type RecordSheet = {
  form: FileForm;
  delimiter: string;
  header: string[];
  plan: HeaderPlan;
  rowCount: number;
  decimals: DecimalStyle | null;
  /** The rows below the header, from the first one. */
  rows(): AsyncGenerator<CsvRecord, void>;
};

/**
 * Reads a file to its end without keeping it, so that an error that stops the import comes before anything is stored.
 *
 * @param needed fields without which no row can be imported
 * @throws {ImportRefused} `invalid_file`, `unknown_columns` or `missing_columns`
 */
export async function openSheet(
  source: SheetSource,
  request: SheetRequest,
  { columns, needed }: { columns: readonly ImportColumn[]; needed: readonly string[] },
): Promise<RecordSheet> {
  const delimiter = request.delimiter ?? (await delimiterOf(source, columns));
  const records = csvRecords(source, delimiter);
  const first = await records.next();
  if (first.done)
    throw new ImportRefused('invalid_file', `${source.name} não tem cabeçalho: a primeira linha diz os campos.`);
  const header = first.value.cells.map((text) => text.trim());
  const plan = planHeader(header, columns, request.renames);
  if (!request.ignoreUnknown) refuseUnknown(plan, columns);
  refuseMissing(plan, needed);
  const { rowCount, decimals } = await survey(records, plan);
  return {
    form: 'TABLE',
    delimiter,
    header,
    plan,
    rowCount,
    decimals: request.decimals ?? decimals,
    async *rows() {
      const all = csvRecords(source, delimiter);
      await all.next();
      yield* all;
    },
  };
}

function refuseUnknown({ unknown }: HeaderPlan, columns: readonly ImportColumn[]): void {
  if (unknown.length === 0) return;
  const known = columns.map(({ field, alias }) => `${field} (${alias.slice(0, 2).join(', ')})`).join('; ');
  const mend = 'Diga o que são com --map "coluna=campo" ("coluna=" deixa a coluna de fora), ou use --ignore-unknown.';
  throw new ImportRefused(
    'unknown_columns',
    `Colunas desconhecidas: ${unknown.map((text) => `"${text}"`).join(', ')}.`,
    { command: `${mend}\nCampos: ${known}.` },
  );
}

function refuseMissing({ fields }: HeaderPlan, needed: readonly string[]): void {
  const missing = needed.filter((field) => !fields.some(({ column }) => column.field === field));
  if (missing.length === 0) return;
  throw new ImportRefused(
    'missing_columns',
    `Falta no arquivo a coluna de ${missing.join(' e a de ')}. Confira o cabeçalho e o separador.`,
    { command: 'Ou use --map "coluna=campo".' },
  );
}

async function survey(records: AsyncGenerator<CsvRecord, void>, { fields }: HeaderPlan) {
  const places = fields
    .filter(({ column }) => column.read === asDecimal)
    .flatMap(({ cells }) => cells.map(({ index }) => index));
  const styles = new Set<DecimalStyle>();
  let rowCount = 0;
  for await (const { cells } of records) {
    rowCount += 1;
    const style = decimalStyleOf(places.map((place) => cells[place] ?? ''));
    if (style) styles.add(style);
  }
  const [only, other] = styles;
  return { rowCount, decimals: other === undefined ? (only ?? null) : null };
}

/** One row of the table. It takes several lines of the file where a quoted text has line breaks; `line` is the first one. */
export type CsvRecord = { line: number; cells: string[] };

/** The longest record; a longer one has a quote that is not closed. */
const mostCharacters = 200_000;

/**
 * The records of a file from its header on, without blank ones.
 *
 * @throws {ImportRefused} `invalid_file` at a record that cannot be told from the next
 */
export async function* csvRecords(source: SheetSource, delimiter: string): AsyncGenerator<CsvRecord, void> {
  let line = 1;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: mostCharacters,
    // Lines are counted here, because the parser loses the records that it read ahead when it stops. The line goes before the cells.
    on_record: (cells: string[]) => {
      const first = line;
      line += 1 + breaksIn(cells);
      return isBlankLine(cells) || (first === 1 && isSeparatorLine(cells)) ? null : [String(first), ...cells];
    },
  });
  const feeding = pipeline(source.text(), parser);
  feeding.catch(() => {}); // The parser throws the same error
  const numbered: AsyncIterable<string[]> = parser;
  try {
    for await (const [first, ...cells] of numbered) yield { line: Number(first), cells };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const message = `A partir da linha ${line} do arquivo há aspas que não se fecham: corrija-as e importe de novo.`;
    throw new ImportRefused('invalid_file', message, { cause });
  }
}

/** The line with which Excel names the delimiter, `sep=;`. */
function isSeparatorLine([first = '']: string[]): boolean {
  return /^sep=/i.test(first);
}

function breaksIn(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

const delimiters = [';', ',', '\t'] as const;
/** No header is longer than this. */
const headCharacters = 64 * 1024;

/** The delimiter that gives the header the most known columns; among equals, the most columns. */
async function delimiterOf(source: SheetSource, columns: readonly ImportColumn[]): Promise<string> {
  const head = await headOf(source);
  const said = /^sep=([;,\t])/i.exec(head)?.[1];
  if (said) return said;
  const scored = delimiters.map((delimiter) => {
    const header = headerUnder(head, delimiter);
    const known = header.filter((text) => columnFor(text, columns)).length;
    return { delimiter, score: known * 1000 + header.length };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
}

async function headOf(source: SheetSource): Promise<string> {
  let head = '';
  for await (const piece of source.text()) {
    head += piece;
    if (head.length >= headCharacters) break;
  }
  return head.slice(0, headCharacters).trimStart();
}

function headerUnder(head: string, delimiter: string): string[] {
  const [line = ''] = head.split(/\r\n|\n|\r/, 1);
  try {
    const [header = []] = parseAtOnce(line, { delimiter, relax_quotes: true });
    return header;
  } catch {
    return []; // A header over several lines: inside its quoted text the delimiter cannot be recognized
  }
}
