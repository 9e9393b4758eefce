import { child, textOf, type XmlElement } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, stack, titled } from '../block.ts';
import { fieldRow } from '../field-row.ts';
import { phoneMask, postalCodeMask, taxIdMask } from '../masks.ts';
import { street, taxIdOf } from '../place.ts';

/** Where the goods are fetched and brought, where that is neither party's address (groups F and G). */
export function pickupAndDelivery({ infNFe }: AuthorizedNote): Block {
  return stack([
    titled('LOCAL DE RETIRADA', rowsOf(child(infNFe, 'retirada'))),
    titled('LOCAL DE ENTREGA', rowsOf(child(infNFe, 'entrega'))),
  ]);
}

function rowsOf(place: XmlElement | undefined): Block[] {
  if (!place) return [];
  const of = (tag: string) => textOf(place, tag);
  return [
    fieldRow([
      { label: 'NOME / RAZÃO SOCIAL', text: of('xNome') },
      { label: 'CNPJ / CPF', text: taxIdMask(taxIdOf(place)), widthCm: 4.6, align: 'center' },
      { label: 'INSCRIÇÃO ESTADUAL', text: of('IE'), widthCm: 3.6, align: 'center' },
      { label: 'FONE / FAX', text: phoneMask(of('fone')), widthCm: 3.4, align: 'center' },
    ]),
    fieldRow([
      { label: 'ENDEREÇO', text: street(place) },
      { label: 'BAIRRO / DISTRITO', text: of('xBairro'), widthCm: 4.2 },
      { label: 'MUNICÍPIO', text: of('xMun'), widthCm: 4.6 },
      { label: 'UF', text: of('UF'), widthCm: 1.14, align: 'center' },
      { label: 'CEP', text: postalCodeMask(of('CEP')), widthCm: 2.67, align: 'center' },
    ]),
  ];
}
