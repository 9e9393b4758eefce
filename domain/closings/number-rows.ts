import { type DocumentType, traitsOf } from '../document-types.ts';
import type { ManifestRow } from './manifest-columns.ts';
import type { NumberGap, NumberRange, SeriesNumbers } from './summary.ts';

/** Rows of a manifest for people: numbers of a series of which the month has no authorized or cancelled document, and why. */
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
