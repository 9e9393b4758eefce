import { child, textOf } from '../../../xml/reader.ts';
import { street, taxIdOf } from '../../html/addresses.ts';
import { phoneMask, postalCodeMask, taxIdMask } from '../../../masks.ts';
import { day, timeOfDay } from '../../../moments.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Block } from '../../html/block.ts';
import { fieldRow } from '../drawing/field-row.ts';
import { titled } from '../drawing/titled.ts';
import type { Sheet } from '../sheet.ts';

/** The recipient, when the note was issued, and when the goods left (Destinatário/Remetente). */
export function recipient({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const dest = child(infNFe, 'dest');
  const address = dest && child(dest, 'enderDest');
  const of = (tag: string) => address && textOf(address, tag);
  const left = textOf(infNFe, 'ide', 'dhSaiEnt');
  return titled(sheet, 'DESTINATÁRIO / REMETENTE', [
    fieldRow(sheet, [
      { label: 'NOME / RAZÃO SOCIAL', text: dest && textOf(dest, 'xNome') },
      { label: 'CNPJ / CPF', text: taxIdMask(taxIdOf(dest)), widthsCm: [5.33, 5.84], align: 'center', bold: true },
      { label: 'DATA DA EMISSÃO', text: day(textOf(infNFe, 'ide', 'dhEmi')), widthsCm: [3.05, 4.32], align: 'center' },
    ]),
    fieldRow(sheet, [
      { label: 'ENDEREÇO', text: street(address) },
      { label: 'BAIRRO / DISTRITO', text: of('xBairro'), widthsCm: [4.83, 5.84] },
      { label: 'CEP', text: postalCodeMask(of('CEP')), widthsCm: [2.67, 3.94], align: 'center' },
      { label: 'DATA DA SAÍDA / ENTRADA', text: day(left), widthsCm: [3.05, 4.32], align: 'center', bold: true },
    ]),
    fieldRow(sheet, [
      { label: 'MUNICÍPIO', text: of('xMun') },
      { label: 'FONE / FAX', text: phoneMask(of('fone')), widthsCm: [4.06, 5.08], align: 'center' },
      { label: 'UF', text: of('UF'), widthsCm: [1.14, 1.27], align: 'center' },
      { label: 'INSCRIÇÃO ESTADUAL', text: dest && textOf(dest, 'IE'), widthsCm: [5.33, 5.84], align: 'center' },
      { label: 'HORA DA SAÍDA / ENTRADA', text: timeOfDay(left), widthsCm: [3.05, 4.32], align: 'center', bold: true },
    ]),
  ]);
}
