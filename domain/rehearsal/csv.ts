import { traitsOf } from '../document-types.ts';
import { byteOrderMark, csvLine, withoutFormula } from '../imports/cell.ts';
import { day } from '../moments.ts';
import { figureKinds, figureTitles } from './figures.ts';
import type { RehearsalFinding } from './findings.ts';
import type { Fate, RehearsedSale } from './sale.ts';

/** Portuguese titles of the ways in which a rehearsed sale can end. */
export const fateTitles: Record<Fate, string> = {
  FIT: 'Passa',
  REFUSED_HERE: 'Recusada pelo Lavra',
  REFUSED_BY_AUTHORITY: 'Recusada pela autoridade',
  NOT_JUDGED: 'Calculada, sem julgamento',
};

/** The first line of the file. */
export function rehearsalCsvHeading(): string {
  const titles = [
    'Resultado',
    'Documento',
    'Série',
    'Número',
    'Emissão',
    'Destinatário ou produto',
    'Id',
    'Id externo',
  ];
  const compared = figureKinds.flatMap((kind) => [`${figureTitles[kind]}: então`, `${figureTitles[kind]}: no dia`]);
  return byteOrderMark + lineOf([...titles, 'Códigos', 'Motivos', 'Como corrigir', 'Avisos', ...compared]);
}

/** A line for each sale, for spreadsheets in Brazil. */
export function rehearsalCsvLine({ of, fate, findings, then, now }: RehearsedSale): string {
  const refusals = findings.filter(({ by }) => by !== 'WARNING');
  const warnings = findings.filter(({ by }) => by === 'WARNING');
  return lineOf([
    fateTitles[fate],
    of.kind === 'PRODUCT' ? `Produto (${traitsOf[of.type].title})` : traitsOf[of.type].title,
    String(of.series ?? ''),
    String(of.number ?? ''),
    day(of.issuedOn ?? ''),
    of.name,
    of.id,
    of.externalId ?? '',
    distinct(refusals.map(({ code }) => code)).join(' '),
    distinct(refusals.map(inWords)).join(' | '),
    distinct(refusals.map(({ mend }) => mend)).join(' | '),
    distinct(warnings.map(inWords)).join(' | '),
    ...figureKinds.flatMap((kind) => [amount(then?.[kind]), amount(now?.[kind])]),
  ]);
}

function inWords({ path, message }: RehearsalFinding): string {
  return path === '' ? message : `${path}: ${message}`;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter(Boolean);
}

function amount(money: string | null | undefined): string {
  return (money ?? '').replace('.', ',');
}

function lineOf(cells: readonly string[]): string {
  return `${csvLine(cells.map(shown), ';')}\r\n`;
}

/** A cell for a spreadsheet. An amount below zero is not prefixed, although it begins with a minus. */
function shown(cell: string): string {
  return /^-\d+,\d\d$/.test(cell) ? cell : withoutFormula(cell);
}
