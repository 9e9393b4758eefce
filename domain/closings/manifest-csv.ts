import { type DocumentType, traitsOf } from '../document-types.ts';
import { byteOrderMark, csvLine, withoutFormula } from '../imports/cell.ts';
import { accessKeyMask, taxIdMask } from '../masks.ts';
import { dayAndTime } from '../moments.ts';
import { type TaxKind, taxKinds } from './facts.ts';
import type { ManifestDocument } from './manifest.ts';
import type { NumberGap, NumberRange, SeriesNumbers } from './summary.ts';

/**
 * `manifesto.csv`, line by line, for spreadsheets in Brazil: a row for each document, then a row for each range of numbers without a document. Long
 * numbers are written as on the printed note, so that no spreadsheet rounds them.
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

/** Number and moment of the protocol, as the DANFE prints them. */
function protocolOf({ protocol, authorizedAt }: ManifestDocument): string {
  return [protocol, dayAndTime(authorizedAt ?? '')].filter(Boolean).join(' - ');
}

function taxesOf({ taxes }: ManifestDocument): ManifestRow {
  return Object.fromEntries(taxKinds.map((kind) => [kind, amount(taxes[kind] ?? '')]));
}

function amount(money: string): string {
  return money.replace('.', ',');
}

/** Rows for numbers of a series without an authorized or cancelled document in the month, and why. */
export function numberRows(of: SeriesNumbers): ManifestRow[] {
  const { type, series } = of;
  const row = (status: string, { startNumber, endNumber }: NumberRange, remark: string): ManifestRow => ({
    status,
    type: traitsOf[type].title,
    series: String(series),
    number: String(startNumber),
    endNumber: startNumber === endNumber ? '' : String(endNumber),
    remark,
  });
  return [
    ...of.gaps.map((gap) => row('Lacuna', gap, adviceOn(gap))),
    ...of.inutilized.map((range) => row('Inutilizado', range, '')),
    ...of.inutilizing.map((range) => row('Em inutilização', range, 'A SEFAZ ainda não respondeu ao pedido')),
    ...of.denied.map((number) => row('Denegado', only(number), 'O número foi usado e não pode ser inutilizado')),
    ...of.open.map(({ number, status }) => row('Em aberto', only(number), openWords(type, status))),
    ...of.later.map((number) => row('Emitido depois', only(number), 'O documento tem data de um mês posterior')),
  ];
}

function only(number: number): NumberRange {
  return { startNumber: number, endNumber: number };
}

function adviceOn({ proposal }: NumberGap): string {
  if (proposal) return 'Nenhum documento usou: peça a inutilização';
  return 'Nenhum documento usou';
}

function openWords(type: DocumentType, status: string): string {
  switch (status) {
    case 'PROCESSING':
      return 'Documento em processamento';
    case 'REPLACED':
      return 'A venda foi emitida em contingência com outro número: a SEFAZ ainda não disse se recebeu este';
    case 'REPLACED_CANCELLED':
      return 'Cancelado: a venda foi emitida em contingência com outro número';
    case 'REPLACED_SPENT':
      return 'Sem nota válida: a venda foi emitida em contingência com outro número';
    case 'REJECTED_IN_CONTINGENCY':
      return 'Recusado depois de emitido em contingência, e o cliente tem o documento: corrija e emita';
    default:
      return traitsOf[type].model
        ? 'Documento rejeitado: corrija e emita, ou inutilize'
        : 'Documento rejeitado: corrija e emita';
  }
}

/** The taxes' names for accountants, in Portuguese. */
export const taxTitles: Record<TaxKind, string> = {
  icms: 'ICMS',
  icmsSt: 'ICMS-ST',
  fcp: 'FCP',
  fcpSt: 'FCP-ST',
  icmsDestination: 'ICMS do destino (DIFAL)',
  fcpDestination: 'FCP do destino',
  icmsExempted: 'ICMS desonerado',
  icmsMono: 'ICMS monofásico',
  icmsMonoRetained: 'ICMS monofásico retido',
  importTax: 'Imposto de Importação',
  ipi: 'IPI',
  returnedIpi: 'IPI devolvido',
  pis: 'PIS',
  cofins: 'COFINS',
  ibs: 'IBS',
  cbs: 'CBS',
  selectiveTax: 'Imposto seletivo',
  iss: 'ISSQN',
  issWithheld: 'ISSQN retido',
  pisWithheld: 'PIS retido',
  cofinsWithheld: 'COFINS retida',
  inssWithheld: 'INSS retido',
  irrfWithheld: 'IRRF retido',
  csllWithheld: 'CSLL retida',
};

const titles = {
  status: 'Situação',
  type: 'Documento',
  series: 'Série',
  number: 'Número',
  endNumber: 'Até o número',
  nfseNumber: 'Número da NFS-e',
  accessKey: 'Chave de acesso',
  issuedAt: 'Emissão',
  protocol: 'Protocolo de autorização',
  cancelledAt: 'Cancelamento',
  taxId: 'CPF/CNPJ',
  recipient: 'Destinatário ou tomador',
  posted: 'CFOP ou serviço',
  totalValue: 'Valor total',
  ...taxTitles,
  remark: 'Observação',
  files: 'Arquivos',
};

/** A row of `manifesto.csv`; absent columns are empty. */
type ManifestRow = Partial<Record<keyof typeof titles, string>>;

/** The first line: the columns' titles. */
const headings: ManifestRow = titles;

/** A row in the form that spreadsheets in Brazil read, with its line end. No cell can be taken for a formula, and none has a second line. */
function lineOf(row: ManifestRow): string {
  const cells: Record<string, string | undefined> = row;
  return `${csvLine(
    Object.keys(titles).map((column) => withoutFormula(cells[column] ?? '')),
    ';',
  )}\r\n`;
}
