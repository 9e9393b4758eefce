import { decimal, money, percent, round2, rounded, sum, zero } from '../../money.ts';
import type { IcmsAmounts } from '../../taxation/amounts.ts';
import { biofuelOf, isMixture, singlePhaseFuel } from '../../taxation/fuels.ts';
import type { FuelQuantities } from '../../taxation/icms/single-phase.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { ComputedItem } from '../computed-note.ts';
import type { ComputedFuel, FuelInput } from '../fuel.ts';
import type { ItemInput } from '../payload.ts';
import { taxableQuantity } from './taxable-unit.ts';

/** The fuel of a line as its note has it. The payload is already checked. */
export function computeFuel(fuel: FuelInput, { destinationState }: Pick<Operation, 'destinationState'>): ComputedFuel {
  const { anpCode, cide, meter } = fuel;
  return {
    anpCode,
    description: fuel.description || (singlePhaseFuel(anpCode)?.description ?? ''),
    glpPercent: optional(fuel.glpPercent, 4),
    nationalGasPercent: optional(fuel.nationalGasPercent, 4),
    importedGasPercent: optional(fuel.importedGasPercent, 4),
    startingValue: optional(fuel.startingValue, 2),
    codif: fuel.codif || null,
    temperatureQuantity: optional(fuel.temperatureQuantity, 4),
    consumptionState: fuel.consumptionState || (destinationState ?? 'EX'),
    biodieselPercent: optional(fuel.biodieselPercent, 4),
    origins: (fuel.origins ?? []).map((origin) => ({ ...origin, percent: percent(decimal(origin.percent)) })),
    cide: cide
      ? {
          quantity: decimal(cide.quantity).toFixed(4),
          rate: decimal(cide.rate).toFixed(4),
          value: money(round2(decimal(cide.quantity).times(decimal(cide.rate)))),
        }
      : null,
    meter: meter
      ? {
          nozzle: meter.nozzle,
          pump: meter.pump || null,
          tank: meter.tank,
          start: decimal(meter.start).toFixed(3),
          end: decimal(meter.end).toFixed(3),
        }
      : null,
  };
}

function optional(text: string | null | undefined, places: number): string | null {
  return text ? decimal(text).toFixed(places) : null;
}

/**
 * The quantities of a line's fuel on which ICMS is computed. Where the fuel is a mixture and the ICMS of its biofuel is retained, the issuer's own
 * quantity is the rest (NT 2023.001 v1.60 §7).
 */
export function fuelQuantities(item: ItemInput, isRetained: boolean): FuelQuantities | null {
  if (!item.fuel) return null;
  const { anpCode } = item.fuel;
  const whole = taxableQuantity(item);
  const retained = isRetained ? (retainedQuantity(item) ?? zero) : zero;
  return { anpCode, own: isMixture(anpCode) ? whole.minus(retained) : whole, retained };
}

/** Quantity of biofuel whose ICMS the line retains: the one that is given, else by the percentage of biofuel; null where neither tells. */
export function retainedQuantity(item: ItemInput) {
  const { fuel } = item;
  if (fuel?.retainedQuantity) return decimal(fuel.retainedQuantity);
  if (!fuel?.biodieselPercent) return null;
  const biofuel = biofuelOf(fuel.anpCode, taxableQuantity(item), decimal(fuel.biodieselPercent));
  return biofuel && rounded(biofuel, 4);
}

/** The sentences that a note has about its single-phase ICMS, one for each rate (NT 2023.001 v1.60 §6). */
export function fuelTexts(items: ComputedItem[]): string[] {
  const fuels = items.flatMap(({ icms, fuel }) =>
    icms && fuel ? [{ icms, unit: units[singlePhaseFuel(fuel.anpCode)?.unit ?? 'L'] ?? 'litros' }] : [],
  );
  const ofSituation = (...codes: string[]) => fuels.filter(({ icms }) => codes.includes(icms.situation));
  return [
    ...amountTexts(ofSituation('02', '15'), 'próprio', ownOf),
    ...amountTexts(ofSituation('15'), 'sujeito a retenção', retainedOf),
    ...(ofSituation('53').length > 0 ? [deferred] : []),
    ...(ofSituation('61').length > 0 ? [collected] : []),
  ];
}

const units: Readonly<Record<string, string>> = { L: 'litros', KG: 'kg' };
const deferred = 'ICMS monofásico sobre combustíveis diferido conforme Convênio ICMS 199/2022.';
const collected = 'ICMS monofásico sobre combustíveis cobrado anteriormente conforme Convênio ICMS 199/2022.';

type Fuel = { icms: IcmsAmounts; unit: string };
type Amounts = { quantity: string | undefined; rate: string | undefined; value: string | undefined };

function ownOf({ monoQuantity, monoRate, monoValue }: IcmsAmounts): Amounts {
  return { quantity: monoQuantity, rate: monoRate, value: monoValue };
}

function retainedOf({ monoRetainedQuantity, monoRetainedRate, monoRetainedValue }: IcmsAmounts): Amounts {
  return { quantity: monoRetainedQuantity, rate: monoRetainedRate, value: monoRetainedValue };
}

function amountTexts(fuels: Fuel[], name: string, of: (icms: IcmsAmounts) => Amounts): string[] {
  const lines = fuels.map(({ icms, unit }) => ({ ...of(icms), unit }));
  const kinds = new Map(lines.map(({ rate, unit }) => [`${rate ?? ''} ${unit}`, { rate, unit }]));
  return [...kinds.values()].map(({ rate, unit }) => {
    const alike = lines.filter((line) => line.rate === rate && line.unit === unit);
    const quantity = sum(alike.map((line) => decimal(line.quantity))).toFixed();
    const value = money(sum(alike.map((line) => decimal(line.value))));
    const shown = [quantity, rate ?? '', value].map((text) => text.replace('.', ','));
    return `ICMS monofásico ${name}: BC ${shown[0] ?? ''} (em ${unit}); Alíquota: R$ ${shown[1] ?? ''}; ICMS mono: R$ ${shown[2] ?? ''}.`;
  });
}
