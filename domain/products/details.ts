import { decimalFault, unitValueForm } from '../documents/decimal-check.ts';
import { isGtin } from '../documents/gtin.ts';
import type { Fault } from '../taxation/fault.ts';
import { cleanText } from '../xml/clean-text.ts';
import type { NormalProduct } from './normal-product.ts';
import { priceText } from './price.ts';
import type { ProductInput } from './product-input.ts';
import { settleUnits } from './units.ts';

/** All of a product but its taxation. */
export type ProductDetails = Omit<NormalProduct, 'taxation' | 'taxRule'>;

/** Longest xProd and cProd of a note. */
const nameAtMost = 120;
const codeAtMost = 60;

/** Name, code, price and units of a product in normal form, with what is wrong with them. */
export function settleDetails(input: ProductInput): { details: ProductDetails; faults: Fault[] } {
  const name = cleanText(input.name);
  const code = cleanText(input.code);
  const { units, faults } = settleUnits(input);
  const price = settlePrice(input.salePrice?.trim() ?? '');
  const gtin = settleGtin(input.gtin?.trim() ?? '');
  return {
    details: { name, code, gtin: gtin.value, salePrice: price.value, ...units },
    faults: [
      ...checkLength(name, 'name', { what: 'nome', atMost: nameAtMost }),
      ...checkLength(code, 'code', { what: 'código', atMost: codeAtMost }),
      ...gtin.faults,
      ...price.faults,
      ...faults,
    ],
  };
}

function checkLength(text: string, path: string, { what, atMost }: { what: string; atMost: number }): Fault[] {
  if (text.length > 0 && text.length <= atMost) return [];
  const message = text ? `O ${what} tem no máximo ${atMost} caracteres.` : `Informe o ${what} do produto.`;
  return [{ code: 'validation_error', path, message }];
}

function settleGtin(text: string): { value: string | null; faults: Fault[] } {
  if (text === '' || text.toUpperCase() === 'SEM GTIN') return { value: null, faults: [] };
  if (isGtin(text)) return { value: text, faults: [] };
  const message = `O GTIN tem 8, 12, 13 ou 14 dígitos e dígito verificador; ${text} não confere. Sem código de barras, envie null.`;
  return { value: null, faults: [{ code: 'validation_error', path: 'gtin', message }] };
}

function settlePrice(text: string): { value: string | null; faults: Fault[] } {
  if (text === '') return { value: null, faults: [] };
  const message = decimalFault(text, unitValueForm);
  if (message === null) return { value: priceText(text), faults: [] };
  return { value: null, faults: [{ code: 'validation_error', path: 'salePrice', message }] };
}
