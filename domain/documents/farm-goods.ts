import { type Decimal, decimal, money, sum } from '../money.ts';

/** A prescription of pesticides: its number, and the CPF of the agronomist who signed it (defensivo). */
export type PesticidePrescription = { number: string; agronomistTaxId: string };

/** Kinds of transit permits: tpGuia. */
export const permitKinds = {
  GTA: '1',
  TTA: '2',
  DTA: '3',
  ATV: '4',
  PTV: '5',
  GTV: '6',
  FOREST: '7',
} as const;

/** The permit with which animals, plants or wood travel (guiaTransito); the number has up to nine digits. */
export type TransitPermit = {
  kind: keyof typeof permitKinds;
  state: string;
  series?: string | null;
  number: string;
};

/** Prescriptions of pesticides, or the permit of animals, plants or wood in transit (agropecuario): a note has one of both. */
export type FarmGoods = {
  pesticidePrescriptions?: PesticidePrescription[] | null;
  transitPermit?: TransitPermit | null;
};

/** Cane that arrived on a day of the month: net weight in kilograms, three decimals (forDia). */
export type CaneDelivery = { day: number; kilograms: string };
/** A deduction from the value of the cane, in reais (deduc). */
export type CaneDeduction = { description: string; value: string };

/** Sugar cane that a supplier delivered in a month (group ZC): harvest as `2026/2027`, month as `2026-11`, values in reais. */
export type SugarCane = {
  harvest: string;
  month: string;
  deliveries: CaneDelivery[];
  /** Kilograms that arrived in the months before (qTotAnt). */
  previousKilograms: string;
  deductions?: CaneDeduction[] | null;
  /** Value of the month's cane (vFor). */
  value: string;
};

/** Sugar cane with its sums: kilograms with three decimals, reais with two (qTotMes, qTotGer, vTotDed, vLiqFor). */
export type ComputedSugarCane = Omit<SugarCane, 'deductions'> & {
  deductions: CaneDeduction[];
  monthKilograms: string;
  totalKilograms: string;
  deductedValue: string;
  netValue: string;
};

/** The month's cane with its sums; null where the sale has none. Its form is already checked. */
export function sugarCaneOf(said: SugarCane | null | undefined): ComputedSugarCane | null {
  if (!said) return null;
  const { harvest, month, deliveries, previousKilograms, value } = said;
  const deductions = said.deductions ?? [];
  const ofMonth = sum(deliveries.map(({ kilograms }) => decimal(kilograms)));
  const deducted = sum(deductions.map((one) => decimal(one.value)));
  return {
    ...{ harvest, month },
    deliveries: deliveries.map(({ day, kilograms }) => ({ day, kilograms: weight(decimal(kilograms)) })),
    monthKilograms: weight(ofMonth),
    previousKilograms: weight(decimal(previousKilograms)),
    totalKilograms: weight(ofMonth.plus(decimal(previousKilograms))),
    deductions: deductions.map((one) => ({ ...one, value: money(decimal(one.value)) })),
    value: money(decimal(value)),
    deductedValue: money(deducted),
    netValue: money(decimal(value).minus(deducted)),
  };
}

function weight(kilograms: Decimal): string {
  return kilograms.toFixed(3);
}
