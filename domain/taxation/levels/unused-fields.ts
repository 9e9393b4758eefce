import { type TaxFieldName, taxFieldNames, type TaxFields } from '../fields.ts';
import { ibsCbsClass } from '../ibs-cbs/class.ts';
import { icmsFieldsOf, icmsSituations } from '../icms/situations.ts';
import { isIpiCharged } from '../ipi/ipi.ts';
import { isContributionCharged } from '../pis-cofins.ts';

const icmsParameters = taxFieldNames.filter(
  (name) => /^(icms|fcp)/.test(name) && name !== 'icmsOrigin' && name !== 'icmsSituation',
);

/** The fields of a level that its own codes have no use for; without a code of its own, its parameters may serve another level's. */
export function unusedFields(fields: TaxFields): Set<TaxFieldName> {
  const { pisSituation, cofinsSituation, ipiSituation } = fields;
  const unused = new Set<TaxFieldName>(unusedIcms(fields));
  if (fields.icmsStModBc && fields.icmsStModBc !== '4') unused.add('icmsStMva');
  if (pisSituation && !isContributionCharged(pisSituation)) unused.add('pisRate');
  if (cofinsSituation && !isContributionCharged(cofinsSituation)) unused.add('cofinsRate');
  if (ipiSituation && !isIpiCharged(ipiSituation)) unused.add('ipiRate');
  if (ibsCbsClass(fields.ibsCbsClassification ?? '')?.needsRegularTaxation === false) {
    unused.add('ibsCbsRegularSituation');
    unused.add('ibsCbsRegularClassification');
  }
  return unused;
}

function unusedIcms({ icmsSituation }: TaxFields): TaxFieldName[] {
  const situation = icmsSituations.get(icmsSituation ?? '');
  if (!situation) return [];
  const used = new Set(icmsFieldsOf(situation));
  return icmsParameters.filter((name) => !used.has(name));
}
