import { Decimal } from 'decimal.js';
import { child, children, textOf, type XmlElement } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, titled } from '../block.ts';
import { fieldRow } from '../field-row.ts';
import { taxIdMask } from '../masks.ts';
import { decimal } from '../numbers.ts';
import { taxIdOf } from '../place.ts';

/** modFrete (X02), in the words that NT 2026.010 prints. */
const freightPayers: Record<string, string> = {
  '0': '0 - Remetente (CIF)',
  '1': '1 - Destinatário (FOB)',
  '2': '2 - Terceiros',
  '3': '3 - Próprio remetente',
  '4': '4 - Próprio destinatário',
  '9': '9 - Sem ocorrência de transporte',
};

/** Who carries the goods, with what, and the packages (Transportador/Volumes transportados). */
export function transport({ infNFe }: AuthorizedNote): Block {
  const carrier = child(infNFe, 'transp', 'transporta');
  const vehicle = child(infNFe, 'transp', 'veicTransp');
  const of = (tag: string) => carrier && textOf(carrier, tag);
  const onVehicle = (tag: string) => vehicle && textOf(vehicle, tag);
  return titled('TRANSPORTADOR / VOLUMES TRANSPORTADOS', [
    fieldRow([
      { label: 'NOME / RAZÃO SOCIAL', text: of('xNome') },
      { label: 'FRETE POR CONTA', text: freightPayers[textOf(infNFe, 'transp', 'modFrete') ?? ''], widthCm: 3.5 },
      { label: 'CÓDIGO ANTT', text: onVehicle('RNTC'), widthCm: 1.9, align: 'center' },
      { label: 'PLACA DO VEÍCULO', text: onVehicle('placa'), widthCm: 2.29, align: 'center' },
      { label: 'UF', text: onVehicle('UF'), widthCm: 0.8, align: 'center' },
      { label: 'CNPJ / CPF', text: taxIdMask(taxIdOf(carrier)), widthCm: 3.94, align: 'center' },
    ]),
    fieldRow([
      { label: 'ENDEREÇO', text: of('xEnder') },
      { label: 'MUNICÍPIO', text: of('xMun'), widthCm: 6.8 },
      { label: 'UF', text: of('UF'), widthCm: 0.8, align: 'center' },
      { label: 'INSCRIÇÃO ESTADUAL', text: of('IE'), widthCm: 3.94, align: 'center' },
    ]),
    volumeRow(infNFe),
  ]);
}

function volumeRow(infNFe: XmlElement): Block {
  const freight = child(infNFe, 'transp');
  const volumes = freight ? children(freight, 'vol') : [];
  return fieldRow([
    { label: 'QUANTIDADE', text: decimal(sumOf(volumes, 'qVol'), 0), widthCm: 2.92, align: 'center' },
    { label: 'ESPÉCIE', text: sharedOf(volumes, 'esp') },
    { label: 'MARCA', text: sharedOf(volumes, 'marca') },
    { label: 'NUMERAÇÃO', text: sharedOf(volumes, 'nVol') },
    { label: 'PESO BRUTO', text: decimal(sumOf(volumes, 'pesoB'), 3), widthCm: 3.43, align: 'right' },
    { label: 'PESO LÍQUIDO', text: decimal(sumOf(volumes, 'pesoL'), 3), widthCm: 3.3, align: 'right' },
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
