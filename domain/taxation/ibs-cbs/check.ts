import { type AdjustmentKind, boundClassifications } from '../adjustments.ts';
import { type TaxFault, type TaxTrace, tracedText } from '../fields.ts';
import { shippedLawTables } from '../law-tables.ts';
import { periodOn } from '../rates/ibs-cbs.ts';
import type { Operation } from '../operation.ts';
import { hasAmounts, ibsCbsClass, isIbsCbsSituation } from './class.ts';
import { needsRates, ratesDue } from './ibs-cbs.ts';

/** Situations that need gIBSCBS or no group at all (NT 2025.002 §5); the others need data that no level has. */
const computable = new Set(['000', '200', '400', '410', '510', '515', '550']);

/** Situations that notes may have and Lavra cannot write, with the reason in Portuguese. */
const inexpressible: ReadonlyMap<string, string> = new Map([
  [
    '620',
    'as alíquotas do IBS e da CBS monofásicos ainda não foram fixadas em lei (LC 214/2025 art. 172): deixe o combustível sem IBS e CBS',
  ],
  [
    '830',
    'a exclusão da base de cálculo é da distribuidora de energia elétrica (LC 214/2025 art. 28, §§ 3º e 4º), cujos valores ainda não são aceitos aqui',
  ],
]);

/**
 * Why the resolved IBS and CBS of a line cannot be computed (rules 1020 to 1025 and 1200 to 1202). A line without a situation has no group, and no
 * fault.
 */
export function checkIbsCbs(trace: TaxTrace, operation: Operation): TaxFault[] {
  const situation = tracedText(trace, 'ibsCbsSituation');
  if (!situation) return operation.isUnregistered ? [neededByUnregistered] : checkRegularPair(trace);
  const { adjustment } = operation;
  const faults = adjustment?.classification
    ? checkBoundClass(trace, adjustment)
    : [...checkIbsCbsPair(trace), ...checkConsumerClass(trace, operation), ...checkValidity(trace, operation)];
  if (faults.length > 0 || !hasAmounts(situation) || !needsRates(operation) || ratesDue(operation)) return faults;
  return [{ field: 'ibsCbsSituation', message: missingRates(operation) }];
}

/** Rule UB12-11 (NT 2026.007 v1.10), which has no exception. */
const neededByUnregistered: TaxFault = {
  field: 'ibsCbsClassification',
  message:
    'Sem inscrição estadual a NF-e é do IBS e da CBS, e todo item precisa deles (rejeição 162): informe ibsCbsClassification, 000001 onde ' +
    'a tributação é integral.',
};

/** A fault where the rates of the day are not known: the CBS of 2027 and later waits for the Senate (LC 214/2025 art. 347). */
function missingRates({ date, rates = shippedLawTables }: Operation): string {
  const isPartlyKnown = periodOn(rates, date) !== undefined;
  const missing = isPartlyKnown ? 'A alíquota da CBS' : 'As alíquotas do IBS e da CBS';
  const verb = isPartlyKnown ? 'não está' : 'não estão';
  return (
    `${missing} em ${date} ainda ${verb} na tabela: quando publicada, acrescente-a com "lavra rates add ibs-cbs" e reinicie ` +
    'API e workers, ou atualize o Lavra.'
  );
}

/**
 * Whether situation (CST) and classification (cClassTrib) go together and with an NF-e. Either may be missing: situation 000 implies a
 * classification, and every classification a situation, which the table fills in.
 */
export function checkIbsCbsPair(trace: TaxTrace): TaxFault[] {
  const situation = tracedText(trace, 'ibsCbsSituation');
  const classification = tracedText(trace, 'ibsCbsClassification');
  if (classification) {
    const ofClass = checkClassification(classification, situation || classification.slice(0, 3));
    return ofClass.length > 0 ? ofClass : checkRegularPair(trace);
  }
  if (!situation || situation === '000') return [];
  if (!isIbsCbsSituation(situation)) {
    const message = `${situation} não é um CST do IBS/CBS: use, por exemplo, 000 ou 200.`;
    return [{ field: 'ibsCbsSituation', message }];
  }
  const message = `Com ibsCbsSituation ${situation}, informe ibsCbsClassification (cClassTrib), de 6 dígitos.`;
  return [{ field: 'ibsCbsClassification', message }];
}

/** A note whose kind prescribes the class: the item may only repeat it or leave it out. */
function checkBoundClass(trace: TaxTrace, { purpose, type, classification }: AdjustmentKind): TaxFault[] {
  const said = { ibsCbsClassification: classification ?? '', ibsCbsSituation: classification?.slice(0, 3) ?? '' };
  const faulty = (['ibsCbsClassification', 'ibsCbsSituation'] as const).find(
    (field) => tracedText(trace, field) !== said[field],
  );
  if (!faulty) return checkRegularPair(trace);
  const note = purpose === 'CREDIT' ? `rtcCreditType ${type}` : `rtcDebitType ${type}`;
  const message = `Com ${note} o IBS e a CBS do item são do cClassTrib ${classification}: não envie ${faulty}.`;
  return [{ field: faulty, message }];
}

/** The class may be used on some days only. */
function checkValidity(trace: TaxTrace, { date }: Operation): TaxFault[] {
  const classification = tracedText(trace, 'ibsCbsClassification');
  const found = ibsCbsClass(classification);
  if (!found?.isForNfe || (found.from <= date && date <= (found.until ?? date))) return [];
  const when = date < found.from ? `só vale a partir de ${found.from}` : `deixou de valer em ${found.until ?? ''}`;
  const message = `O cClassTrib ${classification} ${when}: escolha outro da tabela.`;
  return [{ field: 'ibsCbsClassification', message }];
}

/** Fewer classes go with an NFC-e than with an NF-e (rule 1025). */
function checkConsumerClass(trace: TaxTrace, { model }: Operation): TaxFault[] {
  const classification = tracedText(trace, 'ibsCbsClassification');
  const found = ibsCbsClass(classification);
  if (model === '55' || !found?.isForNfe || found.isForNfce) return [];
  const message = `O cClassTrib ${classification} não é permitido em NFC-e: escolha outro da tabela, ou emita uma NF-e.`;
  return [{ field: 'ibsCbsClassification', message }];
}

function checkClassification(classification: string, situation: string): TaxFault[] {
  const found = ibsCbsClass(classification);
  if (!found) {
    const message = `${classification} não está na tabela de classificação tributária (cClassTrib) do IBS/CBS.`;
    return [{ field: 'ibsCbsClassification', message }];
  }
  if (found.situation !== situation) {
    const message = `O cClassTrib ${classification} é do CST ${found.situation} do IBS/CBS, não do ${situation}: acerte um dos dois.`;
    return [{ field: 'ibsCbsClassification', message }];
  }
  if (!found.isForNfe) {
    const message = `O cClassTrib ${classification} não é permitido em NF-e: escolha outro da tabela.`;
    return [{ field: 'ibsCbsClassification', message }];
  }
  if (boundClassifications.has(classification)) {
    const message = `O cClassTrib ${classification} é de um tipo de nota de crédito ou de débito, que o traz por si: use outro da tabela.`;
    return [{ field: 'ibsCbsClassification', message }];
  }
  if (!computable.has(situation)) {
    const why = inexpressible.get(situation) ?? 'seus grupos do IBS/CBS ainda não são aceitos aqui';
    const message = `O cClassTrib ${classification} não pode ser emitido: ${why}.`;
    return [{ field: 'ibsCbsClassification', message }];
  }
  return [];
}

/** Situations that goods can have if nothing is suspended. */
const ordinary = new Set(['000', '200', '400', '410', '510', '515']);

/**
 * Whether a line tells what it would pay if its condition were not fulfilled (gTribRegular): it must where its class asks for that, and may not
 * elsewhere (rules 1065 and 1114), with codes that exist and go together (1066, 1067).
 */
function checkRegularPair(trace: TaxTrace): TaxFault[] {
  const classification = tracedText(trace, 'ibsCbsClassification');
  const isWanted = ibsCbsClass(classification)?.needsRegularTaxation ?? false;
  const regular = tracedText(trace, 'ibsCbsRegularClassification');
  const situation = tracedText(trace, 'ibsCbsRegularSituation');
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
