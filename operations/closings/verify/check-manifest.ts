import { isDeepStrictEqual } from 'node:util';
import type { Manifest, ManifestDocument } from '../../../domain/closings/manifest.ts';
import type { NumberRange, SeriesNumbers } from '../../../domain/closings/summary.ts';
import { closingTotals } from '../../../domain/closings/totals.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import { monthInDigits } from '../../../domain/month.ts';
import type { Report } from './closing-faults.ts';
import { manifestName } from './read-manifest.ts';

/** Checks that a manifest is consistent: its documents with its files, totals and numbering. */
export function checkManifest(manifest: Manifest, report: Report): void {
  checkDocuments(manifest, report);
  checkFiles(manifest, report);
  checkTotals(manifest, report);
  checkNumbers(manifest, report);
}

function checkDocuments({ documents, year, month, includeXml, includePdf }: Manifest, report: Report): void {
  const wrong = (key: string, message: string): void => report('wrong_document', manifestName, `${key}: ${message}`);
  const keys = new Set<string>();
  for (const document of documents) {
    const { accessKey, issuedAt, pdfMissing, files } = document;
    if (keys.has(accessKey)) wrong(accessKey, 'a nota está no manifesto mais de uma vez');
    keys.add(accessKey);
    if (!issuedAt.startsWith(monthInDigits({ year, month }))) wrong(accessKey, 'a nota não é do mês do fechamento');
    const has = (end: string): boolean => files.some((name) => name.endsWith(end));
    if (includeXml && !has(`${accessKey}-${traitsOf[document.type].files.authorized}`)) wrong(accessKey, 'falta o XML');
    if (includePdf && pdfMissing === null && !has(`${accessKey}.pdf`)) wrong(accessKey, 'falta o PDF');
  }
}

/** Checks that every file of a document is listed as that document's, and that no file claims a document which does not list it. */
function checkFiles({ documents, files }: Manifest, report: Report): void {
  const keys = new Map<string, string | null>();
  for (const { name, accessKey } of files) {
    if (keys.has(name)) report('repeated_name', name, 'O manifesto lista o arquivo mais de uma vez');
    keys.set(name, accessKey);
  }
  const claimed = new Set<string>();
  for (const { accessKey, files: names } of documents) {
    for (const name of names) {
      claimed.add(name);
      if (keys.get(name) === accessKey) continue;
      report('wrong_document', name, `O manifesto não lista o arquivo como sendo da nota ${accessKey}`);
    }
  }
  for (const [name, accessKey] of keys) {
    if (accessKey !== null && !claimed.has(name)) {
      report('wrong_document', name, `O arquivo seria da nota ${accessKey}, que não o tem no manifesto`);
    }
  }
}

function checkTotals({ year, month, totals: said, documents }: Manifest, report: Report): void {
  const sums = closingTotals({ year, month });
  documents.forEach((document: ManifestDocument) => sums.add(document));
  const added = sums.totals();
  for (const [field, value] of Object.entries(added)) {
    if (isDeepStrictEqual(value, Object.entries(said).find(([name]) => name === field)?.[1])) continue;
    report('wrong_totals', manifestName, `Os totais "${field}" não são a soma das notas do manifesto`);
  }
}

/**
 * Checks the numbering of each series against the documents: which numbers are used, which are not, and that gaps are neither left out nor
 * invented.
 */
function checkNumbers({ documents, numbering }: Manifest, report: Report): void {
  const bySeries = Map.groupBy(documents, (document) => seriesName(document));
  for (const series of numbering) {
    const name = seriesName(series);
    const ofSeries = bySeries.get(name) ?? [];
    bySeries.delete(name);
    for (const message of faultsIn(series, ofSeries)) report('wrong_numbering', manifestName, `${name}: ${message}`);
  }
  for (const name of bySeries.keys()) {
    report('wrong_numbering', manifestName, `${name}: a série tem notas, e o manifesto não fala de seus números`);
  }
}

function faultsIn(said: SeriesNumbers, documents: readonly ManifestDocument[]): string[] {
  const { authorized, cancelled, first, last, previous } = said;
  const numbersOf = (status: ManifestDocument['status']): number[] =>
    documents.filter((document) => document.status === status).map(({ number }) => number);
  const range = { startNumber: previous === null ? first : previous + 1, endNumber: last };
  const used = documents.map(({ number }) => number);
  return [
    new Set(used).size < used.length ? 'há duas notas de um número' : '',
    numbersOf('AUTHORIZED').length !== authorized ? 'a quantidade de autorizadas não é a das notas' : '',
    isDeepStrictEqual(numbersOf('CANCELLED').sort(ascending), [...cancelled].sort(ascending))
      ? ''
      : 'as canceladas não são as das notas',
    used.some((number) => number < first || number > last) ? 'há notas fora da faixa de números do mês' : '',
    isDeepStrictEqual(merged(said.gaps), untouched(range, takenIn(said, used)))
      ? ''
      : 'as lacunas não são os números que faltam entre as notas',
  ].filter(Boolean);
}

/** The used numbers of a series, as ranges. */
function takenIn({ denied, later, open, inutilized, inutilizing }: SeriesNumbers, used: number[]): NumberRange[] {
  const single = [...used, ...denied, ...later, ...open.map(({ number }) => number)];
  return [...single.map((number) => ({ startNumber: number, endNumber: number })), ...inutilized, ...inutilizing];
}

/** The parts of a range that no other range covers. */
function untouched({ startNumber, endNumber }: NumberRange, taken: readonly NumberRange[]): NumberRange[] {
  const free: NumberRange[] = [];
  let next = startNumber;
  for (const each of merged(taken)) {
    const end = Math.min(each.startNumber - 1, endNumber);
    if (end >= next) free.push({ startNumber: next, endNumber: end });
    next = Math.max(next, each.endNumber + 1);
  }
  return next <= endNumber ? [...free, { startNumber: next, endNumber }] : free;
}

/** Joins ranges of numbers into as few as possible, in order. */
function merged(ranges: readonly NumberRange[]): NumberRange[] {
  const joined: NumberRange[] = [];
  for (const { startNumber, endNumber } of [...ranges].sort((a, b) => a.startNumber - b.startNumber)) {
    const before = joined.at(-1);
    if (before && startNumber <= before.endNumber + 1) before.endNumber = Math.max(before.endNumber, endNumber);
    else joined.push({ startNumber, endNumber });
  }
  return joined;
}

function ascending(a: number, b: number): number {
  return a - b;
}

function seriesName({ type, series }: { type: SeriesNumbers['type']; series: number }): string {
  return `${traitsOf[type].title} série ${series}`;
}
