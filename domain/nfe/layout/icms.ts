import type { DifalAmounts, IcmsAmounts } from '../../taxation/amounts.ts';
import { field, group } from '../../xml/writer.ts';

/**
 * Group N: the ICMS of one line, in the group of its situation.
 *
 * @throws TypeError where the layout has no group for the situation; the checks of taxation refuse it earlier
 */
export function layoutIcms(icms: IcmsAmounts): string {
  const found = groupOf(icms);
  if (!found) throw new TypeError(`No ICMS group carries the situation ${JSON.stringify(icms.situation)}`);
  return group(
    'ICMS', // N01
    group(
      found.tag,
      field('orig', icms.origin), // N11
      field(icms.situation.length === 3 ? 'CSOSN' : 'CST', icms.situation), // N12a, N12
      ...found.fields.map(([name, source]) => field(name, icms[source])),
    ),
  );
}

/** The group of a line's ICMS: that of its situation, unless the ICMS is split between states (ICMSPart) or its ICMS-ST is passed on (ICMSST). */
function groupOf(icms: IcmsAmounts) {
  if (icms.ownBasePercent) return partition;
  return icms.destinationStBase ? passedOn : icmsGroups.get(icms.situation);
}

type IcmsField = readonly [name: string, source: keyof IcmsAmounts];

const mode: IcmsField = ['modBC', 'baseMode']; // N13
const reduction: IcmsField = ['pRedBC', 'baseReduction']; // N14
const base: IcmsField = ['vBC', 'base']; // N15
const rate: IcmsField = ['pICMS', 'rate']; // N16
const value: IcmsField = ['vICMS', 'value']; // N17
const deferral: IcmsField[] = [
  ['vICMSOp', 'operationValue'], // N16a
  ['pDif', 'deferralRate'], // N16b
  ['vICMSDif', 'deferredValue'], // N16c
];
const fcpOnSameBase: IcmsField[] = [
  ['pFCP', 'fcpRate'], // N17b
  ['vFCP', 'fcpValue'], // N17c
];
const fcp: IcmsField[] = [['vBCFCP', 'fcpBase'], ...fcpOnSameBase]; // N17a
const substitution: IcmsField[] = [
  ['modBCST', 'stBaseMode'], // N18
  ['pMVAST', 'stMargin'], // N19
  ['pRedBCST', 'stBaseReduction'], // N20
  ['vBCST', 'stBase'], // N21
  ['pICMSST', 'stRate'], // N22
  ['vICMSST', 'stValue'], // N23
  ['vBCFCPST', 'fcpStBase'], // N23a
  ['pFCPST', 'fcpStRate'], // N23b
  ['vFCPST', 'fcpStValue'], // N23d
];
const exemption: IcmsField[] = [
  ['vICMSDeson', 'exemptedValue'], // N28a
  ['motDesICMS', 'exemptionReason'], // N28
  ['indDeduzDeson', 'exemptionDeducted'], // N28b
];
const substitutionExemption: IcmsField[] = [
  ['vICMSSTDeson', 'stExemptedValue'], // N33a
  ['motDesICMSST', 'stExemptionReason'], // N33b
];
const reductionBenefit: IcmsField = ['cBenefRBC', 'reductionBenefitCode']; // N14a
const retained: IcmsField[] = [
  ['vBCSTRet', 'retainedStBase'], // N26
  ['pST', 'retainedStRate'], // N26a
  ['vICMSSubstituto', 'retainedStOwnValue'], // N26b
  ['vICMSSTRet', 'retainedStValue'], // N27
  ['vBCFCPSTRet', 'retainedFcpStBase'], // N27a
  ['pFCPSTRet', 'retainedFcpStRate'], // N27b
  ['vFCPSTRet', 'retainedFcpStValue'], // N27d
];
const effective: IcmsField[] = [
  ['pRedBCEfet', 'effectiveReduction'], // N34
  ['vBCEfet', 'effectiveBase'], // N35
  ['pICMSEfet', 'effectiveRate'], // N36
  ['vICMSEfet', 'effectiveValue'], // N37
];
const collected = [...retained, ...effective];
const credit: IcmsField[] = [
  ['pCredSN', 'creditRate'], // N29
  ['vCredICMSSN', 'creditValue'], // N30
];

const single: IcmsField[] = [
  ['qBCMono', 'monoQuantity'], // N37a
  ['adRemICMS', 'monoRate'], // N38
];
const singleValue: IcmsField = ['vICMSMono', 'monoValue']; // N39
const singleRetained: IcmsField[] = [
  ['qBCMonoReten', 'monoRetainedQuantity'], // N39a
  ['adRemICMSReten', 'monoRetainedRate'], // N40
  ['vICMSMonoReten', 'monoRetainedValue'], // N41
  ['pRedAdRem', 'monoReduction'], // N47
  ['motRedAdRem', 'monoReductionReason'], // N48
];
const singleDeferred: IcmsField[] = [
  ['vICMSMonoOp', 'monoOperationValue'], // N41a
  ['pDif', 'deferralRate'], // N42
  ['vICMSMonoDif', 'monoDeferredValue'], // N43
];
const singleCollected: IcmsField[] = [
  ['qBCMonoRet', 'monoCollectedQuantity'], // N43a
  ['adRemICMSRet', 'monoCollectedRate'], // N44
  ['vICMSMonoRet', 'monoCollectedValue'], // N45
];

/** Group N10a: ICMS split between the issuer's state and another. */
const partition = {
  tag: 'ICMSPart',
  fields: [
    ...[mode, base, reduction, rate, value, ...substitution],
    ['pBCOp', 'ownBasePercent'], // N25
    ['UFST', 'stState'], // N24
    ...exemption,
  ],
} satisfies { tag: string; fields: IcmsField[] };
/** Group N10b: the ICMS-ST that was retained before, and the part that is due to the state of destination. */
const passedOn = {
  tag: 'ICMSST',
  fields: [
    ...retained,
    ['vBCSTDest', 'destinationStBase'], // N31
    ['vICMSSTDest', 'destinationStValue'], // N32
    ...effective,
  ],
} satisfies { tag: string; fields: IcmsField[] };

const exemptions = [...exemption, ...substitutionExemption];
const exempt = { tag: 'ICMS40', fields: exemption };
const simplesWithoutCredit = { tag: 'ICMSSN102', fields: [] };
const simplesSubstitution = { tag: 'ICMSSN202', fields: substitution };

/** The group of each situation and its fields in the schema's order, after origin and situation (leiauteNFe_v4.00, N02 to N10h; fuels by NT 2023.001). */
const icmsGroups: ReadonlyMap<string, { tag: string; fields: readonly IcmsField[] }> = new Map([
  ['00', { tag: 'ICMS00', fields: [mode, base, rate, value, ...fcpOnSameBase] }],
  ['02', { tag: 'ICMS02', fields: [...single, singleValue] }],
  ['10', { tag: 'ICMS10', fields: [mode, base, rate, value, ...fcp, ...substitution, ...substitutionExemption] }],
  ['15', { tag: 'ICMS15', fields: [...single, singleValue, ...singleRetained] }],
  ['20', { tag: 'ICMS20', fields: [mode, reduction, base, rate, value, ...fcp, ...exemption] }],
  ['30', { tag: 'ICMS30', fields: [...substitution, ...exemption] }],
  ['40', exempt],
  ['41', exempt],
  ['50', exempt],
  ['51', { tag: 'ICMS51', fields: [mode, reduction, reductionBenefit, base, rate, ...deferral, value, ...fcp] }],
  ['53', { tag: 'ICMS53', fields: [...single, ...singleDeferred, singleValue] }],
  ['60', { tag: 'ICMS60', fields: collected }],
  ['61', { tag: 'ICMS61', fields: singleCollected }],
  ['70', { tag: 'ICMS70', fields: [mode, reduction, base, rate, value, ...fcp, ...substitution, ...exemptions] }],
  [
    '90',
    {
      tag: 'ICMS90',
      fields: [
        mode,
        base,
        reduction,
        reductionBenefit,
        rate,
        ...deferral,
        value,
        ...fcp,
        ...substitution,
        ...exemptions,
      ],
    },
  ],
  ['101', { tag: 'ICMSSN101', fields: credit }],
  ['102', simplesWithoutCredit],
  ['103', simplesWithoutCredit],
  ['300', simplesWithoutCredit],
  ['400', simplesWithoutCredit],
  ['201', { tag: 'ICMSSN201', fields: [...substitution, ...credit] }],
  ['202', simplesSubstitution],
  ['203', simplesSubstitution],
  ['500', { tag: 'ICMSSN500', fields: collected }],
  ['900', { tag: 'ICMSSN900', fields: [mode, base, reduction, rate, value, ...substitution, ...credit] }],
]);

/** Group NA: ICMS that is due to the state of a final consumer who is no taxpayer (EC 87/2015). */
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

/** The interstate rate, which the schema lists with two decimals: 4.00, 7.00 or 12.00. */
function twoPlaces(rate: string): string {
  return rate.replace(/(\.[0-9]{2})0+$/, '$1');
}
