import { type Decimal, decimal, money, percent, percentOf, round2, rounded, zero } from '../../money.ts';
import type { IcmsAmounts } from '../amounts.ts';
import { numberOf, type TaxFault, type TaxTrace, tracedText } from '../fields.ts';
import { retainedPart, singlePhaseFuel } from '../fuels.ts';
import { counterWords, isForCounter, type Operation } from '../operation.ts';
import { icmsSituations } from './situations.ts';

/** A fuel's quantities in the unit of its rate: the quantity on which the issuer owes ICMS, and the biofuel whose ICMS is retained with it. */
export type FuelQuantities = { anpCode: string; own: Decimal; retained: Decimal };

/** ICMS of a fuel as it is printed, what is due, and what is retained, which adds to the note's value. */
export type SinglePhaseIcms = { printed: Partial<IcmsAmounts>; value: Decimal; added: Decimal };

const nothing: SinglePhaseIcms = { printed: {}, value: zero, added: zero };

/** Single-phase ICMS of one line whose trace `checkIcms` passed (NT 2023.001 v1.60, groups N02a, N03a, N07a and N08a). */
export function singlePhaseOf(trace: TaxTrace, fuel: FuelQuantities | undefined): SinglePhaseIcms {
  const singlePhase = icmsSituations.get(tracedText(trace, 'icmsSituation'))?.singlePhase;
  if (!singlePhase || !fuel) return nothing;
  const rate = adRem(trace, 'icmsMonoRate');
  const value = round2(fuel.own.times(rate));
  switch (singlePhase) {
    case 'OWN':
      return { printed: ownOf(fuel, rate, value), value, added: zero };
    case 'RETAINED':
      return retainedOf(trace, fuel, { rate, value });
    case 'DEFERRED':
      return deferredOf(trace, fuel, { rate, value });
    case 'COLLECTED':
      return {
        printed: {
          monoCollectedQuantity: quantity(fuel.own),
          monoCollectedRate: percent(rate),
          monoCollectedValue: money(value),
        },
        value: zero,
        added: zero,
      };
  }
}

type Own = { rate: Decimal; value: Decimal };

function ownOf({ own }: FuelQuantities, rate: Decimal, value: Decimal): Partial<IcmsAmounts> {
  return { monoQuantity: quantity(own), monoRate: percent(rate), monoValue: money(value) };
}

function retainedOf(trace: TaxTrace, fuel: FuelQuantities, { rate, value }: Own): SinglePhaseIcms {
  const retainedRate = adRem(trace, 'icmsMonoRetainedRate');
  const retained = round2(fuel.retained.times(retainedRate).times(retainedPart(fuel.anpCode)));
  const reduction = numberOf(trace, 'icmsMonoReductionRate');
  return {
    printed: {
      ...ownOf(fuel, rate, value),
      monoRetainedQuantity: quantity(fuel.retained),
      monoRetainedRate: percent(retainedRate),
      monoRetainedValue: money(retained),
      ...(reduction.isZero()
        ? {}
        : { monoReduction: money(reduction), monoReductionReason: tracedText(trace, 'icmsMonoReductionReason') }),
    },
    value,
    added: retained,
  };
}

function deferredOf(trace: TaxTrace, fuel: FuelQuantities, { rate, value }: Own): SinglePhaseIcms {
  const deferralRate = numberOf(trace, 'icmsDeferralRate');
  const deferred = percentOf(value, deferralRate);
  const due = value.minus(deferred);
  return {
    printed: {
      ...ownOf(fuel, rate, due),
      monoOperationValue: money(value),
      deferralRate: percent(deferralRate),
      monoDeferredValue: money(deferred),
    },
    value: due,
    added: zero,
  };
}

/** The rate that is printed and multiplied: a level's rate, less the reduction (rule N38-10 does not check a reduced one). */
function adRem(trace: TaxTrace, name: 'icmsMonoRate' | 'icmsMonoRetainedRate'): Decimal {
  const kept = decimal('100').minus(numberOf(trace, 'icmsMonoReductionRate'));
  return rounded(numberOf(trace, name).times(kept).div(100), 4);
}

function quantity(value: Decimal): string {
  return rounded(value, 4).toFixed(4);
}

/** Situations of fuels, and others that a single-phase fuel may have (rule N12-110). */
const ofFuels: ReadonlySet<string> = new Set(['02', '15', '53', '61', '40', '41', '50', '90']);

/** Whether situation and fuel go together, and what a situation of fuels needs and lacks (NT 2023.001 v1.60). */
export function checkSinglePhase(trace: TaxTrace, operation: Operation, anpCode: string | undefined): TaxFault[] {
  const code = tracedText(trace, 'icmsSituation');
  const refuse = (message: string): TaxFault[] => [{ field: 'icmsSituation', message }];
  const fuel = singlePhaseFuel(anpCode ?? '');
  if (!icmsSituations.get(code)?.singlePhase) {
    if (!fuel || ofFuels.has(code)) return [];
    return refuse(
      `${fuel.description} tem ICMS monofásico (rejeição 960): use o CST 61 na revenda, ou 02, 15 ou 53 quando o imposto é devido agora; veio ${code}.`,
    );
  }
  if (!fuel) {
    return refuse(
      anpCode
        ? `O CST ${code} é de combustível com ICMS monofásico, e o código ANP ${anpCode} não está na tabela deles (rejeição 959).`
        : `O CST ${code} é de combustível: informe no item fuel, com o código ANP em anpCode (rejeição 959).`,
    );
  }
  return [...checkRecipient(code, operation), ...checkRates(trace, code)];
}

/** Recipients to whom the situation may not be used: rules N12-30 (766) and N12-70 (508). */
function checkRecipient(code: string, operation: Operation): TaxFault[] {
  const { direction, taxpayerType, destination } = operation;
  if (code === '61') return [];
  if (isForCounter(operation)) {
    const { name, instead } = counterWords(operation);
    const message = `A ${name} só tem o CST 61 entre os de combustível (rejeição 766): troque o CST ${code}, ou ${instead}.`;
    return [{ field: 'icmsSituation', message }];
  }
  const mayBeTold = direction === 'IN' || taxpayerType !== 'NAO_CONTRIBUINTE' || (code === '02' && destination === '1');
  if (mayBeTold) return [];
  const message = `O CST ${code} não serve a quem não é contribuinte do ICMS (rejeição 508): use 61, ou 02 dentro do estado.`;
  return [{ field: 'icmsSituation', message }];
}

function checkRates(trace: TaxTrace, code: string): TaxFault[] {
  const faults: TaxFault[] = [];
  if (!trace.icmsMonoRate) {
    const message = `O CST ${code} pede a alíquota ad rem, em reais por unidade: informe icmsMonoRate.`;
    faults.push({ field: 'icmsMonoRate', message });
  }
  if (code === '15' && !trace.icmsMonoRetainedRate) {
    const message = 'O CST 15 pede a alíquota ad rem do biocombustível: informe icmsMonoRetainedRate.';
    faults.push({ field: 'icmsMonoRetainedRate', message });
  }
  return faults;
}

/** The reduction of the ad rem rate has at most two places, and goes together with its reason (N47, N48). */
export function checkMonoReduction(trace: TaxTrace): TaxFault[] {
  const [reduction, reason] = [
    tracedText(trace, 'icmsMonoReductionRate'),
    tracedText(trace, 'icmsMonoReductionReason'),
  ];
  if (reduction && !/^\d+(\.\d{1,2}0*)?$/.test(reduction)) {
    const message = `A redução da alíquota ad rem tem até 2 casas decimais; veio ${reduction}.`;
    return [{ field: 'icmsMonoReductionRate', message }];
  }
  if (Number(reduction) > 0 && !/^[19]$/.test(reason)) {
    const message = 'Diga em icmsMonoReductionReason o motivo da redução: 1 (transporte coletivo) ou 9 (outros).';
    return [{ field: 'icmsMonoReductionReason', message }];
  }
  if (reason && !reduction) {
    const message = 'Há motivo de redução sem ela: informe icmsMonoReductionRate, ou não envie o motivo.';
    return [{ field: 'icmsMonoReductionReason', message }];
  }
  return [];
}
