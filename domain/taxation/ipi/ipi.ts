import { type Decimal, money, percent, percentOf, zero } from '../../money.ts';
import type { IpiAmounts } from '../amounts.ts';
import { chargedByUnit, type ChargedUnits } from '../per-unit.ts';
import { numberOf, type TaxFault, type TaxFieldName, taxFieldNames, type TaxTrace, tracedText } from '../fields.ts';
import { counterWords, isForCounter, type Operation } from '../operation.ts';

const charged = new Set(['00', '49', '50', '99']);
const notCharged = new Set(['01', '02', '03', '04', '05', '51', '52', '53', '54', '55']);
/** Situations that need a rate; those of other operations (49, 99) may do without. */
const needsRate = new Set(['00', '50']);

/** Whether the situation belongs to IPITrib, and so uses a rate. */
export function isIpiCharged(situation: string): boolean {
  return charged.has(situation);
}

/** Why the resolved IPI of a line cannot be computed. A line without a situation has no IPI, and no fault. */
export function checkIpi(trace: TaxTrace, unitRate?: Decimal): TaxFault[] {
  const situation = tracedText(trace, 'ipiSituation');
  if (!situation) {
    if (!trace.ipiRate && !unitRate) return [];
    return [{ field: 'ipiSituation', message: 'Há ipiRate sem ipiSituation: informe o CST do IPI, por exemplo 50.' }];
  }
  const faults: TaxFault[] = [];
  if (!charged.has(situation) && !notCharged.has(situation)) {
    const message = `${situation} não é um CST do IPI: use 00 a 05, 49 a 55 ou 99.`;
    faults.push({ field: 'ipiSituation', message });
  }
  if (unitRate && trace.ipiRate?.source === 'ITEM') {
    faults.push({ field: 'ipiRate', message: 'O IPI é por alíquota ou por unidade: envie ipiRate ou ipiUnitRate.' });
  }
  if (unitRate && notCharged.has(situation)) {
    const message = `O CST ${situation} do IPI não cobra nada: não envie ipiUnitRate, ou use 50.`;
    faults.push({ field: 'ipiSituation', message });
  }
  if (needsRate.has(situation) && !trace.ipiRate && !unitRate) {
    const message = `O CST ${situation} do IPI é tributado: informe ipiRate em porcento.`;
    faults.push({ field: 'ipiRate', message });
  }
  return [...faults, ...checkIpiFramework(trace)];
}

/**
 * IPI of one line: on the operation's value or by taxable unit (IPITrib), or without amounts (IPINT). `printed` is null where no level gives a
 * situation.
 */
export function ipiOf(
  trace: TaxTrace,
  operationValue: Decimal,
  perUnit: ChargedUnits | null = null,
): { printed: IpiAmounts | null; value: Decimal } {
  const situation = tracedText(trace, 'ipiSituation');
  if (!situation) return { printed: null, value: zero };
  const framework = tracedText(trace, 'ipiFramework');
  if (!charged.has(situation)) {
    return { printed: { framework, situation, base: null, rate: null, value: null }, value: zero };
  }
  if (perUnit) {
    const { printed, value } = chargedByUnit(perUnit);
    return { printed: { framework, situation, base: null, rate: null, ...printed }, value };
  }
  const rate = numberOf(trace, 'ipiRate');
  const base = trace.ipiRate ? operationValue : zero;
  const value = percentOf(base, rate);
  return { printed: { framework, situation, base: money(base), rate: percent(rate), value: money(value) }, value };
}

/** The first and the last framework code (cEnq) of a legal ground. */
type Range = { ground: string; first: string; last: string };
const exemption: Range = { ground: 'isenção', first: '301', last: '351' };
const immunity: Range = { ground: 'imunidade', first: '001', last: '007' };
const suspension: Range = { ground: 'suspensão', first: '101', last: '162' };
const otherwise: Range = { ground: 'outros casos', first: '601', last: '608' };
const anyOther = '999';

/** Situations whose framework code must be in the range of their legal ground (NT 2015.002 v1.41, annex XIV; rules 387 and 388). */
const ranges: ReadonlyMap<string, Range> = new Map([
  ['02', exemption],
  ['52', exemption],
  ['04', immunity],
  ['54', immunity],
  ['05', suspension],
  ['55', suspension],
]);

/** A framework code (cEnq) of the wrong form, or out of the range of the situation. */
export function checkIpiFramework(trace: TaxTrace): TaxFault[] {
  const framework = tracedText(trace, 'ipiFramework');
  if (!framework) return [];
  if (!/^\d{3}$/.test(framework)) {
    const message = `O enquadramento do IPI tem 3 dígitos, por exemplo 999; veio ${framework}.`;
    return [{ field: 'ipiFramework', message }];
  }
  const situation = tracedText(trace, 'ipiSituation');
  const range = ranges.get(situation) ?? otherwise;
  const { ground, first, last } = range;
  const isOther = range === otherwise && framework === anyOther;
  if (!situation || isOther || (first <= framework && framework <= last)) return [];
  const inWords = `de ${first} a ${last}${range === otherwise ? ', ou 999' : ''}`;
  const message = `O CST ${situation} do IPI (${ground}) pede em ipiFramework um enquadramento ${inWords}; está ${framework}.`;
  return [{ field: 'ipiFramework', message }];
}

const ipiFields: ReadonlySet<TaxFieldName> = new Set(taxFieldNames.filter((name) => name.startsWith('ipi')));

/** A note for the counter has no group for IPI (rule 742): the fields of IPI are dropped where they charge nothing. */
export function withoutIdleIpi(trace: TaxTrace, operation: Operation): TaxTrace {
  if (!isForCounter(operation) || chargesIpi(trace)) return trace;
  const kept: TaxTrace = {};
  for (const name of taxFieldNames) if (trace[name] && !ipiFields.has(name)) kept[name] = trace[name];
  return kept;
}

/** A note for the counter cannot charge IPI. */
export function checkConsumerIpi(trace: TaxTrace, operation: Operation): TaxFault[] {
  if (!isForCounter(operation) || !chargesIpi(trace)) return [];
  const { name, instead } = counterWords(operation);
  const message = `A ${name} não tem IPI: para vender este item ${instead}, ou retire o IPI dele.`;
  return [{ field: 'ipiSituation', message }];
}

/** Whether the line charges IPI. The form of the rate is checked elsewhere: anything but zero counts. */
function chargesIpi(trace: TaxTrace): boolean {
  return isIpiCharged(tracedText(trace, 'ipiSituation')) && !/^[0.]*$/.test(tracedText(trace, 'ipiRate'));
}
