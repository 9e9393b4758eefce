import { Decimal } from 'decimal.js';
import { phoneMask, postalCodeMask, taxIdMask } from '../../../masks.ts';
import { day, timeOfDay } from '../../../moments.ts';
import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { type Block, stack } from '../../html/drawing.ts';
import { brazilianDecimal, street, partyTaxId } from '../../html/values.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { fieldRow, titled } from '../fields.ts';
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
      { label: 'CNPJ / CPF', text: taxIdMask(partyTaxId(dest)), widthsCm: [5.33, 5.84], align: 'center', bold: true },
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

/** The places of pickup and delivery, where they are not a party's address (groups F and G). */
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
      { label: 'CNPJ / CPF', text: taxIdMask(partyTaxId(place)), widthsCm: [4.6, 5.84], align: 'center' },
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

/** Who pays the freight (modFrete, X02), in the words of NT 2026.010. */
const freightPayers: Record<string, string> = {
  '0': '0 - Remetente (CIF)',
  '1': '1 - Destinatário (FOB)',
  '2': '2 - Terceiros',
  '3': '3 - Próprio remetente',
  '4': '4 - Próprio destinatário',
  '9': '9 - Sem ocorrência de transporte',
};

/** Carrier, vehicle and packages (Transportador/Volumes transportados). */
export function transport({ infNFe }: AuthorizedNote, sheet: Sheet): Block {
  const carrier = child(infNFe, 'transp', 'transporta');
  const vehicle = child(infNFe, 'transp', 'veicTransp');
  const of = (tag: string) => carrier && textOf(carrier, tag);
  const onVehicle = (tag: string) => vehicle && textOf(vehicle, tag);
  return titled(sheet, 'TRANSPORTADOR / VOLUMES TRANSPORTADOS', [
    fieldRow(sheet, [
      { label: 'NOME / RAZÃO SOCIAL', text: of('xNome') },
      {
        label: 'FRETE POR CONTA',
        text: freightPayers[textOf(infNFe, 'transp', 'modFrete') ?? ''],
        widthsCm: [3.5, 2.79],
      },
      { label: 'CÓDIGO ANTT', text: onVehicle('RNTC'), widthsCm: [1.9, 2.54], align: 'center' },
      { label: 'PLACA DO VEÍCULO', text: onVehicle('placa'), widthsCm: [2.29, 3.81], align: 'center' },
      { label: 'UF', text: onVehicle('UF'), widthsCm: [0.8, 1.02], align: 'center' },
      { label: 'CNPJ / CPF', text: taxIdMask(partyTaxId(carrier)), widthsCm: [3.94, 4.83], align: 'center' },
    ]),
    fieldRow(sheet, [
      { label: 'ENDEREÇO', text: of('xEnder') },
      { label: 'MUNICÍPIO', text: of('xMun'), widthsCm: [6.8, 9.14] },
      { label: 'UF', text: of('UF'), widthsCm: [0.8, 1.02], align: 'center' },
      { label: 'INSCRIÇÃO ESTADUAL', text: of('IE'), widthsCm: [3.94, 4.83], align: 'center' },
    ]),
    volumeRow(infNFe, sheet),
  ]);
}

function volumeRow(infNFe: XmlElement, sheet: Sheet): Block {
  const freight = child(infNFe, 'transp');
  const volumes = freight ? children(freight, 'vol') : [];
  return fieldRow(sheet, [
    { label: 'QUANTIDADE', text: brazilianDecimal(sumOf(volumes, 'qVol'), 0), widthsCm: [2.92, 3.56], align: 'center' },
    { label: 'ESPÉCIE', text: sharedOf(volumes, 'esp'), widthsCm: [3.64, 3.81] },
    { label: 'MARCA', text: sharedOf(volumes, 'marca'), widthsCm: [3.64, 4.19] },
    { label: 'NUMERAÇÃO', text: sharedOf(volumes, 'nVol') },
    { label: 'PESO BRUTO', text: brazilianDecimal(sumOf(volumes, 'pesoB'), 3), widthsCm: [3.43, 5.08], align: 'right' },
    {
      label: 'PESO LÍQUIDO',
      text: brazilianDecimal(sumOf(volumes, 'pesoL'), 3),
      widthsCm: [3.3, 4.83],
      align: 'right',
    },
  ]);
}

function sumOf(volumes: readonly XmlElement[], tag: string): string | undefined {
  const amounts = volumes.flatMap((volume) => textOf(volume, tag) ?? []);
  return amounts.length > 0 ? Decimal.sum(...amounts).toFixed() : undefined;
}

function sharedOf(volumes: readonly XmlElement[], tag: string): string | undefined {
  const words = new Set(volumes.flatMap((volume) => textOf(volume, tag) ?? []));
  return words.size > 1 ? 'DIVERSOS' : [...words][0];
}
