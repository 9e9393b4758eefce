import { Decimal } from 'decimal.js';
import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { taxIdOf } from '../../html/addresses.ts';
import { taxIdMask } from '../../../masks.ts';
import { decimal } from '../../html/numbers.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Block } from '../../html/block.ts';
import { fieldRow } from '../drawing/field-row.ts';
import { titled } from '../drawing/titled.ts';
import type { Sheet } from '../sheet.ts';

/** modFrete (X02), in the words that NT 2026.010 prints. */
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
      { label: 'CNPJ / CPF', text: taxIdMask(taxIdOf(carrier)), widthsCm: [3.94, 4.83], align: 'center' },
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
    { label: 'QUANTIDADE', text: decimal(sumOf(volumes, 'qVol'), 0), widthsCm: [2.92, 3.56], align: 'center' },
    { label: 'ESPÉCIE', text: sharedOf(volumes, 'esp'), widthsCm: [3.64, 3.81] },
    { label: 'MARCA', text: sharedOf(volumes, 'marca'), widthsCm: [3.64, 4.19] },
    { label: 'NUMERAÇÃO', text: sharedOf(volumes, 'nVol') },
    { label: 'PESO BRUTO', text: decimal(sumOf(volumes, 'pesoB'), 3), widthsCm: [3.43, 5.08], align: 'right' },
    { label: 'PESO LÍQUIDO', text: decimal(sumOf(volumes, 'pesoL'), 3), widthsCm: [3.3, 4.83], align: 'right' },
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
