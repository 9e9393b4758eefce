import { lineColumn } from '../../domain/imports/line.ts';
import { ImportRefused } from './import-refused.ts';
import type { CsvRecord, RecordSheet, SheetSource } from './sheet.ts';

/** The longest line: a rule has at most 500 sub-rules. */
const mostCharacters = 1_000_000;

/**
 * A file with a JSON record in each line, as a sheet of one column without a header.
 *
 * @throws {ImportRefused} `invalid_file` for a single JSON list, for a file without lines, and for a line that does not end
 */
export async function openLines(source: SheetSource): Promise<RecordSheet> {
  let rowCount = 0;
  for await (const { cells } of linesOf(source)) {
    if (rowCount === 0) refuseList(cells[0] ?? '');
    rowCount += 1;
  }
  if (rowCount === 0) throw new ImportRefused('invalid_file', `${source.name} está vazio: cada linha é um registro.`);
  return {
    form: 'LINES',
    delimiter: '\n',
    header: [lineColumn.field],
    plan: {
      width: 1,
      fields: [{ column: lineColumn, cells: [{ index: 0, header: lineColumn.field }] }],
      unknown: [],
    },
    rowCount,
    decimals: null,
    rows: () => linesOf(source),
  };
}

function refuseList(first: string): void {
  if (!first.startsWith('[')) return;
  throw new ImportRefused(
    'invalid_file',
    'O arquivo é uma lista JSON: ponha um registro em cada linha, sem colchetes.',
    {
      command: `jq -c '.[]' arquivo.json > arquivo.jsonl`,
    },
  );
}

/** The lines that are not blank, each with its number. */
async function* linesOf(source: SheetSource): AsyncGenerator<CsvRecord, void> {
  let line = 0;
  let rest = '';
  const told = (text: string): CsvRecord | null => {
    line += 1;
    const bare = text.trim();
    return bare === '' ? null : { line, cells: [bare] };
  };
  for await (const piece of source.text()) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const record = told(text);
      if (record) yield record;
    }
    if (rest.length > mostCharacters) {
      throw new ImportRefused('invalid_file', `A linha ${line + 1} não acaba: ponha um registro em cada linha.`);
    }
  }
  const last = told(rest);
  if (last) yield last;
}
