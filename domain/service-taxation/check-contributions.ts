import { decimal } from '../money.ts';
import { ibsCbsClass, isIbsCbsSituation } from '../taxation/ibs-cbs/class.ts';
import type { ServiceFault, ServiceFieldName, ServiceFields } from '../taxation/levels/service-fields.ts';
import type { TaxRegime } from '../taxation/operation.ts';

/** Situations without a base or a rate of their own: none (00), no incidence, suspension (rules E0678 to E0698). */
const withoutContribution = new Set(['00', '08', '09']);
/** Situations with rates of zero: single phase at resale, and rate zero (rule E0688). */
const atZero = new Set(['04', '06']);

/** Whether a situation has neither base nor rates. The payer may withhold contributions nevertheless (NT SE/CGNFS-e 007/2026). */
export function hasNoContribution(cst: string): boolean {
  return withoutContribution.has(cst);
}

/** Whether a situation has rates of zero. */
export function isAtZero(cst: string): boolean {
  return atZero.has(cst);
}

/** Why PIS and COFINS of a service would be refused. Rates without a situation are no fault: they may complete another level's. */
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

type Pair = { situation: ServiceFieldName; classification: ServiceFieldName };
const own: Pair = { situation: 'ibsCbsSituation', classification: 'ibsCbsClassification' };
const regular: Pair = { situation: 'ibsCbsRegularSituation', classification: 'ibsCbsRegularClassification' };
const deferrals: ServiceFieldName[] = ['ibsStateDeferralRate', 'ibsMunicipalDeferralRate', 'cbsDeferralRate'];

/** Why the IBS/CBS group of a service would be refused (DPS group IBSCBS; its amounts are computed by the authority). */
export function checkServiceIbsCbs(fields: ServiceFields): ServiceFault[] {
  const ofPair = checkPair(fields, own);
  const classification = fields.ibsCbsClassification;
  const needs = classification ? ibsCbsNeeds(classification) : null;
  if (ofPair.length > 0 || !classification || !needs) return ofPair;
  const missing = [
    ...(needs.regularTaxation && !fields.ibsCbsRegularClassification ? [regular.classification] : []),
    ...(needs.deferral ? deferrals.filter((field) => !fields[field]) : []),
  ];
  return [
    ...missing.map((field) => ({ field, message: `O cClassTrib ${classification} pede ${field}: informe-o também.` })),
    ...checkPair(fields, regular),
  ];
}

function checkPair(fields: ServiceFields, names: Pair): ServiceFault[] {
  const situation = fields[names.situation];
  const classification = fields[names.classification];
  if (!classification) return situation ? checkAlone(situation, names) : [];
  const message = classMessage(classification, situation || classification.slice(0, 3));
  return message ? [{ field: names.classification, message }] : [];
}

function checkAlone(situation: string, names: Pair): ServiceFault[] {
  if (!isIbsCbsSituation(situation)) {
    const message = `${situation} não é um CST do IBS/CBS: use, por exemplo, 000 ou 200.`;
    return [{ field: names.situation, message }];
  }
  const message = `Com ${names.situation} ${situation}, informe ${names.classification} (cClassTrib), de 6 dígitos.`;
  return [{ field: names.classification, message }];
}

function classMessage(classification: string, situation: string): string | null {
  const found = ibsCbsClass(classification);
  if (!found) return `${classification} não está na tabela de classificação tributária (cClassTrib) do IBS/CBS.`;
  if (found.situation !== situation) {
    return `O cClassTrib ${classification} é do CST ${found.situation} do IBS/CBS, não do ${situation}: acerte um dos dois.`;
  }
  if (!found.isForNfse) return `O cClassTrib ${classification} não é permitido em NFS-e: escolha outro da tabela.`;
  return null;
}

/** Situations of deferral, for which the DPS gives the deferred part (NT 2025.002 §5). */
const deferred = new Set(['510', '515']);

/** What the DPS must give beside a cClassTrib; null where the table does not have the class. */
export function ibsCbsNeeds(classification: string): { regularTaxation: boolean; deferral: boolean } | null {
  const found = ibsCbsClass(classification);
  return found ? { regularTaxation: found.needsRegularTaxation, deferral: deferred.has(found.situation) } : null;
}

const byTreasury: ServiceFieldName[] = ['totalFederalRate', 'totalStateRate', 'totalMunicipalRate'];

/**
 * Faults of the approximate total of taxes (Lei 12.741/2012). A DPS gives it in one of two ways: the rates of the three treasuries together, or the
 * rate of Simples. Without either it declares that it gives none (indTotTrib 0).
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
