import { child, textOf, type XmlElement } from '../../../xml/reader.ts';
import { street, taxIdOf } from '../../html/addresses.ts';
import { phoneMask, postalCodeMask, taxIdMask } from '../../../masks.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, stack } from '../../html/block.ts';
import { fieldRow } from '../drawing/field-row.ts';
import { titled } from '../drawing/titled.ts';
import type { Sheet } from '../sheet.ts';

/** The places of pickup and delivery, where they are neither party's address (groups F and G). */
export function pickupAndDelivery({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  return stack([
    titled(sheet, 'LOCAL DE RETIRADA', rowsOf(sheet, child(infNFe, 'retirada'))),
    titled(sheet, 'LOCAL DE ENTREGA', rowsOf(sheet, child(infNFe, 'entrega'))),
  ]);
}

function rowsOf(sheet: Sheet, place: XmlElement | undefined): Block[] {
  if (!place) return [];
  const of = (tag: string) => textOf(place, tag);
  return [
    fieldRow(sheet, [
      { label: 'NOME / RAZÃO SOCIAL', text: of('xNome') },
      { label: 'CNPJ / CPF', text: taxIdMask(taxIdOf(place)), widthsCm: [4.6, 5.84], align: 'center' },
      { label: 'INSCRIÇÃO ESTADUAL', text: of('IE'), widthsCm: [3.6, 4.83], align: 'center' },
      { label: 'FONE / FAX', text: phoneMask(of('fone')), widthsCm: [3.4, 5.08], align: 'center' },
    ]),
    fieldRow(sheet, [
      { label: 'ENDEREÇO', text: street(place) },
      { label: 'BAIRRO / DISTRITO', text: of('xBairro'), widthsCm: [4.2, 5.84] },
      { label: 'MUNICÍPIO', text: of('xMun'), widthsCm: [4.6, 5.84] },
      { label: 'UF', text: of('UF'), widthsCm: [1.14, 1.27], align: 'center' },
      { label: 'CEP', text: postalCodeMask(of('CEP')), widthsCm: [2.67, 3.94], align: 'center' },
    ]),
  ];
}
