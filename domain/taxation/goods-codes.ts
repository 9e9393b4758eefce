import type { Fault } from '../faults.ts';
import type { TaxFields } from './fields.ts';

type GoodsCodes = Pick<TaxFields, 'ncm' | 'cest'>;

/** NCM and CEST, digits only, with what is wrong with them, told with `at` before their names. NCM `00` is of what is no good (MOC 7.0, I05). */
export function settleGoodsCodes(given: GoodsCodes, at: string): { fields: GoodsCodes; faults: Fault[] } {
  const ncm = digitsOf(given.ncm);
  const cest = digitsOf(given.cest);
  const faults: Fault[] = [];
  if (ncm && !/^(\d{8}|00)$/.test(ncm)) {
    const message = `O NCM tem 8 dígitos (ou 00, para o que não é mercadoria); veio ${ncm}.`;
    faults.push({ code: 'validation_error', path: `${at}ncm`, message });
  }
  if (cest && !/^\d{7}$/.test(cest)) {
    faults.push({ code: 'invalid_cest', path: `${at}cest`, message: `O CEST tem 7 dígitos; veio ${cest}.` });
  }
  return { fields: { ...(ncm ? { ncm } : {}), ...(cest ? { cest } : {}) }, faults };
}

function digitsOf(text: string | null | undefined): string {
  return text?.replaceAll(/[.\s]/g, '') ?? '';
}
