import { DateTime } from 'luxon';
import { moneyForm, weightForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal } from '../../money.ts';
import type { GoodsPayload } from '../payload.ts';
import { type SugarCane, sugarCaneOf } from '../sugar-cane.ts';
import { checkDecimal, checkWritten } from './forms.ts';

const mostDeliveries = 31;
const mostDeductions = 10;
/** 11 digits before the point (TDec_1110v). */
const mostKilograms = '99999999999';

/** Faults of form of the cane that a supplier delivered in a month (group ZC). */
export function checkSugarCane({ type, printedAs, sugarCane }: GoodsPayload): Fault[] {
  if (!sugarCane) return [];
  if (type !== 'NFE' || printedAs === 'COUPON') {
    const [note, instead] = type === 'NFE' ? ['NF-e em cupom', 'emita-a em A4'] : ['NFC-e', 'emita uma NF-e'];
    return [refusal('sugarCane', `A ${note} não registra aquisição de cana (rejeição 763): ${instead}.`)];
  }
  const faults = [...checkMonth(sugarCane), ...checkDeliveries(sugarCane), ...checkDeductions(sugarCane)];
  return faults.length > 0 ? faults : checkSums(sugarCane);
}

function checkMonth({ harvest, month }: SugarCane): Fault[] {
  const [, from, to] = /^(\d{4})(?:\/(\d{4}))?$/.exec(harvest) ?? [];
  const isHarvest = from !== undefined && (to === undefined || Number(to) === Number(from) + 1);
  return [
    ...(isHarvest ? [] : [refusal('sugarCane.harvest', 'A safra é um ano ou dois seguidos, como 2026/2027.')]),
    ...(/^2\d{3}-(0[1-9]|1[0-2])$/.test(month)
      ? []
      : [refusal('sugarCane.month', 'Informe o mês de referência como AAAA-MM, por exemplo 2026-11.')]),
  ];
}

function checkDeliveries({ month, deliveries, previousKilograms }: SugarCane): Fault[] {
  const path = 'sugarCane.deliveries';
  if (deliveries.length === 0 || deliveries.length > mostDeliveries) {
    return [refusal(path, `Informe o fornecimento de cada dia do mês: de 1 a ${mostDeliveries} dias.`)];
  }
  const days = deliveries.map(({ day }) => day);
  return [
    ...checkDecimal(previousKilograms, weightForm, 'sugarCane.previousKilograms'),
    ...deliveries.flatMap(({ day, kilograms }, index) => [
      ...checkDecimal(kilograms, weightForm, `${path}[${index}].kilograms`),
      ...(days.indexOf(day) === index ? [] : [refusal(`${path}[${index}].day`, `O dia ${day} já veio: some os dois.`)]),
      ...(isDayOf(month, day) ? [] : [refusal(`${path}[${index}].day`, `O mês ${month} não tem o dia ${day}.`)]),
    ]),
  ];
}

/** A month that is none is refused by itself. */
function isDayOf(month: string, day: number): boolean {
  const { daysInMonth } = DateTime.fromISO(`${month}-01`);
  return Number.isInteger(day) && day >= 1 && day <= (daysInMonth ?? 31);
}

function checkDeductions({ deductions, value }: SugarCane): Fault[] {
  const path = 'sugarCane.deductions';
  const said = deductions ?? [];
  if (said.length > mostDeductions) return [refusal(path, `São no máximo ${mostDeductions} deduções: some as demais.`)];
  return [
    ...checkDecimal(value, moneyForm, 'sugarCane.value'),
    ...said.flatMap((one, index) => [
      ...checkWritten(one.description, { least: 1, most: 60 }, `${path}[${index}].description`),
      ...checkDecimal(one.value, moneyForm, `${path}[${index}].value`),
    ]),
  ];
}

function checkSums(said: SugarCane): Fault[] {
  const computed = sugarCaneOf(said);
  if (!computed) return [];
  const { totalKilograms, netValue, deductedValue } = computed;
  return [
    ...(decimal(totalKilograms).lte(mostKilograms)
      ? []
      : [refusal('sugarCane.previousKilograms', 'O total da safra passa de 11 dígitos de quilogramas.')]),
    ...(netValue.startsWith('-')
      ? [refusal('sugarCane.deductions', `As deduções, R$ ${deductedValue}, passam do valor dos fornecimentos.`)]
      : []),
  ];
}

/** A note tells of cane that has arrived: of a month that is over or runs, on the issuer's own clock (`date`, `2026-11-21`). */
export function checkCaneMonth({ sugarCane }: GoodsPayload, date: string): Fault[] {
  if (!sugarCane || sugarCane.month <= date.slice(0, 7)) return [];
  return [refusal('sugarCane.month', `O mês ${sugarCane.month} ainda não chegou: informe o da cana que foi entregue.`)];
}
