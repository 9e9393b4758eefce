import { ibsCbsClass, isIbsCbsSituation } from '../taxation/ibs-cbs/class.ts';
import type { ServiceFault, ServiceFieldName, ServiceFields } from '../taxation/levels/service-fields.ts';

type Pair = { situation: ServiceFieldName; classification: ServiceFieldName };
const own: Pair = { situation: 'ibsCbsSituation', classification: 'ibsCbsClassification' };
const regular: Pair = { situation: 'ibsCbsRegularSituation', classification: 'ibsCbsRegularClassification' };
const deferrals: ServiceFieldName[] = ['ibsStateDeferralRate', 'ibsMunicipalDeferralRate', 'cbsDeferralRate'];

/** Why the IBS/CBS group that a service declares would be refused (DPS group IBSCBS; the amounts are the authority's). */
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

/** Deferral (NT 2025.002 §5): the DPS says how much. */
const deferred = new Set(['510', '515']);

/** What the DPS must say beside a cClassTrib; null where the table does not have it. */
export function ibsCbsNeeds(classification: string): { regularTaxation: boolean; deferral: boolean } | null {
  const found = ibsCbsClass(classification);
  return found ? { regularTaxation: found.needsRegularTaxation, deferral: deferred.has(found.situation) } : null;
}
