import { field, group } from '../../xml/writer.ts';
import type { NoteTotals } from '../../documents/computed-note.ts';
import { layoutIbsCbsTotal } from './ibs-cbs-total.ts';

/** Group W: totals. ICMS retained before, import tax and returned IPI are required and always zero, because no item carries them. */
export function layoutTotal(totals: NoteTotals): string {
  return group(
    'total',
    group(
      'ICMSTot', // W02
      field('vBC', totals.icmsBase), // W03
      field('vICMS', totals.icms), // W04
      field('vICMSDeson', totals.icmsExempted), // W04a
      field('vFCPUFDest', totals.fcpDestination), // W04c
      field('vICMSUFDest', totals.icmsDestination), // W04e
      field('vICMSUFRemet', totals.icmsOrigin), // W04g
      field('vFCP', totals.fcp), // W04h
      field('vBCST', totals.stBase), // W05
      field('vST', totals.st), // W06
      field('vFCPST', totals.fcpSt), // W06a
      field('vFCPSTRet', '0.00'), // W06b
      field('vProd', totals.products), // W07
      field('vFrete', totals.freight), // W08
      field('vSeg', totals.insurance), // W09
      field('vDesc', totals.discount), // W10
      field('vII', '0.00'), // W11
      field('vIPI', totals.ipi), // W12
      field('vIPIDevol', '0.00'), // W12a
      field('vPIS', totals.pis), // W13
      field('vCOFINS', totals.cofins), // W14
      field('vOutro', totals.otherCosts), // W15
      field('vNF', totals.note), // W16
    ),
    totals.ibsCbs ? layoutIbsCbsTotal(totals.ibsCbs) : '',
    field('vNFTot', totals.ibsCbs?.noteTotal), // W60
  );
}
