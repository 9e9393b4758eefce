import { textOf, type XmlElement } from '../../../xml/reader.ts';
import { benefitDetails } from './benefit-details.ts';
import { goodsDetails } from './goods-details.ts';
import { tradeDetails } from './trade-details.ts';

/**
 * What the XML says of an item that has no column, in one line: order, batches, medicine, fuel, benefits and funds of ICMS, ICMS-ST retained
 * before, import, export and IPI given back. It stands where the manual has infAdProd printed, which is where amounts of FCP have to be
 * (NT 2016.002 v1.61, item 5).
 */
export function itemDetails(det: XmlElement): string {
  const told = textOf(det, 'infAdProd') ?? '';
  return [...tradeDetails(det), ...goodsDetails(det), ...benefitDetails(det)]
    .filter(({ mark }) => !mark || !told.includes(mark))
    .map(({ words }) => words)
    .join(' | ');
}
