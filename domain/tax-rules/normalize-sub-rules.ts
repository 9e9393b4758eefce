import type { CompanySettings } from '../companies/settings.ts';
import { type Fault, refuseAny } from '../faults.ts';
import type { NfseSubRule } from '../taxation/levels/nfse-sub-rule.ts';
import type { NfeSubRule } from '../taxation/levels/nfe-sub-rule.ts';
import { levelContext } from '../taxation/levels/normalize-level.ts';
import { normalizeNfeSubRules } from './normalize-nfe.ts';
import { normalizeNfseSubRules } from './normalize-nfse.ts';
import type { TaxRuleModel } from './tax-rule.entity.ts';

/** The lists of sub-rules that were sent; one that was not is undefined and stays as it is. */
export type AskedSubRules = { nfeTaxRules?: NfeSubRule[] | undefined; nfseTaxRules?: NfseSubRule[] | undefined };

/**
 * The sub-rules of a rule as they are kept, checked for the company that has it; a company without fiscal settings has no regime yet, and
 * its codes are not checked against a table.
 *
 * @throws DomainError `invalid_taxation` for what would be refused at emission, `validation_error` for sub-rules of the other model
 */
export function normalizeSubRules(
  model: TaxRuleModel,
  { nfeTaxRules, nfseTaxRules }: AskedSubRules,
  settings: CompanySettings | null,
): AskedSubRules {
  const context = levelContext(settings);
  const nfe = nfeTaxRules && normalizeNfeSubRules(nfeTaxRules, context);
  const nfse = nfseTaxRules && normalizeNfseSubRules(nfseTaxRules, context);
  refuseAny([...otherModel(model, { nfeTaxRules, nfseTaxRules }), ...(nfe?.faults ?? []), ...(nfse?.faults ?? [])]);
  return { nfeTaxRules: nfe?.subRules, nfseTaxRules: nfse?.subRules };
}

function otherModel(model: TaxRuleModel, { nfeTaxRules, nfseTaxRules }: AskedSubRules): Fault[] {
  const [own, other, subRules] =
    model === 'NFE' ? ['nfeTaxRules', 'nfseTaxRules', nfseTaxRules] : ['nfseTaxRules', 'nfeTaxRules', nfeTaxRules];
  if (!subRules || subRules.length === 0) return [];
  const message = `Esta regra é do modelo ${model}: envie as sub-regras em ${own} e retire ${other}.`;
  return [{ code: 'validation_error', path: other, message }];
}
