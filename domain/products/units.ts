import type { Fault } from '../faults.ts';
import { cleanText, isPrintable } from '../xml/clean-text.ts';
import type { ProductInput } from './product-input.ts';
import { unitCode } from './unit-code.ts';

/** Spec 2-extended §2.5, rule 1. */
const defaults = { commercialUnit: 'UN - UNIDADE', taxUnit: 'UN - UNIDADE', taxUnitExport: 'KG - QUILOGRAMA' };
type UnitName = keyof typeof defaults;
const unitNames = ['commercialUnit', 'taxUnit', 'taxUnitExport'] as const satisfies readonly UnitName[];

/** The three units, those that were not sent by default, with what is wrong with them. */
export function settleUnits(input: ProductInput): { units: Record<UnitName, string>; faults: Fault[] } {
  const units = { ...defaults };
  for (const name of unitNames) units[name] = cleanText(input[name] ?? '') || defaults[name];
  return { units, faults: unitNames.flatMap((name) => checkUnit(units[name], name)) };
}

function checkUnit(unit: string, path: UnitName): Fault[] {
  const code = unitCode(unit);
  if (code.length >= 1 && code.length <= 6 && unit.length <= 60 && isPrintable(code)) return [];
  const message =
    'A unidade vai para a nota com até 6 caracteres: escreva a sigla e, depois de " - ", o nome, como "UN - UNIDADE".';
  return [{ code: 'validation_error', path, message }];
}
