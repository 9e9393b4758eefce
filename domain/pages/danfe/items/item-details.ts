import { textOf, type XmlElement } from '../../../xml/reader.ts';
import { benefitDetails } from './benefit-details.ts';
import { goodsDetails } from './goods-details.ts';
import { tradeDetails } from './trade-details.ts';

/** What is told about an item in words. `mark` is what it would be recognized by in the issuer's own words, which are not repeated. */
export type ItemDetail = { words: string; mark?: string | undefined };

/**
 * What the XML says of an item that has no column, in one line: order, batches, medicine, fuel, benefits and funds of ICMS, ICMS-ST retained
 * before, import, export and IPI given back. The manual has such facts printed with the description, as infAdProd (MOC 7.0 Anexo II §3.2;
 * NT 2016.002 for batches and FCP).
 */
export function itemDetails(det: XmlElement): string {
  const told = textOf(det, 'infAdProd') ?? '';
  return [...tradeDetails(det), ...goodsDetails(det), ...benefitDetails(det)]
    .filter(({ mark }) => !mark || !told.includes(mark))
    .map(({ words }) => words)
    .join(' | ');
}
