import { type TaxFault, type TaxTrace, textOf } from '../fields.ts';
import { checkMonoReduction } from './check-single-phase.ts';
import type { IcmsSituation } from './situations.ts';

/** The situation whose parameters are checked; `charges` says whether a situation with optional substitution charges it. */
export type CheckedSituation = { code: string; situation: IcmsSituation; charges: { substitution: boolean } };

/** The origin of the goods (orig: 0 to 8), where it is given. */
export function checkOrigin(trace: TaxTrace): TaxFault[] {
  const origin = textOf(trace, 'icmsOrigin');
  if (!origin || /^[0-8]$/.test(origin)) return [];
  return [{ field: 'icmsOrigin', message: `A origem da mercadoria vai de 0 a 8; veio ${origin}.` }];
}

/** Parameters that the situation cannot do without (spec 2-extended §2.2, rules 2 and 3). */
export function checkIcmsParameters(trace: TaxTrace, judged: CheckedSituation): TaxFault[] {
  return [
    ...checkReduction(trace, judged),
    ...checkCredit(trace, judged),
    ...checkSubstitution(trace, judged),
    ...checkMonoReduction(trace),
  ];
}

const modes = '4 (MVA), 6 (valor da operação) ou 0, 1, 2, 3 ou 5 (preço tabelado, listas, pauta), com a base no item';

/** How a substitution's base is found, where it is given (modBCST: 0 to 6). */
export function checkSubstitutionMode(trace: TaxTrace): TaxFault[] {
  const mode = textOf(trace, 'icmsStModBc');
  if (!mode || /^[0-6]$/.test(mode)) return [];
  const message = `O modo da base da substituição tributária é ${modes}; veio ${mode}.`;
  return [{ field: 'icmsStModBc', message }];
}

function checkReduction(trace: TaxTrace, { code, situation }: CheckedSituation): TaxFault[] {
  if (situation.reduction !== 'REQUIRED' || trace.icmsRedBc) return [];
  const message = `O CST ${code} tem base reduzida: informe icmsRedBc, a redução em porcento.`;
  return [{ field: 'icmsRedBc', message }];
}

function checkCredit(trace: TaxTrace, { code, situation }: CheckedSituation): TaxFault[] {
  if (situation.credit !== 'REQUIRED' || trace.icmsSnCreditRate) return [];
  const message = `O CSOSN ${code} dá crédito ao destinatário: informe icmsSnCreditRate, a alíquota do crédito em porcento.`;
  return [{ field: 'icmsSnCreditRate', message }];
}

function checkSubstitution(trace: TaxTrace, { code, situation, charges }: CheckedSituation): TaxFault[] {
  const isWanted =
    situation.substitution === 'REQUIRED' || (situation.substitution === 'OPTIONAL' && charges.substitution);
  if (!isWanted) return [];
  const faults: TaxFault[] = [];
  const mode = textOf(trace, 'icmsStModBc');
  if (!/^[0-6]$/.test(mode)) {
    const message = `A situação ${code} tem substituição tributária: informe icmsStModBc ${modes}.`;
    faults.push({ field: 'icmsStModBc', message });
  }
  if (mode === '4' && !trace.icmsStMva) {
    faults.push({ field: 'icmsStMva', message: 'Com icmsStModBc 4, informe icmsStMva, a margem em porcento.' });
  }
  if (!trace.icmsStRate) {
    const message = `A situação ${code} tem substituição tributária: informe icmsStRate, a alíquota interna em porcento.`;
    faults.push({ field: 'icmsStRate', message });
  }
  return faults;
}
