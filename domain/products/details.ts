import { decimalFault, unitValueForm } from '../decimal-form.ts';
import type { Fault } from '../faults.ts';
import { gtinFault } from '../gtin.ts';
import { decimal, unitPrice } from '../money.ts';
import { cleanText, hasValidCharacters } from '../xml/clean-text.ts';
import type { NormalProduct, ProductInput } from './product.entity.ts';

/** The fields of a product except its taxation. */
export type ProductDetails = Omit<NormalProduct, 'taxation' | 'taxRule'>;

/** Longest xProd, and below it longest cProd, of a note. */
const nameAtMost = 120;
const codeAtMost = 60;

/** Name, code, price and units of a product in normal form, with their faults. */
export function normalizeDetails(input: ProductInput): { details: ProductDetails; faults: Fault[] } {
  const name = cleanText(input.name);
  const code = cleanText(input.code);
  const { units, faults } = normalizeUnits(input);
  const price = normalizePrice(input.salePrice?.trim() ?? '');
  const gtin = normalizeGtin(input.gtin?.trim() ?? '');
  const factors = normalizeFactors(input);
  return {
    details: { name, code, gtin: gtin.value, salePrice: price.value, ...units, ...factors.values },
    faults: [
      ...checkText(name, 'name', { what: 'nome', atMost: nameAtMost }),
      ...checkText(code, 'code', { what: 'código', atMost: codeAtMost }),
      ...gtin.faults,
      ...price.faults,
      ...faults,
      ...factors.faults,
    ],
  };
}

const factorNames = ['taxUnitFactor', 'taxUnitExportFactor'] as const;
type Factors = Pick<ProductDetails, (typeof factorNames)[number]>;

/** Factors in normal form: how many taxable units are in one commercial unit, without trailing zeros; null where none was sent. */
function normalizeFactors(input: ProductInput): { values: Factors; faults: Fault[] } {
  const values: Factors = { taxUnitFactor: null, taxUnitExportFactor: null };
  const faults: Fault[] = [];
  for (const name of factorNames) {
    const text = input[name]?.trim() ?? '';
    const fault = text === '' ? null : factorFault(text);
    if (fault !== null) faults.push({ code: 'validation_error', path: name, message: fault });
    else if (text !== '') values[name] = decimal(text).toFixed();
  }
  return { values, faults };
}

function factorFault(text: string): string | null {
  const fault = decimalFault(text, unitValueForm);
  if (fault !== null || !decimal(text).isZero()) return fault;
  return 'O fator da unidade deve ser maior que zero.';
}

function checkText(text: string, path: string, { what, atMost }: { what: string; atMost: number }): Fault[] {
  const refused = (message: string): Fault[] => [{ code: 'validation_error', path, message }];
  if (text.length === 0) return refused(`Informe o ${what} do produto.`);
  if (text.length > atMost) return refused(`O ${what} tem no máximo ${atMost} caracteres.`);
  if (!hasValidCharacters(text))
    return refused(`O ${what} tem caracteres que a nota não aceita: use letras do português.`);
  return [];
}

function normalizeGtin(text: string): { value: string | null; faults: Fault[] } {
  if (text === '' || text.toUpperCase() === 'SEM GTIN') return { value: null, faults: [] };
  const fault = gtinFault(text);
  if (fault === null) return { value: text, faults: [] };
  const message = `${fault} Sem código de barras, envie null.`;
  return { value: null, faults: [{ code: 'validation_error', path: 'gtin', message }] };
}

function normalizePrice(text: string): { value: string | null; faults: Fault[] } {
  if (text === '') return { value: null, faults: [] };
  const message = decimalFault(text, unitValueForm);
  if (message === null) return { value: unitPrice(decimal(text)), faults: [] };
  return { value: null, faults: [{ code: 'validation_error', path: 'salePrice', message }] };
}

/** Default units. */
const defaults = { commercialUnit: 'UN - UNIDADE', taxUnit: 'UN - UNIDADE', taxUnitExport: 'KG - QUILOGRAMA' };
type UnitName = keyof typeof defaults;
const unitNames = ['commercialUnit', 'taxUnit', 'taxUnitExport'] as const satisfies readonly UnitName[];

/** The three units, with defaults for those that were not sent, and their faults. */
function normalizeUnits(input: ProductInput): { units: Record<UnitName, string>; faults: Fault[] } {
  const units = { ...defaults };
  for (const name of unitNames) units[name] = cleanText(input[name] ?? '') || defaults[name];
  return { units, faults: unitNames.flatMap((name) => checkUnit(units[name], name)) };
}

function checkUnit(unit: string, path: UnitName): Fault[] {
  const code = unitCode(unit);
  if (code.length >= 1 && code.length <= 6 && unit.length <= 60 && hasValidCharacters(code)) return [];
  const message =
    'A unidade vai para a nota com até 6 caracteres: escreva a sigla e, depois de " - ", o nome, como "UN - UNIDADE".';
  return [{ code: 'validation_error', path, message }];
}

/** The code of a unit, which goes into uCom and uTrib: `UN` of `UN - UNIDADE`. */
export function unitCode(unit: string): string {
  return unit.split(' - ', 1)[0]?.trim() ?? '';
}
