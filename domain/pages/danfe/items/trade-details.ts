import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { day } from '../../../moments.ts';
import { isNonZero, money } from '../../html/numbers.ts';
import type { ItemDetail } from './item-detail.ts';

/** The buyer's order of the item (I60), its FCI (I70), and what its trade with other countries refers to (I18, I50, P01). */
export function tradeDetails(det: XmlElement): ItemDetail[] {
  const product = child(det, 'prod');
  if (!product) return [];
  const contentNumber = textOf(product, 'nFCI');
  return [
    ...order(product),
    ...(contentNumber ? [{ words: `FCI ${contentNumber}`, mark: contentNumber }] : []),
    ...children(product, 'DI').map(declaration),
    ...children(product, 'detExport').flatMap(exported),
    ...importTax(child(det, 'imposto', 'II')),
  ];
}

function order(product: XmlElement): ItemDetail[] {
  const [number, item] = [textOf(product, 'xPed'), textOf(product, 'nItemPed')];
  const words = [number && `Pedido ${number}`, item && `item ${item}${number ? '' : ' do pedido'}`];
  return number || item ? [{ words: words.filter(Boolean).join(' '), mark: number }] : [];
}

function declaration(group: XmlElement): ItemDetail {
  const of = (tag: string) => textOf(group, tag);
  const place = `${of('xLocDesemb') ?? ''} - ${of('UFDesemb') ?? ''}`;
  const words = `DI/DUIMP ${of('nDI') ?? ''} de ${day(of('dDI'))}, desembaraço em ${place} em ${day(of('dDesemb'))}`;
  return { words, mark: of('nDI') };
}

function exported(group: XmlElement): ItemDetail[] {
  const [drawback, registration] = [textOf(group, 'nDraw'), textOf(group, 'exportInd', 'nRE')];
  const key = textOf(group, 'exportInd', 'chNFe');
  return [
    ...(drawback ? [{ words: `Drawback ${drawback}`, mark: drawback }] : []),
    ...(registration ? [{ words: `Exportação indireta ${registration}, NF-e ${key ?? ''}`, mark: key }] : []),
  ];
}

function importTax(group: XmlElement | undefined): ItemDetail[] {
  const [base, value] = [group && textOf(group, 'vBC'), group && textOf(group, 'vII')];
  return isNonZero(base) || isNonZero(value) ? [{ words: `II: BC ${money(base)}, valor ${money(value)}` }] : [];
}
