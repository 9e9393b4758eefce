import { fiscalCases } from './cases/index.ts';
import type { FiscalCase } from './fiscal-case.ts';
import { allStates } from './states.ts';

const begin = '<!-- fiscal cases: written by tests/fiscal-cases/write-coverage.ts -->';
const end = '<!-- end of fiscal cases -->';
const all: FiscalCase[] = Object.values(fiscalCases).flat();

/** The page, with the current tables between its two marks. */
export function withCoverage(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('The page has no place for the tables');
  return `${page.slice(0, from)}${begin}\n\n${coverage()}\n\n${page.slice(to)}`;
}

/** Tables in Markdown: what the cases cover by subject, by situation of the ICMS, and by state. */
function coverage(): string {
  return [bySubject(), bySituation(), byState()].join('\n\n');
}

function bySubject(): string {
  const rows = Object.entries(fiscalCases).map(([subject, cases]) => {
    const codes = cases.flatMap((one) =>
      'refused' in one && typeof one.authority !== 'string' ? [one.authority.cStat] : [],
    );
    return [subject, ...counted(cases), [...new Set(codes)].sort((a, b) => a - b).join(' ') || '–'];
  });
  const codes = all.filter((one) => 'refused' in one && typeof one.authority !== 'string').length;
  return table(['Subject', 'Issued', 'Refused', 'Rejections seen'], [...rows, ['all', ...counted(all), String(codes)]]);
}

function bySituation(): string {
  const situations = [...new Set(all.flatMap(situationsOf))].sort((a, b) => a.length - b.length || a.localeCompare(b));
  const rows = situations.map((situation) => {
    const cases = all.filter((one) => situationsOf(one).includes(situation));
    const states = [...new Set(cases.map(stateOf))].sort();
    return [situation, ...counted(cases), states.length === allStates.length ? 'all' : states.join(' ')];
  });
  return table(['CST, CSOSN', 'Issued', 'Refused', 'By companies of'], rows);
}

function byState(): string {
  const rows = allStates.map((state) => {
    const own = all.filter((one) => stateOf(one) === state);
    const reached = all.filter((one) => stateOf(one) !== state && one.sale.to?.state === state);
    const situations = new Set(own.flatMap(situationsOf));
    return [state, ...counted(own), [...situations].sort().join(' '), String(reached.length)];
  });
  return table(['State', 'Issued', 'Refused', 'CST and CSOSN of its companies', 'Sold to it from others'], rows);
}

function counted(cases: FiscalCase[]): [string, string] {
  const issued = cases.filter((one) => 'gives' in one).length;
  return [String(issued), String(cases.length - issued)];
}

function stateOf({ sale }: FiscalCase): string {
  return sale.by?.state ?? 'SP';
}

/** The situations of a case; lines of credit and debit notes may have no ICMS. */
function situationsOf({ sale: { item, items = [item ?? {}] } }: FiscalCase): string[] {
  return [...new Set(items.flatMap(({ icmsSituation }) => icmsSituation ?? []))];
}

/** A table whose columns are as wide as their widest cell, as the formatter makes them. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const written = (row: string[], fill: string) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const rule = written(
    head.map(() => ''),
    '-',
  );
  return [written(head, ' '), rule, ...rows.map((row) => written(row, ' '))].join('\n');
}
