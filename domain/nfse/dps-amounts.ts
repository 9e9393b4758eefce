import type { ComputedService, ServiceAmounts } from '../documents/computed-service.ts';
import type { DeductionDocument, Deductions } from '../documents/service-sale.ts';
import { decimal } from '../money.ts';
import type { ServiceFields } from '../taxation/levels/service-fields.ts';
import { field, group } from '../xml/writer.ts';
import { layoutPerson } from './dps-person.ts';

/** Group valores: value of the service, deductions and taxes. */
export function layoutValores(service: ComputedService): string {
  const { amounts } = service;
  return group(
    'valores',
    group('vServPrest', field('vServ', amounts.service)),
    group(
      'vDescCondIncond',
      field('vDescIncond', amounts.unconditionalDiscount),
      field('vDescCond', amounts.conditionalDiscount),
    ),
    layoutDedRed(service.deductions),
    layoutTrib(service),
  );
}

/** Group vDedRed: deductions from the base of ISSQN. */
function layoutDedRed(deductions: Deductions | null): string {
  if (!deductions) return '';
  return group(
    'vDedRed',
    field('pDR', deductions.rate),
    field('vDR', deductions.value),
    group('documentos', ...(deductions.documents ?? []).map(layoutDocument)),
  );
}

function layoutDocument(document: DeductionDocument): string {
  const { municipalNfse } = document;
  return group(
    'docDedRed',
    field('chNFSe', document.nfseKey),
    field('chNFe', document.nfeKey),
    group(
      'NFSeMun',
      field('cMunNFSeMun', municipalNfse?.municipalityCode),
      field('nNFSeMun', municipalNfse?.number.padStart(15, '0')),
      field('cVerifNFSeMun', municipalNfse?.verificationCode),
    ),
    field('nDocFisc', document.fiscalNumber),
    field('nDoc', document.otherNumber),
    field('tpDedRed', document.type),
    field('xDescOutDed', document.description),
    field('dtEmiDoc', document.issueDate),
    field('vDedutivelRedutivel', document.deductibleValue),
    field('vDeducaoReducao', document.value),
    layoutPerson('fornec', document.supplier ?? null),
  );
}

/** Group trib: ISSQN, federal taxes, and the approximate total of taxes. */
function layoutTrib(service: ComputedService): string {
  const { fields, amounts } = service;
  return group('trib', layoutTribMun(fields), layoutTribFed(fields, amounts), layoutTotTrib(service));
}

/** Group tribMun: how ISSQN applies. The authority computes its amounts. */
function layoutTribMun(fields: ServiceFields): string {
  return group(
    'tribMun',
    field('tribISSQN', fields.issTaxation),
    field('cPaisResult', fields.issResultCountry),
    field('tpImunidade', fields.issImmunityType),
    group('exigSusp', field('tpSusp', fields.issSuspensionType), field('nProcesso', fields.issSuspensionProcess)),
    group('BM', field('nBM', fields.issBenefitCode), field('pRedBCBM', rateOfDps(fields.issBenefitReduction))),
    field('tpRetISSQN', fields.issWithholding),
    field('pAliq', rateOfDps(fields.issRate)),
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

/** Group piscofins: with a base it has both rates, and a rate that is not given is zero (E0684, E0688, E0690). */
function layoutPisCofins(fields: ServiceFields, { pisCofinsBase, pis, cofins }: ServiceAmounts): string {
  if (!fields.pisCofinsCst) return '';
  const hasBase = pisCofinsBase !== null;
  return group(
    'piscofins',
    field('CST', fields.pisCofinsCst),
    field('vBCPisCofins', pisCofinsBase),
    field('pAliqPis', hasBase ? rateOfDps(fields.pisRate ?? '0') : null),
    field('pAliqCofins', hasBase ? rateOfDps(fields.cofinsRate ?? '0') : null),
    field('vPis', pis),
    field('vCofins', cofins),
    field('tpRetPisCofins', fields.pisCofinsWithholding),
  );
}

/**
 * Group totTrib (Lei 12.741/2012): the approximate taxes of three treasuries in reais or in percent, the rate of Simples, or indTotTrib 0 for none.
 */
function layoutTotTrib({ fields, approximateTaxes }: ComputedService): string {
  if (approximateTaxes) {
    const { federalValue, stateValue, municipalValue } = approximateTaxes;
    return group(
      'totTrib',
      group(
        'vTotTrib',
        field('vTotTribFed', federalValue),
        field('vTotTribEst', stateValue),
        field('vTotTribMun', municipalValue),
      ),
    );
  }
  if (fields.totalSimplesRate) return group('totTrib', field('pTotTribSN', rateOfDps(fields.totalSimplesRate)));
  const rates = group(
    'pTotTrib',
    field('pTotTribFed', rateOfDps(fields.totalFederalRate)),
    field('pTotTribEst', rateOfDps(fields.totalStateRate)),
    field('pTotTribMun', rateOfDps(fields.totalMunicipalRate)),
  );
  return group('totTrib', rates || field('indTotTrib', '0'));
}

/** A rate in percent with two decimals, which checks of form have made sure of; null where there is none. */
export function rateOfDps(percentage: string | null | undefined): string | null {
  return percentage ? decimal(percentage).toFixed(2) : null;
}
