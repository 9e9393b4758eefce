import { DateTime } from 'luxon';
import { moneyForm, weightForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { stateCodes } from '../../states.ts';
import { taxIdKind } from '../../tax-id.ts';
import { type SugarCane, sugarCaneOf } from '../farm-goods.ts';
import type { GoodsPayload } from '../payload.ts';
import { checkDecimal, checkWritten } from './forms.ts';

const mostDeliveries = 31;
const mostDeductions = 10;
/** The most kilograms: 11 digits before the point (TDec_1110v). */
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

/** Whether the month has the day. A month that does not exist is refused elsewhere; here it counts as one of 31 days. */
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

/** A note is about cane that has arrived: its month is over or runs, by the issuer's clock (`date`, `2026-11-21`). */
export function checkCaneMonth({ sugarCane }: GoodsPayload, date: string): Fault[] {
  if (!sugarCane || sugarCane.month <= date.slice(0, 7)) return [];
  return [refusal('sugarCane.month', `O mês ${sugarCane.month} ainda não chegou: informe o da cana que foi entregue.`)];
}

/** Faults of form of prescriptions of pesticides, and of the permit with which animals, plants or wood travel (agropecuario). */
export function checkFarmGoods({ pesticidePrescriptions, transitPermit: permit }: GoodsPayload): Fault[] {
  const prescriptions = pesticidePrescriptions ?? [];
  if (prescriptions.length > 0 && permit) {
    const message =
      'Uma nota diz receituários de agrotóxicos ou uma guia de trânsito: emita uma nota para cada (agropecuario, PL_010f).';
    return [refusal('transitPermit', message)];
  }
  return [
    ...prescriptions.flatMap(({ number, agronomistTaxId }, index) => {
      const path = `pesticidePrescriptions[${index}]`;
      const faults = checkWritten(number, { least: 1, most: 30 }, `${path}.number`);
      if (taxIdKind(agronomistTaxId) === 'CPF') return faults;
      const message = `${agronomistTaxId.slice(0, 20)} não é um CPF: confira o do responsável técnico na receita.`;
      return [...faults, refusal(`${path}.agronomistTaxId`, message)];
    }),
    ...(permit
      ? [
          ...(stateCodes.has(permit.state)
            ? []
            : [refusal('transitPermit.state', `${permit.state.slice(0, 10)} não é a sigla de uma UF.`)]),
          ...checkWritten(permit.series, { least: 0, most: 9 }, 'transitPermit.series'),
          ...(/^\d{1,9}$/.test(permit.number)
            ? []
            : [refusal('transitPermit.number', 'O número da guia tem de 1 a 9 dígitos.')]),
        ]
      : []),
  ];
}
