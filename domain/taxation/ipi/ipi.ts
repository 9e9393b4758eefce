import { type Decimal, money, percent, percentOf, zero } from '../../money.ts';
import type { IpiAmounts } from '../../documents/computed-note.ts';
import type { TaxTrace } from '../fields.ts';
import { checkIpiFramework } from './framework-check.ts';
import type { TaxFault } from '../tax-fault.ts';
import { numberOf, textOf } from '../trace-value.ts';

const charged = new Set(['00', '49', '50', '99']);
const notCharged = new Set(['01', '02', '03', '04', '05', '51', '52', '53', '54', '55']);
/** Situations that mean nothing without a rate; the "other" ones (49, 99) may carry none. */
const needsRate = new Set(['00', '50']);

/** Whether the situation belongs to IPITrib and so uses a rate. */
export function isIpiCharged(situation: string): boolean {
  return charged.has(situation);
}

/** Why the resolved IPI of a line cannot be computed. A line without a situation has no IPI at all. */
export function checkIpi(trace: TaxTrace): TaxFault[] {
  const situation = textOf(trace, 'ipiSituation');
  if (!situation) {
    if (!trace.ipiRate) return [];
    return [{ field: 'ipiSituation', message: 'Há ipiRate sem ipiSituation: informe o CST do IPI, por exemplo 50.' }];
  }
  const faults: TaxFault[] = [];
  if (!charged.has(situation) && !notCharged.has(situation)) {
    const message = `${situation} não é um CST do IPI: use 00 a 05, 49 a 55 ou 99.`;
    faults.push({ field: 'ipiSituation', message });
  }
  if (needsRate.has(situation) && !trace.ipiRate) {
    const message = `O CST ${situation} do IPI é tributado: informe ipiRate em porcento.`;
    faults.push({ field: 'ipiRate', message });
  }
  return [...faults, ...checkIpiFramework(trace)];
}

/** IPI of one line on the operation's value (IPITrib) or without amounts (IPINT); printed is null where no level gives a situation. */
export function ipiOf(trace: TaxTrace, operationValue: Decimal): { printed: IpiAmounts | null; value: Decimal } {
  const situation = textOf(trace, 'ipiSituation');
  if (!situation) return { printed: null, value: zero };
  const framework = textOf(trace, 'ipiFramework');
  if (!charged.has(situation)) {
    return { printed: { framework, situation, base: null, rate: null, value: null }, value: zero };
  }
  const rate = numberOf(trace, 'ipiRate');
  const base = trace.ipiRate ? operationValue : zero;
  const value = percentOf(base, rate);
  return { printed: { framework, situation, base: money(base), rate: percent(rate), value: money(value) }, value };
}
