import { traitsOf } from '../../domain/document-types.ts';
import type { Document, DocumentStatus } from '../../domain/documents/document.entity.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import { byteOrderMark, csvLine, harmless } from '../../domain/imports/cell.ts';
import { accessKeyMask, taxIdMask } from '../../domain/masks.ts';
import { dayAndTime } from '../../domain/moments.ts';

const states: Record<DocumentStatus, string> = {
  DRAFT: 'Rascunho',
  PROCESSING: 'Em emissão',
  AUTHORIZED: 'Autorizada',
  REJECTED: 'Rejeitada',
  CANCELLED: 'Cancelada',
};

const wordOf = (status: DocumentStatus): string => states[status];

/** Each column by its title and its cell. Long numbers stand as on the printed note, so that no spreadsheet rounds them. */
const columns: [title: string, cell: (document: Document) => string | null | undefined][] = [
  ['Situação', ({ status }) => wordOf(status)],
  ['Documento', ({ type }) => traitsOf[type].title],
  ['Ambiente', ({ environment }) => (environment === 'PRODUCTION' ? 'Produção' : 'Homologação, sem valor fiscal')],
  ['Série', ({ series }) => series?.toString()],
  ['Número', ({ number }) => (number === 0 ? '' : number.toString())],
  ['Chave de acesso', ({ accessKey }) => accessKey && accessKeyMask(accessKey)],
  ['Emissão', ({ issueDateTime }) => dayAndTime(fiscalDateTime(issueDateTime, 'DF'))],
  ['CPF/CNPJ', ({ clientSnapshot }) => clientSnapshot.document && taxIdMask(clientSnapshot.document)],
  ['Cliente', ({ clientSnapshot }) => clientSnapshot.name],
  ['Pedido', ({ externalId }) => externalId],
  ['Valor total', ({ totalValue }) => totalValue.replace('.', ',')],
  ['Protocolo de autorização', ({ protocolNumber }) => protocolNumber],
  ['Motivo', ({ rejectionReason, cancellationReason }) => cancellationReason ?? rejectionReason],
];

/** The first line, for spreadsheets in Brazil. */
export const csvHead: string = byteOrderMark + line(columns.map(([title]) => title));

/** The line of a document. No cell can be taken for a formula, and none has a second line. */
export function csvRow(document: Document): string {
  return line(columns.map(([, cell]) => cell(document) ?? ''));
}

function line(cells: string[]): string {
  return `${csvLine(cells.map(harmless), ';')}\r\n`;
}
