import table from '../../tables/c-ativ-sn.json' with { type: 'json' };
import { decimal, type Decimal, money, percent, percentOf, round2, zero } from '../money.ts';
import type { IbsCbsAmounts, SimplesAmounts } from './amounts.ts';
import { type TaxFault, type TaxTrace, tracedText } from './fields.ts';
import { hasAmounts, ibsCbsClass } from './ibs-cbs/class.ts';
import { holds, type Operation } from './operation.ts';

export const ibsCbsRegimes = ['REGULAR', 'SIMPLES_PENDING', 'SIMPLES_EXCESS_PENDING'] as const;
/**
 * How a company pays IBS and CBS where its CRT leaves a choice (tpRegimeIBSCBS 1, 2, 3). REGULAR: by the regular regime although it is in Simples.
 * The others: in the normal regime, while its option for Simples (CRT 1, or CRT 2) waits for an answer.
 */
export type IbsCbsRegime = (typeof ibsCbsRegimes)[number];

/** A company's settings of IBS and CBS in Simples, each from a first day on (YYYY-MM-DD). Rates are effective ones, in percent with four decimals. */
export type SimplesSettings = {
  ibsCbsRegime?: Readonly<Record<string, IbsCbsRegime | 'OF_CRT'>> | undefined;
  simplesIbsRate?: Readonly<Record<string, string>> | undefined;
  simplesCbsRate?: Readonly<Record<string, string>> | undefined;
};

/** The settings that hold on a day; a rate is null where none is set. */
export function simplesOn(settings: SimplesSettings, date: string): Pick<Operation, 'ibsCbsRegime' | 'simplesRates'> {
  const regime = lastOf(settings.ibsCbsRegime, date);
  return {
    ...(regime && regime !== 'OF_CRT' ? { ibsCbsRegime: regime } : {}),
    simplesRates: { ibs: lastOf(settings.simplesIbsRate, date), cbs: lastOf(settings.simplesCbsRate, date) },
  };
}

function lastOf<Value>(byDay: Readonly<Record<string, Value>> = {}, date: string): Value | null {
  const first = Object.keys(byDay)
    .filter((day) => day <= date)
    .sort()
    .at(-1);
  return (first !== undefined && byDay[first]) || null;
}

/**
 * Which of IBS and CBS a line pays inside Simples, and what its own gIBSCBS is. NONE: absent. IBS: the IBS, with the CBS at zero. WHOLE: both,
 * because nothing is due inside Simples yet.
 */
type SimplesPart = { ibs: boolean; cbs: boolean; ownGroup: 'NONE' | 'IBS' | 'WHOLE' };

/**
 * The part of Simples in a line, by CRT and tpRegimeIBSCBS (NT 2026.005, docs/decisions/0077); null where IBS and CBS are paid by the regular regime.
 * A MEI pays neither of them on its notes. Imports, purchases that are given back, notes of credit and debit, and issuers without a state
 * registration, who owe the group by another rule (162), are as in the regular regime.
 */
export function simplesPartOf(operation: Operation): SimplesPart | null {
  const { regime, ibsCbsRegime } = operation;
  if (isOutside(operation) || !holds('SIMPLES_PAYS_NEW_TAXES', operation)) return null;
  switch (regime) {
    case 'MEI':
      return { ibs: false, cbs: false, ownGroup: 'NONE' };
    case 'SIMPLES':
      return ibsCbsRegime === 'REGULAR' ? null : { ibs: true, cbs: true, ownGroup: 'NONE' };
    case 'SIMPLES_EXCESS':
      return ibsCbsRegime === 'REGULAR' ? null : { ibs: false, cbs: true, ownGroup: 'IBS' };
    case 'NORMAL':
      if (ibsCbsRegime === 'SIMPLES_PENDING') return { ibs: true, cbs: true, ownGroup: 'WHOLE' };
      return ibsCbsRegime === 'SIMPLES_EXCESS_PENDING' ? { ibs: false, cbs: true, ownGroup: 'WHOLE' } : null;
  }
}

/** Whether a line is neither a sale of the issuer nor goods that come back to it. Goods that are given back repeat the supplier's taxes. */
function isOutside({ direction, destination, purpose, adjustment, isUnregistered }: Operation): boolean {
  const isImport = direction === 'IN' && destination === '3';
  const isGivenBack = direction === 'OUT' && purpose === 'RETURN';
  return isImport || isGivenBack || adjustment !== undefined || isUnregistered === true;
}

/**
 * gTribSN of one line: its gross revenue times the effective rates, by the kind of revenue of its class. Null where the line pays nothing inside
 * Simples, or where activity, class or a rate is missing.
 *
 * @param revenue vProd + vFrete + vSeg + vOutro − vDesc. NT 2026.005 adds vIS, and Receita's calculator does not: whoever adds it does so where this
 *   is called.
 * @param group the line's IBSCBS, with the amounts that are paid outside Simples
 */
export function simplesOf(
  trace: TaxTrace,
  { revenue, group }: { revenue: Decimal; group: IbsCbsAmounts | null },
  operation: Operation,
): SimplesAmounts | null {
  const part = simplesPartOf(operation);
  const activity = tracedText(trace, 'simplesActivity');
  const effect = effectOf(tracedText(trace, 'ibsCbsClassification'));
  if (!part?.cbs || !activity || !group || !effect) return null;
  const counted = effect.isRevenue ? revenue : zero;
  const due = effect.isPending ? zero : counted.times(decimal(effect.share));
  const { ibs = null, cbs = null } = operation.simplesRates ?? {};
  const isCharged = effect.isRevenue && effect.share !== '0';
  if (isCharged && (cbs === null || (part.ibs && ibs === null))) return null;
  const of = (rate: string | null) => {
    const charged = isCharged ? decimal(rate) : zero;
    return { rate: percent(charged), value: money(percentOf(due, charged)) };
  };
  return {
    activity,
    revenue: money(round2(counted)),
    ibs: part.ibs ? of(ibs) : null,
    cbs: of(cbs),
    group: isWrittenWithoutSimples(group, operation) ? null : group,
  };
}

/**
 * Whether the group IBSCBS of a line is right without gTribSN beside it: where the line is outside Simples, and where its situation has no amounts in
 * any regime, such as one that is immune or no supply.
 */
export function isWrittenWithoutSimples(group: IbsCbsAmounts | null, operation: Operation): boolean {
  const part = simplesPartOf(operation);
  return part === null || part.ownGroup === 'WHOLE' || (group !== null && !hasAmounts(group.situation));
}

type Effect = (typeof table.tpRBSN)[number];
const effects: ReadonlyMap<string, Effect> = new Map(table.tpRBSN.map((row) => [row.code, row]));

/** What a class's kind of revenue means in Simples; undefined where the table of classes does not tell. */
function effectOf(classification: string): Effect | undefined {
  return effects.get(ibsCbsClass(classification)?.simplesRevenue ?? '');
}

const activities = new Map(table.cAtivSN.map((row) => [row.code, row]));
/** The activities that a note of goods may have, with their titles. */
export const activitiesOfGoods: readonly (readonly [code: string, title: string])[] = table.cAtivSN
  .filter(({ documents }) => documents.includes('55'))
  .map(({ code, description }) => [code, description]);
const ofGoods = table.cAtivSN.filter(({ documents }) => documents.includes('55')).map(({ code }) => code);

/** cAtivSN of operations that are not taxed. */
const notTaxed = '90';

/** The class of a line in Simples with an activity and without a class: full taxation, as in the normal regime. */
export function classOfActivity(trace: TaxTrace, operation: Operation): string | null {
  const activity = tracedText(trace, 'simplesActivity');
  return activity && activity !== notTaxed && simplesPartOf(operation)?.cbs ? '000001' : null;
}

/**
 * The trace without an activity that the issuer cannot have, such as that of a shared template. An activity of the item stays, and is refused by
 * `checkSimplesActivity`.
 */
export function withoutIdleActivity(trace: TaxTrace, operation: Operation): TaxTrace {
  if (!trace.simplesActivity || trace.simplesActivity.source === 'ITEM' || isOfSimples(operation)) return trace;
  const kept = { ...trace };
  delete kept.simplesActivity;
  return kept;
}

function isOfSimples({ regime, ibsCbsRegime }: Operation): boolean {
  if (regime === 'NORMAL') return ibsCbsRegime === 'SIMPLES_PENDING' || ibsCbsRegime === 'SIMPLES_EXCESS_PENDING';
  return regime !== 'MEI';
}

/** What is wrong with the activity of a line (NT 2026.005). */
export function checkSimplesActivity(trace: TaxTrace, operation: Operation): TaxFault[] {
  const malformed = checkActivityCode(trace);
  if (malformed.length > 0 || !trace.simplesActivity) return malformed;
  if (!isOfSimples(operation)) {
    const message =
      'simplesActivity (cAtivSN) é de quem está no Simples Nacional, e não de MEI, ou de quem espera por ele: não envie este campo, ou acerte o ' +
      'regime da empresa com "lavra company set --tax-regime" ou "--ibs-cbs-regime".';
    return [{ field: 'simplesActivity', message }];
  }
  return checkNotTaxed(trace);
}

/** Whether goods can have the activity. Only its code is looked at. */
export function checkActivityCode(trace: TaxTrace): TaxFault[] {
  const code = tracedText(trace, 'simplesActivity');
  if (!code || ofGoods.includes(code)) return [];
  const known = activities.get(code);
  const message = known
    ? `A atividade ${code} (${known.description}) não é de NF-e nem de NFC-e: use ${ofGoods.join(', ')}.`
    : `${code} não está na tabela de atividades do Simples Nacional (cAtivSN): use ${ofGoods.join(', ')}.`;
  return [{ field: 'simplesActivity', message }];
}

/** An activity that is not taxed with a class that forbids it (rule UB14-90). */
export function checkNotTaxed(trace: TaxTrace): TaxFault[] {
  const classification = tracedText(trace, 'ibsCbsClassification');
  const effect = effectOf(classification);
  if (tracedText(trace, 'simplesActivity') !== notTaxed || !effect?.forbids90) return [];
  const message =
    `A atividade 90 é de operações não tributáveis, e o cClassTrib ${classification} é de ${effect.description} (rejeição 1277): ` +
    'acerte simplesActivity ou ibsCbsClassification.';
  return [{ field: 'simplesActivity', message }];
}
