import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { isBlank } from '../../domain/imports/row.ts';
import { Refused } from '../refused.ts';
import type { Source } from './source.ts';

/** One row of the table, which takes several lines of the file where a quoted text has line breaks; `line` is the first of them. */
export type CsvRecord = { line: number; cells: string[] };

/** Longest record: a longer one has a quote that is not closed. */
const mostCharacters = 200_000;

/**
 * The records of a file from its header on, without blank ones.
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
    // Lines are counted here, because the parser loses the records that it read ahead when it stops. The line goes before the cells.
    on_record: (cells: string[]) => {
      const first = line;
      line += 1 + breaksIn(cells);
      return isBlank(cells) || (first === 1 && isSeparatorLine(cells)) ? null : [String(first), ...cells];
    },
  });
  const feeding = pipeline(source.text(), parser);
  feeding.catch(() => {}); // the parser throws the same error
  const numbered: AsyncIterable<string[]> = parser;
  try {
    for await (const [first, ...cells] of numbered) yield { line: Number(first), cells };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const message = `A partir da linha ${line} do arquivo há aspas que não se fecham: corrija-as e importe de novo.`;
    throw new Refused('invalid_file', message, { cause });
  }
}

/** The line with which Excel names the delimiter, `sep=;`. */
function isSeparatorLine([first = '']: string[]): boolean {
  return /^sep=/i.test(first);
}

function breaksIn(cells: string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}
