import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { day } from '../../../moments.ts';
import { decimal, isNonZero, money } from '../../html/numbers.ts';
import type { ItemDetail } from './item-detail.ts';

/** What is particular to the goods: batches (I80), a medicine (K01), a fuel (LA01). */
export function goodsDetails(det: XmlElement): ItemDetail[] {
  const product = child(det, 'prod');
  if (!product) return [];
  const [medicine, fuel] = [child(product, 'med'), child(product, 'comb')];
  return [
    ...children(product, 'rastro').map(lot),
    ...(medicine ? medicineDetails(medicine) : []),
    ...(fuel ? fuelDetails(fuel) : []),
  ];
}

function lot(group: XmlElement): ItemDetail {
  const of = (tag: string) => textOf(group, tag);
  const number = of('nLote');
  const words = `Lote ${number ?? ''}: ${decimal(of('qLote'), 0)}, fab. ${day(of('dFab'))}, val. ${day(of('dVal'))}`;
  return { words, mark: number };
}

function medicineDetails(medicine: XmlElement): ItemDetail[] {
  const code = textOf(medicine, 'cProdANVISA');
  const reason = textOf(medicine, 'xMotivoIsencao');
  const price = textOf(medicine, 'vPMC');
  return [
    { words: `ANVISA ${[code, reason].filter(Boolean).join(' - ')}`, mark: reason ?? code },
    ...(isNonZero(price) ? [{ words: `PMC R$ ${money(price)}` }] : []),
  ];
}

function fuelDetails(fuel: XmlElement): ItemDetail[] {
  const of = (tag: string) => textOf(fuel, tag);
  const [mixed, temperature] = [of('pBio'), of('qTemp')];
  return [
    { words: `ANP ${of('cProdANP') ?? ''} ${of('descANP') ?? ''}`, mark: of('cProdANP') },
    { words: `consumo em ${of('UFCons') ?? ''}` },
    ...(isNonZero(mixed) ? [{ words: `biocombustível ${decimal(mixed, 2)}%` }] : []),
    ...(isNonZero(temperature) ? [{ words: `à temperatura ambiente ${decimal(temperature, 0)}` }] : []),
  ];
}
