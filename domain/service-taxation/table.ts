import { ibsCbsClass } from '../taxation/ibs-cbs/class.ts';
import { isAtZero } from './check-pis-cofins.ts';
import type { ServiceFields, ServiceTrace } from './fields.ts';
import { isOutsideIss } from './service-code.ts';
import { saysCsll, withheldRates } from './withholding.ts';

/**
 * What law and layout say where no level does: ISSQN taxed, exported where the service is rendered abroad, none for 99.01; nothing withheld
 * of it; CST 00 beside a withholding alone (NT 007/2026), the rates of CST 04 and 06, 1 % of CSLL; and the IBS/CBS situation of the
 * class.
 */
export function tableService(trace: ServiceTrace, { country }: { country: string | null }): ServiceFields {
  const said = (name: keyof ServiceTrace) => trace[name]?.value;
  const withholding = said('pisCofinsWithholding');
  const cst = said('pisCofinsCst') ?? (withholding && withholding !== '0' ? '00' : null);
  const zero = cst && isAtZero(cst) ? '0' : null;
  const issTaxation = said('issTaxation') ?? tableTaxation(said('serviceCode'), country);
  const classification = said('ibsCbsClassification');
  return {
    issTaxation,
    issResultCountry: issTaxation === '3' ? country : null,
    issWithholding: '1',
    pisCofinsCst: cst,
    pisRate: zero,
    cofinsRate: zero,
    csllRate: saysCsll(withholding) ? withheldRates.csll : null,
    ibsCbsSituation: classification ? (ibsCbsClass(classification)?.situation ?? null) : null,
  };
}

function tableTaxation(serviceCode: string | undefined, country: string | null): string {
  if (serviceCode && isOutsideIss(serviceCode.replaceAll('.', ''))) return '4';
  return country === null ? '1' : '3';
}
