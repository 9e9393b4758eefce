import { csvLine } from '../imports/csv-line.ts';
import type { TaxKind } from './facts.ts';

/** How accountants call the taxes. */
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

/** What the row of a manifest for people says; a column that it leaves out is empty. */
export type ManifestRow = Partial<Record<keyof typeof titles, string>>;

/** The line above all rows. */
export const headings: ManifestRow = titles;

/** A row as spreadsheets in Brazil read it, with its end. No cell can be taken for a formula, and none has a second line. */
export function lineOf(row: ManifestRow): string {
  const cells: Record<string, string | undefined> = row;
  return `${csvLine(
    Object.keys(titles).map((column) => harmless(cells[column] ?? '')),
    ';',
  )}\r\n`;
}

/**
 * What a spreadsheet would compute begins with one of these, which East Asian keyboards have wide forms of (OWASP, CSV Injection; seen
 * 2026-11-23). An apostrophe before it makes it text.
 */
function harmless(cell: string): string {
  const inOneLine = cell.replace(/\s+/g, ' ').trim();
  return /^[=+\-@＝＋－＠]/.test(inOneLine) ? `'${inOneLine}` : inOneLine;
}
