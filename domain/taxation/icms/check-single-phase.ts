import { type TaxFault, type TaxTrace, textOf } from '../fields.ts';
import { singlePhaseFuel } from '../fuels/table.ts';
import type { Operation } from '../operation.ts';
import { icmsSituations } from './situations.ts';

/** Situations of fuels, and the others that a single-phase fuel may have (rule N12-110). */
const ofFuels: ReadonlySet<string> = new Set(['02', '15', '53', '61', '40', '41', '50', '90']);

/** Whether situation and fuel go together, and what a situation of fuels needs (NT 2023.001 v1.60). */
export function checkSinglePhase(trace: TaxTrace, operation: Operation, anpCode: string | undefined): TaxFault[] {
  const code = textOf(trace, 'icmsSituation');
  const refuse = (message: string): TaxFault[] => [{ field: 'icmsSituation', message }];
  const fuel = singlePhaseFuel(anpCode ?? '');
  if (!icmsSituations.get(code)?.singlePhase) {
    if (!fuel || ofFuels.has(code)) return [];
    return refuse(
      `${fuel.description} tem ICMS monofásico (rejeição 960): use o CST 61 na revenda, ou 02, 15 ou 53 quando o imposto é devido agora; veio ${code}.`,
    );
  }
  if (!fuel) {
    return refuse(
      anpCode
        ? `O CST ${code} é de combustível com ICMS monofásico, e o código ANP ${anpCode} não está na tabela deles (rejeição 959).`
        : `O CST ${code} é de combustível: informe no item fuel, com o código ANP em anpCode (rejeição 959).`,
    );
  }
  return [...checkRecipient(code, operation), ...checkRates(trace, code)];
}

/** Rules N12-30 (766) and N12-70 (508). */
function checkRecipient(code: string, { model, direction, taxpayerType, destination }: Operation): TaxFault[] {
  if (code === '61') return [];
  if (model === '65') {
    const message = `A NFC-e só tem o CST 61 entre os de combustível (rejeição 766): troque o CST ${code}, ou emita uma NF-e.`;
    return [{ field: 'icmsSituation', message }];
  }
  const mayBeTold = direction === 'IN' || taxpayerType !== 'NAO_CONTRIBUINTE' || (code === '02' && destination === '1');
  if (mayBeTold) return [];
  const message = `O CST ${code} não serve a quem não é contribuinte do ICMS (rejeição 508): use 61, ou 02 dentro do estado.`;
  return [{ field: 'icmsSituation', message }];
}

function checkRates(trace: TaxTrace, code: string): TaxFault[] {
  const faults: TaxFault[] = [];
  if (!trace.icmsMonoRate) {
    const message = `O CST ${code} pede a alíquota ad rem, em reais por unidade: informe icmsMonoRate.`;
    faults.push({ field: 'icmsMonoRate', message });
  }
  if (code === '15' && !trace.icmsMonoRetainedRate) {
    const message = 'O CST 15 pede a alíquota ad rem do biocombustível: informe icmsMonoRetainedRate.';
    faults.push({ field: 'icmsMonoRetainedRate', message });
  }
  return faults;
}

/** The reduction of the ad rem rate and its reason go together, with two places (N47, N48). */
export function checkMonoReduction(trace: TaxTrace): TaxFault[] {
  const [reduction, reason] = [textOf(trace, 'icmsMonoReductionRate'), textOf(trace, 'icmsMonoReductionReason')];
  if (reduction && !/^\d+(\.\d{1,2}0*)?$/.test(reduction)) {
    const message = `A redução da alíquota ad rem tem até 2 casas decimais; veio ${reduction}.`;
    return [{ field: 'icmsMonoReductionRate', message }];
  }
  if (Number(reduction) > 0 && !/^[19]$/.test(reason)) {
    const message = 'Diga em icmsMonoReductionReason o motivo da redução: 1 (transporte coletivo) ou 9 (outros).';
    return [{ field: 'icmsMonoReductionReason', message }];
  }
  if (reason && !reduction) {
    const message = 'Há motivo de redução sem ela: informe icmsMonoReductionRate, ou não envie o motivo.';
    return [{ field: 'icmsMonoReductionReason', message }];
  }
  return [];
}
