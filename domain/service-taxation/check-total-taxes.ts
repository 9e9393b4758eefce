import type { TaxRegime } from '../taxation/parties.ts';
import type { ServiceFault, ServiceFieldName, ServiceFields } from '../taxation/levels/service-fields.ts';

const byTreasury: ServiceFieldName[] = ['totalFederalRate', 'totalStateRate', 'totalMunicipalRate'];

/**
 * The approximate total of taxes (Lei 12.741/2012) is given in only one of two ways: the three treasuries' rates together, or the rate of
 * Simples. Without either the DPS says that it is not told (indTotTrib 0).
 */
export function checkTotalTaxes(fields: ServiceFields, regime: TaxRegime | null): ServiceFault[] {
  const said = byTreasury.filter((field) => fields[field]);
  const faults: ServiceFault[] = [];
  if (fields.totalSimplesRate && (regime === 'NORMAL' || regime === 'MEI')) {
    const message = 'totalSimplesRate é de microempresa ou empresa de pequeno porte do Simples Nacional: retire-o.';
    faults.push({ field: 'totalSimplesRate', message });
  }
  if (fields.totalSimplesRate && said.length > 0) {
    const message =
      'Informe totalSimplesRate ou as três alíquotas (federal, estadual e municipal), não as duas formas.';
    return [...faults, { field: 'totalSimplesRate', message }];
  }
  if (said.length === 0) return faults;
  const missing = byTreasury.filter((field) => !fields[field]);
  const message = 'As três alíquotas do total aproximado vão juntas: informe esta também, 0 se não houver.';
  return [...faults, ...missing.map((field) => ({ field, message }))];
}
