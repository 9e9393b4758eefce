import { type TaxFault, type TaxTrace, textOf } from '../fields.ts';
import { ibsCbsClass, isIbsCbsSituation } from './class.ts';

/** Situations that goods can have where nothing is suspended. */
const ordinary = new Set(['000', '200', '400', '410', '510', '515']);

/**
 * Whether a line says what it would pay if its condition were not fulfilled (gTribRegular) where its class asks for that, and only there
 * (rules 1065 and 1114), with codes that exist and go together (1066, 1067).
 */
export function checkRegularPair(trace: TaxTrace): TaxFault[] {
  const classification = textOf(trace, 'ibsCbsClassification');
  const isWanted = ibsCbsClass(classification)?.needsRegularTaxation ?? false;
  const regular = textOf(trace, 'ibsCbsRegularClassification');
  const situation = textOf(trace, 'ibsCbsRegularSituation');
  if (!isWanted) {
    if (!regular && !situation) return [];
    const field = regular ? 'ibsCbsRegularClassification' : 'ibsCbsRegularSituation';
    const message = `O cClassTrib ${classification || 'do item'} não mostra a tributação regular (rejeição 1114): não envie ${field}.`;
    return [{ field, message }];
  }
  if (!regular) {
    const message =
      `O cClassTrib ${classification} mostra o que seria devido sem ele (rejeição 1065): informe em ibsCbsRegularClassification ` +
      'o cClassTrib que o item teria, por exemplo 000001.';
    return [{ field: 'ibsCbsRegularClassification', message }];
  }
  return checkRegular(regular, situation || regular.slice(0, 3));
}

function checkRegular(classification: string, situation: string): TaxFault[] {
  const refuse = (message: string): TaxFault[] => [{ field: 'ibsCbsRegularClassification', message }];
  const found = ibsCbsClass(classification);
  if (!found) {
    return refuse(`${classification} não está na tabela de classificação tributária do IBS/CBS (rejeição 1067).`);
  }
  if (!isIbsCbsSituation(situation)) {
    const message = `${situation} não é um CST do IBS/CBS (rejeição 1066): use, por exemplo, 000 ou 200.`;
    return [{ field: 'ibsCbsRegularSituation', message }];
  }
  if (found.situation !== situation) {
    return refuse(
      `O cClassTrib ${classification} é do CST ${found.situation} do IBS/CBS, não do ${situation}: acerte um dos dois.`,
    );
  }
  if (!ordinary.has(situation) || found.needsRegularTaxation || !found.isForNfe) {
    return refuse(`O cClassTrib ${classification} não é o de uma venda sem suspensão: use, por exemplo, 000001.`);
  }
  return [];
}
