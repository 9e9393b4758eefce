import { decimal, money, sum } from '../../money.ts';
import type { IcmsAmounts } from '../../taxation/amounts.ts';
import { singlePhaseFuel } from '../../taxation/fuels/table.ts';
import type { ComputedItem } from '../computed-note.ts';

/** What the note says in words of its single-phase ICMS, one sentence for each rate (NT 2023.001 v1.60 §6). */
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
