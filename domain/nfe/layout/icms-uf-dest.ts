import type { DifalAmounts } from '../../taxation/amounts.ts';
import { field, group } from '../../xml/writer.ts';

/** Group NA: what is due to the state of a final consumer who is no taxpayer (EC 87/2015). */
export function layoutDifal(difal: DifalAmounts): string {
  return group(
    'ICMSUFDest',
    field('vBCUFDest', difal.base), // NA03
    field('vBCFCPUFDest', difal.fcpBase), // NA04
    field('pFCPUFDest', difal.fcpRate), // NA05
    field('pICMSUFDest', difal.internalRate), // NA07
    field('pICMSInter', twoPlaces(difal.interstateRate)), // NA09
    field('pICMSInterPart', '100.00'), // NA11
    field('vFCPUFDest', difal.fcpValue), // NA13
    field('vICMSUFDest', difal.destinationValue), // NA15
    field('vICMSUFRemet', difal.originValue), // NA17
  );
}

/** The one rate that the schema lists instead of giving it a form: 4.00, 7.00 or 12.00. */
function twoPlaces(rate: string): string {
  return rate.replace(/(\.[0-9]{2})0+$/, '$1');
}
