import { parse } from 'csv-parse/sync';
import { columnFor, type Column } from '../../domain/imports/column.ts';
import type { Source } from './source.ts';

export const delimiters = [';', ',', '\t'] as const;
/** Longer than any header. */
const headCharacters = 64 * 1024;

/** The delimiter that gives the header the most known columns; among equals, the most columns. */
export async function delimiterOf(source: Source, columns: readonly Column[]): Promise<string> {
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

async function headOf(source: Source): Promise<string> {
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
    const [header = []] = parse(line, { delimiter, relax_quotes: true });
    return header;
  } catch {
    return []; // a header over several lines: its quoted text does not show the delimiter
  }
}
