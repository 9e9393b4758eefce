import type { ComputedService, ServiceAmounts } from '../../documents/computed-service.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import { field, group } from '../../xml/writer.ts';
import { rate } from './rate.ts';

/** Group trib: ISSQN, federal taxes, and their approximate total. */
export function layoutTrib({ fields, amounts }: ComputedService): string {
  return group('trib', layoutTribMun(fields), layoutTribFed(fields, amounts), layoutTotTrib(fields));
}

/** Group tribMun: how ISSQN applies. Its amounts are the authority's. */
function layoutTribMun(fields: ServiceFields): string {
  return group(
    'tribMun',
    field('tribISSQN', fields.issTaxation),
    field('cPaisResult', fields.issResultCountry),
    field('tpImunidade', fields.issImmunityType),
    group('exigSusp', field('tpSusp', fields.issSuspensionType), field('nProcesso', fields.issSuspensionProcess)),
    group('BM', field('nBM', fields.issBenefitCode), field('pRedBCBM', rate(fields.issBenefitReduction))),
    field('tpRetISSQN', fields.issWithholding),
    field('pAliq', rate(fields.issRate)),
  );
}

function layoutTribFed(fields: ServiceFields, amounts: ServiceAmounts): string {
  return group(
    'tribFed',
    layoutPisCofins(fields, amounts),
    field('vRetCP', amounts.inss),
    field('vRetIRRF', amounts.irrf),
    field('vRetCSLL', amounts.csll),
  );
}

/** Group piscofins: where there is a base there are both rates, and a rate that nobody gave is zero (E0684, E0688, E0690). */
function layoutPisCofins(fields: ServiceFields, { pisCofinsBase, pis, cofins }: ServiceAmounts): string {
  if (!fields.pisCofinsCst) return '';
  const hasBase = pisCofinsBase !== null;
  return group(
    'piscofins',
    field('CST', fields.pisCofinsCst),
    field('vBCPisCofins', pisCofinsBase),
    field('pAliqPis', hasBase ? rate(fields.pisRate ?? '0') : null),
    field('pAliqCofins', hasBase ? rate(fields.cofinsRate ?? '0') : null),
    field('vPis', pis),
    field('vCofins', cofins),
    field('tpRetPisCofins', fields.pisCofinsWithholding),
  );
}

/** Group totTrib (Lei 12.741/2012): the rates of the three treasuries, the rate of Simples, or that nothing is told. */
function layoutTotTrib(fields: ServiceFields): string {
  if (fields.totalSimplesRate) return group('totTrib', field('pTotTribSN', rate(fields.totalSimplesRate)));
  const rates = group(
    'pTotTrib',
    field('pTotTribFed', rate(fields.totalFederalRate)),
    field('pTotTribEst', rate(fields.totalStateRate)),
    field('pTotTribMun', rate(fields.totalMunicipalRate)),
  );
  return group('totTrib', rates || field('indTotTrib', '0'));
}
