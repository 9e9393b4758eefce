import type { Fault } from '../taxation/fault.ts';
import type { TaxFields } from '../taxation/fields.ts';
import type { NfeConfigInput } from './product-input.ts';

/** NCM and CEST of a product, digits only, with what is wrong with them. NCM `00` is of what is no good (MOC 7.0, I05). */
export function settleGoodsCodes(config: NfeConfigInput): { fields: Pick<TaxFields, 'ncm' | 'cest'>; faults: Fault[] } {
  const ncm = digitsOf(config.ncm);
  const cest = digitsOf(config.cest);
  const faults: Fault[] = [];
  if (ncm && !/^(\d{8}|00)$/.test(ncm)) {
    const message = `O NCM tem 8 dígitos (ou 00, para o que não é mercadoria); veio ${ncm}.`;
    faults.push({ code: 'validation_error', path: 'nfeConfig.ncm', message });
  }
  if (cest && !/^\d{7}$/.test(cest)) {
    faults.push({ code: 'invalid_cest', path: 'nfeConfig.cest', message: `O CEST tem 7 dígitos; veio ${cest}.` });
  }
  return { fields: { ...(ncm ? { ncm } : {}), ...(cest ? { cest } : {}) }, faults };
}

function digitsOf(text: string | null | undefined): string {
  return text?.replaceAll(/[.\s]/g, '') ?? '';
}
