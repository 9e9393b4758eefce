import { moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { hasContributions } from '../../taxation/ended-taxes.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { GoodsPayload } from '../payload.ts';
import { withheldNames } from '../withheld-taxes.ts';
import { checkDecimal } from './forms.ts';

const path = 'withheldTaxes';
const onBases = [
  ['irrf', 'irrfBase', 'o IRRF'],
  ['socialSecurity', 'socialSecurityBase', 'a contribuição previdenciária'],
] as const;

/** Faults of form of federal taxes that the buyer withholds (group W23). */
export function checkWithheldTaxes({ withheldTaxes: withheld }: GoodsPayload): Fault[] {
  if (!withheld) return [];
  const faults = withheldNames.flatMap((name) => checkDecimal(withheld[name], moneyForm, `${path}.${name}`));
  if (faults.length > 0) return faults;
  return onBases.flatMap(([tax, base, inWords]) => {
    if (!withheld[tax] || decimal(withheld[tax]).isZero()) return [];
    if (!withheld[base])
      return [refusal(`${path}.${base}`, `Informe a base sobre a qual ${inWords} foi retida na fonte.`)];
    if (decimal(withheld[tax]).lte(decimal(withheld[base]))) return [];
    return [refusal(`${path}.${tax}`, 'O valor retido é maior que a sua base: confira os dois.')];
  });
}

/** PIS and COFINS end with 2026 (LC 214/2025 art. 542): a later note withholds neither. */
export function checkWithheldOn({ withheldTaxes: withheld }: GoodsPayload, operation: Operation): Fault[] {
  if (!withheld || hasContributions(operation)) return [];
  return (['pis', 'cofins'] as const).flatMap((tax) => {
    if (!withheld[tax] || decimal(withheld[tax]).isZero()) return [];
    const message = 'O PIS e a COFINS acabaram em 2026 (LC 214/2025 art. 542): não há deles o que reter.';
    return [refusal(`${path}.${tax}`, message, 'invalid_taxation')];
  });
}
