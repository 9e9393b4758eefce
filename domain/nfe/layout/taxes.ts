import type { DeclaredIbsCbs } from '../../documents/computed-note.ts';
import type {
  ContributionAmounts,
  ContributionStAmounts,
  GovernmentComposition,
  IbsCbsAmounts,
  IpiAmounts,
  RegularTaxation,
  SelectiveTaxAmounts,
  SimplesAmounts,
} from '../../taxation/amounts.ts';
import { type FreeTradeAreaAmounts, freeTradeApplications } from '../../taxation/ibs-cbs/free-trade-area.ts';
import type { ComputedCreditShare } from '../../taxation/ibs-cbs/presumed-credit.ts';
import { field, group } from '../../xml/writer.ts';

const taxed = new Set(['00', '49', '50', '99']);

/** Group O: IPI, by rate, by unit or not taxed. */
export function layoutIpi(ipi: IpiAmounts): string {
  const situation = field('CST', ipi.situation); // O09
  return group(
    'IPI',
    field('cEnq', ipi.framework), // O06
    taxed.has(ipi.situation)
      ? group(
          'IPITrib', // O07
          situation,
          ...(ipi.unitRate
            ? [field('qUnid', ipi.quantity), field('vUnid', ipi.unitRate)] // O11, O12
            : [field('vBC', ipi.base ?? '0.00'), field('pIPI', ipi.rate ?? '0.00')]), // O10, O13
          field('vIPI', ipi.value ?? '0.00'), // O14
        )
      : group('IPINT', situation), // O08
  );
}

const byRate = new Set(['01', '02']);
const notTaxed = new Set(['04', '05', '06', '07', '08', '09']);

/** Groups Q and S: PIS or COFINS, by rate, by unit, not taxed or other. */
export function layoutContribution(tax: 'PIS' | 'COFINS', amounts: ContributionAmounts): string {
  const situation = field('CST', amounts.situation); // Q06, S06
  if (notTaxed.has(amounts.situation)) return group(tax, group(`${tax}NT`, situation)); // Q04, S04
  return group(
    tax, // Q01, S01
    group(
      byRate.has(amounts.situation) ? `${tax}Aliq` : amounts.situation === '03' ? `${tax}Qtde` : `${tax}Outr`, // Q02, Q03, Q05; S02, S03, S05
      situation,
      ...(amounts.unitRate
        ? [field('qBCProd', amounts.quantity), field('vAliqProd', amounts.unitRate)] // Q10, Q11; S09, S10
        : [field('vBC', amounts.base ?? '0.00'), field(`p${tax}`, amounts.rate ?? '0.00')]), // Q07, Q08; S07, S08
      field(`v${tax}`, amounts.value ?? '0.00'), // Q09, S11
    ),
  );
}

/** Groups R and T: PIS or COFINS by substitution, by rate or by unit. */
export function layoutContributionSt(tax: 'PIS' | 'COFINS', amounts: ContributionStAmounts): string {
  return group(
    `${tax}ST`, // R01, T01
    ...(amounts.unitRate
      ? [field('qBCProd', amounts.quantity), field('vAliqProd', amounts.unitRate)] // R04, R05; T04, T05
      : [field('vBC', amounts.base), field(`p${tax}`, amounts.rate)]), // R02, R03; T02, T03
    field(`v${tax}`, amounts.value), // R06, T06
    field(`indSoma${tax}ST`, amounts.addsToTotal ? '1' : '0'), // R07, T07
  );
}

/** Group UB01: the selective tax of one line, by value, by unit or both; situations without amounts have their two codes only. */
export function layoutSelectiveTax({ situation, classification, amounts }: SelectiveTaxAmounts): string {
  return group(
    'IS',
    field('CSTIS', situation), // UB02
    field('cClassTribIS', classification), // UB03
    field('vBCIS', amounts?.base), // UB05
    field('pIS', amounts?.rate), // UB06
    field('adRemIS', amounts?.unitRate), // UB07
    field('uTrib', amounts?.unit), // UB09
    field('qTrib', amounts?.quantity), // UB10
    field('vIS', amounts?.value), // UB11
  );
}

type Amounts = NonNullable<IbsCbsAmounts['amounts']>;
type Adjustment = NonNullable<DeclaredIbsCbs['adjustment']>;

/**
 * Group UB12: IBS and CBS of one line (NT 2025.002); situations without amounts have their two codes and what the caller declared. In Simples,
 * cAtivSN stands after the class, and gTribSN after all other groups (NT 2026.005, docs/decisions/0077).
 */
export function layoutIbsCbs(
  { situation, classification, amounts, isGiven, ...declared }: IbsCbsAmounts & DeclaredIbsCbs & { isGiven?: boolean },
  simples?: Omit<SimplesAmounts, 'group'>,
): string {
  const { adjustment, creditReversal, zfmPresumedCredit: presumed, operationPresumedCredit: credit } = declared;
  return group(
    'IBSCBS',
    field('CST', situation), // UB13
    field('cClassTrib', classification), // UB14
    field('indDoacao', isGiven ? '1' : null), // UB14a
    field('cAtivSN', simples?.activity),
    amounts ? layoutAmounts(amounts) : '',
    adjustment ? layoutAdjustment(adjustment, situation) : '',
    group(
      'gEstornoCred', // UB116
      field('vIBSEstCred', creditReversal?.ibs), // UB117
      field('vCBSEstCred', creditReversal?.cbs), // UB118
    ),
    group(
      'gCredPresOper', // UB120
      field('vBCCredPres', credit?.base), // UB121
      field('cCredPres', credit?.creditCode), // UB122
      credit?.ibs ? layoutCredit('gIBSCredPres', credit.ibs) : '', // UB123
      credit?.cbs ? layoutCredit('gCBSCredPres', credit.cbs) : '', // UB127
    ),
    group(
      'gCredPresIBSZFM', // UB131
      field('competApur', presumed?.period), // UB132
      field('tpCredPresIBSZFM', presumed?.type), // UB133
      field('vCredPresIBSZFM', presumed?.value), // UB134
    ),
    simples ? layoutSimples(simples) : '',
  );
}

/** Rate and value of a presumed credit of one tax (UB124 to UB126, UB128 to UB130). */
function layoutCredit(name: string, { rate, value, isConditional }: ComputedCreditShare): string {
  return group(name, field('pCredPres', rate), field(isConditional ? 'vCredPresCondSus' : 'vCredPres', value));
}

function layoutSimples({ ibs, cbs }: Omit<SimplesAmounts, 'group'>): string {
  return group(
    'gTribSN',
    group('gIBSSN', field('pIBSSN', ibs?.rate), field('vIBSSN', ibs?.value)),
    group('gCBSSN', field('pCBSSN', cbs.rate), field('vCBSSN', cbs.value)),
  );
}

/** gTransfCred, credit that is transferred (CST 800), without a month; or gAjusteCompet, IBS and CBS of a month that are adjusted (CST 811). */
function layoutAdjustment({ period, ibs, cbs }: Adjustment, situation: string): string {
  const values = [field('vIBS', ibs), field('vCBS', cbs)]; // UB107, UB108; UB114, UB115
  if (situation === '800') return group('gTransfCred', ...values); // UB106
  return group('gAjusteCompet', field('competApur', period), ...values); // UB112, UB113
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
      amounts.freeTradeArea ? layoutFreeTradeArea(amounts.freeTradeArea) : '',
      field('vCBS', amounts.cbsValue), // UB67
    ),
    amounts.regular ? layoutRegular(amounts.regular) : '',
    amounts.government ? layoutGovernment(amounts.government) : '',
  );
}

function layoutFreeTradeArea(area: FreeTradeAreaAmounts): string {
  return group(
    'gALCZFMCBS', // UB66a
    field('tpALCZFMCBS', freeTradeApplications[area.application]), // UB66b
    field('nProcSuframa', area.suframaProcess), // UB66c
    field('pAliqEfetRegCBS', area.cbsRate), // UB66d
    field('vTribRegCBS', area.cbsValue), // UB66e
  );
}

function layoutRegular(regular: RegularTaxation): string {
  return group(
    'gTribRegular', // UB68
    field('CSTReg', regular.situation), // UB69
    field('cClassTribReg', regular.classification), // UB70
    field('pAliqEfetRegIBSUF', regular.stateRate), // UB71
    field('vTribRegIBSUF', regular.stateValue), // UB72
    field('pAliqEfetRegIBSMun', regular.municipalRate), // UB72a
    field('vTribRegIBSMun', regular.municipalValue), // UB72b
    field('pAliqEfetRegCBS', regular.cbsRate), // UB72c
    field('vTribRegCBS', regular.cbsValue), // UB72d
  );
}

function layoutGovernment(composition: GovernmentComposition): string {
  return group(
    'gTribCompraGov', // UB82a
    field('pAliqIBSUF', composition.stateRate), // UB82b
    field('vTribIBSUF', composition.stateValue), // UB82c
    field('pAliqIBSMun', composition.municipalRate), // UB82d
    field('vTribIBSMun', composition.municipalValue), // UB82e
    field('pAliqCBS', composition.cbsRate), // UB82f
    field('vTribCBS', composition.cbsValue), // UB82g
  );
}

function deferral(rate: string | null, value: string | null): string {
  return group('gDif', field('pDif', rate), field('vDif', value));
}

function reduction(percentage: string | null, effectiveRate: string | null): string {
  return group('gRed', field('pRedAliq', percentage), field('pAliqEfet', effectiveRate));
}
