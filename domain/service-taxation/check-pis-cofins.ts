import { decimal } from '../money.ts';
import type { ServiceFault, ServiceFieldName, ServiceFields } from '../taxation/levels/service-fields.ts';

/** Nothing, without incidence, suspended: no base, no rate, no withholding (rules E0678 to E0698). */
const withoutContribution = new Set(['00', '08', '09']);
/** Single phase at resale and rate zero: the rates are zero (rule E0688). */
const atZero = new Set(['04', '06']);

/** Whether the situation prints neither base nor rates; what the payer withholds may still stand beside it (NT SE/CGNFS-e 007/2026). */
export function hasNoContribution(cst: string): boolean {
  return withoutContribution.has(cst);
}

/** Whether the situation prints rates of zero. */
export function isAtZero(cst: string): boolean {
  return atZero.has(cst);
}

/** Why PIS and COFINS of a service would be refused; without a situation its rates may complete another level's. */
export function checkServiceContribution(fields: ServiceFields): ServiceFault[] {
  const { pisCofinsCst: cst, pisCofinsWithholding } = fields;
  if (!cst || hasNoContribution(cst)) return [];
  const faults = atZero.has(cst) ? zeroFaults(fields, cst) : rateFaults(fields, cst);
  if (pisCofinsWithholding) return faults;
  const message = `Com o CST ${cst}, informe pisCofinsWithholding: 0 quando PIS, COFINS e CSLL não são retidos.`;
  return [...faults, { field: 'pisCofinsWithholding', message }];
}

function rateFaults(fields: ServiceFields, cst: string): ServiceFault[] {
  return rateNames
    .filter((field) => !fields[field])
    .map((field) => ({ field, message: `O CST ${cst} tem alíquotas: informe ${field} em porcento.` }));
}

function zeroFaults(fields: ServiceFields, cst: string): ServiceFault[] {
  return rateNames
    .filter((field) => !decimal(fields[field]).isZero())
    .map((field) => ({ field, message: `No CST ${cst} a alíquota é zero: informe 0 ou retire ${field}.` }));
}

const rateNames: ServiceFieldName[] = ['pisRate', 'cofinsRate'];
