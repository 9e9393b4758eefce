import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { isBlank } from '../../domain/imports/row.ts';
import { Refused } from '../refused.ts';
import type { Source } from './source.ts';

/** One line of the table, or several of the file where a quoted text has line breaks; `line` is the file's, of its first. */
export type CsvRecord = { line: number; cells: string[] };

/** Longest record: what is longer has a quote that nobody closed. */
const mostCharacters = 200_000;

/**
 * The records of a file from its header on, one after the other, without those that are blank.
 *
 * @throws {Refused} `invalid_file` at a record that cannot be told from the next
 */
export async function* recordsOf(source: Source, delimiter: string): AsyncGenerator<CsvRecord, void> {
  let line = 1;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: mostCharacters,
    // Counted here, because what the parser has read ahead is lost where it stops. The record's line goes before its cells.
    on_record: (cells: string[]) => {
      const first = line;
      line += 1 + breaksIn(cells);
      return isBlank(cells) || (first === 1 && isSeparatorLine(cells)) ? null : [String(first), ...cells];
    },
  });
  const feeding = pipeline(source.text(), parser);
  feeding.catch(() => {}); // its error is the parser's, too
  const numbered: AsyncIterable<string[]> = parser;
  try {
    for await (const [first, ...cells] of numbered) yield { line: Number(first), cells };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const message = `A partir da linha ${line} do arquivo há aspas que não se fecham: corrija-as e importe de novo.`;
    throw new Refused('invalid_file', message, { cause });
  }
}

/** Excel's own note of the delimiter, `sep=;`. */
function isSeparatorLine([first = '']: string[]): boolean {
  return /^sep=/i.test(first);
}

function breaksIn(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}
