import { moneyForm, rateForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { stateCodes } from '../../states.ts';
import { carries } from '../../taxation/adjustments.ts';
import { type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { mayBeParted } from '../../taxation/icms/situations.ts';
import { counterWords, isForCounter, type Operation } from '../../taxation/operation.ts';
import type { ItemInput } from '../payload.ts';
import { checkDecimal } from './forms.ts';

/** Faults of form of ICMS that is split between two states (ICMSPart), or of ICMS-ST that is passed on to the state of destination (ICMSST). */
export function checkPartedIcmsForms({ icmsPartition, destinationSt }: ItemInput, path: string): Fault[] {
  if (icmsPartition && destinationSt) {
    const message =
      'O ICMS do item é partilhado (ICMSPart) ou repassado (ICMSST): envie só um: icmsPartition ou destinationSt, não os dois.';
    return [refusal(`${path}.destinationSt`, message)];
  }
  const percent = checkDecimal(icmsPartition?.ownBasePercent, rateForm, `${path}.icmsPartition.ownBasePercent`);
  return [
    ...percent,
    ...(icmsPartition && percent.length === 0 && !isShare(icmsPartition.ownBasePercent)
      ? [refusal(`${path}.icmsPartition.ownBasePercent`, 'Informe uma porcentagem maior que 0, de até 100.')]
      : []),
    ...(icmsPartition?.stState && !stateCodes.has(icmsPartition.stState)
      ? [refusal(`${path}.icmsPartition.stState`, `${icmsPartition.stState.slice(0, 10)} não é a sigla de uma UF.`)]
      : []),
    ...checkDecimal(destinationSt?.base, moneyForm, `${path}.destinationSt.base`),
    ...checkDecimal(destinationSt?.value, moneyForm, `${path}.destinationSt.value`),
  ];
}

function isShare(percent: string): boolean {
  return Number(percent) > 0 && Number(percent) <= 100;
}

/** Faults of a line's split or passed-on ICMS, by its situation (CST) and by the states that the goods leave and reach. */
export function checkPartedIcms(item: ItemInput, trace: TaxTrace, operation: Operation, path: string): Fault[] {
  const refuse = (name: string, message: string): Fault[] => [refusal(`${path}.${name}`, message, 'invalid_taxation')];
  if (item.icmsPartition) return checkPartition(item, trace, operation, refuse);
  if (item.destinationSt) return checkPassedOn(item, trace, operation, refuse);
  if (operation.destination !== '2' || item.vehicle?.sale !== 'DIRECT_BILLING') return [];
  const message =
    'O faturamento direto com entrega em outra UF partilha o ICMS (Convênio ICMS 51/2000): informe icmsPartition.';
  return refuse('icmsPartition', message);
}

type Refuse = (name: string, message: string) => Fault[];

function checkPartition(item: ItemInput, trace: TaxTrace, operation: Operation, refuse: Refuse): Fault[] {
  const code = tracedText(trace, 'icmsSituation');
  const { issuerState, partition } = operation;
  if (isForCounter(operation)) return refuse('icmsPartition', atCounter('partilha de ICMS', '741', operation));
  if (operation.destination !== '2' || partition?.stState === issuerState) {
    const message = `A partilha é com outra UF que ${issuerState}: não envie icmsPartition, ou acerte o destino.`;
    return refuse('icmsPartition', message);
  }
  if (!mayBeParted(code) || !carries('icms', trace, operation)) {
    return refuse('icmsPartition', `A partilha vai com o CST 10, 20 ou 90; veio ${code}: acerte icmsSituation.`);
  }
  return [
    ...(['icmsRate', 'icmsStRate'] as const)
      .filter((name) => !trace[name])
      .flatMap((name) => refuse(name, `O ICMS é partilhado: informe ${name}, em porcento.`)),
    ...(trace.icmsStExemptionReason
      ? refuse('icmsStExemptionReason', 'A partilha não tem ICMS-ST desonerado: não o envie.')
      : []),
  ];
}

function checkPassedOn(item: ItemInput, trace: TaxTrace, operation: Operation, refuse: Refuse): Fault[] {
  const code = tracedText(trace, 'icmsSituation');
  if (isForCounter(operation)) return refuse('destinationSt', atCounter('repasse de ICMS', '740', operation));
  if (operation.destination !== '2') {
    return refuse('destinationSt', 'O repasse do ICMS-ST é de operação interestadual: não envie destinationSt.');
  }
  if (!['41', '60'].includes(code) || !carries('icms', trace, operation)) {
    return refuse('destinationSt', `O repasse vai com o CST 41 ou 60; veio ${code}: acerte icmsSituation.`);
  }
  return [
    ...(item.retainedSt ? [] : refuse('retainedSt', 'Há repasse: informe em retainedSt o ICMS-ST retido antes.')),
    ...(trace.icmsExemptionReason
      ? refuse('icmsExemptionReason', 'O CST 41 com repasse não tem ICMS desonerado: não o envie.')
      : []),
  ];
}

function atCounter(what: string, rejection: string, operation: Operation): string {
  const { name, instead } = counterWords(operation);
  return `A ${name} não tem ${what} (rejeição ${rejection}): ${instead}.`;
}
