import { barcode } from '../../html/code-128.ts';
import type { Markup } from '../../html/markup.ts';
import { accessKeyMask } from '../../../masks.ts';
import { dayAndTime } from '../../../moments.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Field } from '../drawing/field-row.ts';
import { textBox } from '../drawing/text-box.ts';
import { secondBarcode } from '../second-barcode.ts';

const marginCm = 0.15;
const wordsHeightCm = 0.7;
const authenticityWords = [
  'Consulta de autenticidade no portal nacional da NF-e',
  'www.nfe.fazenda.gov.br/portal ou no site da Sefaz Autorizadora',
];

/** The room below the key, and how wide bars are in it. */
type Room = { leftCm: number; topCm: number; widthCm: number; heightCm: number; barsCm: number };

/** Variable field 1: where the note is looked up, or in its place the second barcode. */
export function firstVariableField({ infNFe }: AuthorizedNote, room: Room): Markup {
  const { leftCm, topCm, widthCm, heightCm, barsCm } = room;
  const facts = secondBarcode(infNFe);
  if (!facts) {
    return textBox('words', { leftCm, topCm: topCm + (heightCm - wordsHeightCm) / 2, widthCm }, authenticityWords);
  }
  return barcode(facts, {
    leftCm: leftCm + (widthCm - barsCm) / 2,
    topCm: topCm + marginCm,
    widthCm: barsCm,
    heightCm: heightCm - 2 * marginCm,
  });
}

/** Variable field 2: the protocol by which the sheet is valid, or the figures of the second barcode. */
export function secondVariableField({ infNFe, protocol }: AuthorizedNote): Field {
  const facts = secondBarcode(infNFe);
  const shown = { align: 'center', bold: true } as const;
  if (facts) return { label: 'DADOS DA NF-E', text: accessKeyMask(facts), ...shown };
  const label = protocol.isOfEpec ? 'PROTOCOLO DE AUTORIZAÇÃO DO EPEC' : 'PROTOCOLO DE AUTORIZAÇÃO DE USO';
  return { label, text: `${protocol.number} - ${dayAndTime(protocol.at)}`, ...shown };
}
