import { field, group } from '../../xml/writer.ts';
import type { IbsCbsAmounts } from '../note.ts';

type Amounts = NonNullable<IbsCbsAmounts['amounts']>;

/** Group UB12: IBS and CBS of one line (NT 2025.002); situations without amounts carry their two codes alone. */
export function layoutIbsCbs({ situation, classification, amounts }: IbsCbsAmounts): string {
  return group(
    'IBSCBS',
    field('CST', situation), // UB13
    field('cClassTrib', classification), // UB14
    amounts ? layoutAmounts(amounts) : '',
  );
}

function layoutAmounts(amounts: Amounts): string {
  return group(
    'gIBSCBS', // UB15
    field('vBC', amounts.base), // UB16
    group(
      'gIBSUF', // UB17
      field('pIBSUF', amounts.stateRate), // UB18
      deferral(amounts.stateDeferralRate, amounts.stateDeferredValue),
      reduction(amounts.stateReduction, amounts.stateEffectiveRate),
      field('vIBSUF', amounts.stateValue), // UB35
    ),
    group(
      'gIBSMun', // UB36
      field('pIBSMun', amounts.municipalRate), // UB37
      deferral(amounts.municipalDeferralRate, amounts.municipalDeferredValue),
      reduction(amounts.municipalReduction, amounts.municipalEffectiveRate),
      field('vIBSMun', amounts.municipalValue), // UB54
    ),
    field('vIBS', amounts.ibsValue), // UB54a
    group(
      'gCBS', // UB55
      field('pCBS', amounts.cbsRate), // UB56
      deferral(amounts.cbsDeferralRate, amounts.cbsDeferredValue),
      reduction(amounts.cbsReduction, amounts.cbsEffectiveRate),
      field('vCBS', amounts.cbsValue), // UB67
    ),
  );
}

function deferral(rate: string | null, value: string | null): string {
  return group('gDif', field('pDif', rate), field('vDif', value));
}

function reduction(percentage: string | null, effectiveRate: string | null): string {
  return group('gRed', field('pRedAliq', percentage), field('pAliqEfet', effectiveRate));
}
