import { decimal, rounded } from '../money.ts';
import { ibsCbsClass } from '../taxation/ibs-cbs/class.ts';
import type { LawTables } from '../taxation/law-tables.ts';
import type { ServiceFields, ServiceTrace } from '../taxation/levels/service-fields.ts';
import type { TaxRegime } from '../taxation/operation.ts';
import { approximateRatesOfService } from '../taxation/rates/approximate-taxes.ts';
import { isAtZero } from './check-contributions.ts';
import { saysCsll, withheldRates } from './regime.ts';
import { isOutsideIss } from './service-code.ts';

/** The facts by which the rows of the tables for a service are found. */
export type TableCircumstances = {
  /** The country where the service is rendered; null in Brazil. */
  country: string | null;
  /** The issuer's regime by which the rules of ISSQN go. */
  issRegime: TaxRegime;
  /** Day of issue, as `2026-11-21`. */
  day: string;
  /** The law's tables in force; without them no approximate taxes are looked up. */
  rates?: LawTables | undefined;
};

/**
 * The values that law and layout give to fields that no level gives: ISSQN taxed, or exported if rendered abroad, or none for 99.01; no ISSQN
 * withheld; CST 00 beside a withholding alone (NT 007/2026); the rates of CST 04 and 06; 1 % of CSLL; the IBS/CBS situation of the class; and the
 * three rates of the operator's table of approximate taxes, if there is one.
 */
export function tableService(trace: ServiceTrace, around: TableCircumstances): ServiceFields {
  const { country } = around;
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
    ...tableTotal(trace, around),
    ibsCbsSituation: classification ? (ibsCbsClass(classification)?.situation ?? null) : null,
  };
}

/** The three rates of Lei 12.741/2012 from the operator's table. A MEI may leave them out (E0712), and does unless a level gives them. */
function tableTotal(
  trace: ServiceTrace,
  { rates, issRegime, day }: Pick<TableCircumstances, 'rates' | 'issRegime' | 'day'>,
): ServiceFields {
  const names = ['totalSimplesRate', 'totalFederalRate', 'totalStateRate', 'totalMunicipalRate'] as const;
  const serviceCode = trace.serviceCode?.value.replaceAll('.', '');
  if (!rates || !serviceCode || issRegime === 'MEI' || names.some((name) => trace[name])) return {};
  const found = approximateRatesOfService({ table: rates.approximateTaxes, date: day }, serviceCode);
  if (!found) return {};
  const inTwoPlaces = (rate: string) => rounded(decimal(rate), 2).toFixed();
  return {
    totalFederalRate: inTwoPlaces(found.federal),
    totalStateRate: inTwoPlaces(found.state),
    totalMunicipalRate: inTwoPlaces(found.municipal),
  };
}

function tableTaxation(serviceCode: string | undefined, country: string | null): string {
  if (serviceCode && isOutsideIss(serviceCode.replaceAll('.', ''))) return '4';
  return country === null ? '1' : '3';
}
