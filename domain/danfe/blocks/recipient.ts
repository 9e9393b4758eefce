import { child, textOf } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, titled } from '../block.ts';
import { fieldRow } from '../field-row.ts';
import { phoneMask, postalCodeMask, taxIdMask } from '../masks.ts';
import { day, timeOfDay } from '../moments.ts';
import { street, taxIdOf } from '../place.ts';

/** Whom the note is for, and when it was issued and left (Destinatário/Remetente). */
export function recipient({ infNFe }: AuthorizedNote): Block {
  const dest = child(infNFe, 'dest');
  const address = dest && child(dest, 'enderDest');
  const of = (tag: string) => address && textOf(address, tag);
  const left = textOf(infNFe, 'ide', 'dhSaiEnt');
  return titled('DESTINATÁRIO / REMETENTE', [
    fieldRow([
      { label: 'NOME / RAZÃO SOCIAL', text: dest && textOf(dest, 'xNome') },
      { label: 'CNPJ / CPF', text: taxIdMask(taxIdOf(dest)), widthCm: 5.33, align: 'center', bold: true },
      { label: 'DATA DA EMISSÃO', text: day(textOf(infNFe, 'ide', 'dhEmi')), widthCm: 3.05, align: 'center' },
    ]),
    fieldRow([
      { label: 'ENDEREÇO', text: street(address) },
      { label: 'BAIRRO / DISTRITO', text: of('xBairro'), widthCm: 4.83 },
      { label: 'CEP', text: postalCodeMask(of('CEP')), widthCm: 2.67, align: 'center' },
      { label: 'DATA DA SAÍDA / ENTRADA', text: day(left), widthCm: 3.05, align: 'center', bold: true },
    ]),
    fieldRow([
      { label: 'MUNICÍPIO', text: of('xMun') },
      { label: 'FONE / FAX', text: phoneMask(of('fone')), widthCm: 4.06, align: 'center' },
      { label: 'UF', text: of('UF'), widthCm: 1.14, align: 'center' },
      { label: 'INSCRIÇÃO ESTADUAL', text: dest && textOf(dest, 'IE'), widthCm: 5.33, align: 'center' },
      { label: 'HORA DA SAÍDA / ENTRADA', text: timeOfDay(left), widthCm: 3.05, align: 'center', bold: true },
    ]),
  ]);
}
