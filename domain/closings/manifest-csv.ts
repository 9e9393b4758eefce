import { traitsOf } from '../document-types.ts';
import { accessKeyMask, taxIdMask } from '../masks.ts';
import { dayAndTime } from '../moments.ts';
import { taxKinds } from './facts.ts';
import { headings, lineOf, type ManifestRow } from './manifest-columns.ts';
import type { ManifestDocument } from './manifest.ts';
import { numberRows } from './number-rows.ts';
import type { SeriesNumbers } from './summary.ts';

/** By which Excel knows that a file is UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * `manifesto.csv` line by line, for spreadsheets in Brazil: a row each document, then a row for every range of numbers that has none. Long
 * numbers stand as on the printed note, so that no spreadsheet rounds them.
 */
export async function* manifestCsv(
  documents: AsyncIterable<ManifestDocument> | Iterable<ManifestDocument>,
  numbering: readonly SeriesNumbers[],
): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + lineOf(headings);
  for await (const document of documents) yield lineOf(rowOf(document));
  for (const series of numbering) yield numberRows(series).map(lineOf).join('');
}

function rowOf(document: ManifestDocument): ManifestRow {
  const { type, status, recipient, goods, services } = document;
  return {
    status: status === 'AUTHORIZED' ? 'Autorizado' : 'Cancelado',
    type: traitsOf[type].title,
    series: String(document.series),
    number: String(document.number),
    nfseNumber: document.nfseNumber ?? '',
    accessKey: accessKeyMask(document.accessKey),
    issuedAt: dayAndTime(document.issuedAt),
    protocol: protocolOf(document),
    cancelledAt: dayAndTime(document.cancelledAt ?? ''),
    taxId: taxIdMask(recipient?.taxId ?? ''),
    recipient: recipient?.name ?? '',
    posted: [...new Set([...goods.map(({ cfop }) => cfop), ...services.map(({ serviceCode }) => serviceCode)])].join(
      ', ',
    ),
    totalValue: amount(document.totalValue),
    ...taxesOf(document),
    remark: document.pdfMissing ? `Sem PDF: ${document.pdfMissing}` : '',
    files: document.files.join(' '),
  };
}

/** As the DANFE prints it: number and moment. */
function protocolOf({ protocol, authorizedAt }: ManifestDocument): string {
  return [protocol, dayAndTime(authorizedAt ?? '')].filter(Boolean).join(' - ');
}

function taxesOf({ taxes }: ManifestDocument): ManifestRow {
  return Object.fromEntries(taxKinds.map((kind) => [kind, amount(taxes[kind] ?? '')]));
}

function amount(money: string): string {
  return money.replace('.', ',');
}
