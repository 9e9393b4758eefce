import { asDecimal, type DecimalStyle, decimalStyleOf } from '../../domain/imports/cell.ts';
import type { Column } from '../../domain/imports/column.ts';
import { type HeaderPlan, planHeader } from '../../domain/imports/header.ts';
import { Refused } from '../refused.ts';
import { delimiterOf } from './delimiter.ts';
import { type CsvRecord, recordsOf } from './records.ts';
import type { ImportRequest } from './request.ts';
import type { Source } from './source.ts';

/** A file whose records can all be read, with the fields of its columns. */
export type Sheet = {
  source: Source;
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
 * @param needed fields without which no row could be imported
 * @throws {Refused} `invalid_file`, `unknown_columns` or `missing_columns`
 */
export async function openSheet(
  source: Source,
  request: ImportRequest,
  { columns, needed }: { columns: readonly Column[]; needed: readonly string[] },
): Promise<Sheet> {
  const delimiter = request.delimiter ?? (await delimiterOf(source, columns));
  const records = recordsOf(source, delimiter);
  const first = await records.next();
  if (first.done)
    throw new Refused('invalid_file', `${source.path} não tem cabeçalho: a primeira linha diz os campos.`);
  const header = first.value.cells.map((text) => text.trim());
  const plan = planHeader(header, columns, request.renames);
  if (!request.ignoreUnknown) refuseUnknown(plan, columns);
  refuseMissing(plan, needed);
  const { rowCount, decimals } = await survey(records, plan);
  return {
    source,
    delimiter,
    header,
    plan,
    rowCount,
    decimals: request.decimals ?? decimals,
    async *rows() {
      const all = recordsOf(source, delimiter);
      await all.next();
      yield* all;
    },
  };
}

function refuseUnknown({ unknown }: HeaderPlan, columns: readonly Column[]): void {
  if (unknown.length === 0) return;
  const known = columns.map(({ field, alias }) => `${field} (${alias.slice(0, 2).join(', ')})`).join('; ');
  const mend = 'Diga o que são com --map "coluna=campo" ("coluna=" deixa a coluna de fora), ou use --ignore-unknown.';
  throw new Refused(
    'unknown_columns',
    `Colunas desconhecidas: ${unknown.map((text) => `"${text}"`).join(', ')}. ${mend}\nCampos: ${known}.`,
  );
}

function refuseMissing({ fields }: HeaderPlan, needed: readonly string[]): void {
  const missing = needed.filter((field) => !fields.some(({ column }) => column.field === field));
  if (missing.length === 0) return;
  const mend = 'Confira o cabeçalho e o separador, ou use --map "coluna=campo".';
  throw new Refused('missing_columns', `Falta no arquivo a coluna de ${missing.join(' e a de ')}. ${mend}`);
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
