import { numberOf, type TaxFault, type TaxTrace, textOf } from '../fields.ts';
import { interstateWay, type Operation } from '../operation.ts';
import { checkConsumerSituation } from './check-consumer-note.ts';
import { checkExemption } from './check-exemption.ts';
import { checkIcmsParameters, checkOrigin } from './check-parameters.ts';
import { checkIcmsSituation } from './check-situation.ts';
import { checkFunds } from './fund.ts';
import { checkMei } from './mei.ts';
import { checkOutsider } from './check-outsider.ts';
import { checkSinglePhase } from './check-single-phase.ts';
import { interstateRate } from './rates.ts';
import { type IcmsSituation, icmsSituations } from './situations.ts';

/** Every reason for which the resolved ICMS of a line cannot be computed or would be refused (spec 2-extended §2.2). */
export function checkIcms(trace: TaxTrace, operation: Operation, anpCode?: string): TaxFault[] {
  const code = textOf(trace, 'icmsSituation');
  const ofCode = checkIcmsSituation(code, operation.regime);
  const situation = icmsSituations.get(code);
  if (!situation || ofCode.length > 0) return ofCode;
  return [
    ...checkMei(code, operation),
    ...checkOutsider(trace, operation, anpCode),
    ...checkConsumerSituation(trace, operation),
    ...checkOrigin(trace),
    ...checkOwn(trace, situation, operation),
    ...checkIcmsParameters(trace, { code, situation, charges: { substitution: trace.icmsStRate !== undefined } }),
    ...checkSubstitutionCest(trace, situation),
    ...checkFunds(trace, operation),
    ...checkExemption(trace, { code, situation }, operation),
    ...checkSinglePhase(trace, operation, anpCode),
  ];
}

function checkOwn(trace: TaxTrace, { own }: IcmsSituation, operation: Operation): TaxFault[] {
  if (own === 'NONE') return [];
  if (!trace.icmsRate) {
    if (own === 'OPTIONAL') return [];
    return [{ field: 'icmsRate', message: 'Falta a alíquota do ICMS: informe icmsRate em porcento.' }];
  }
  const way = interstateWay(operation);
  if (!way || operation.purpose !== 'NORMAL' || own === 'PRESUMED') return [];
  const limit = interstateRate(way.from, way.to, textOf(trace, 'icmsOrigin'));
  if (numberOf(trace, 'icmsRate').lte(limit)) return [];
  const message = `De ${way.from} para ${way.to} a alíquota interestadual é ${limit}%; veio ${textOf(trace, 'icmsRate')}%.`;
  return [{ field: 'icmsRate', message }];
}

/** Goods under substitution carry their CEST, whoever collects it (Convênio ICMS 142/2018; rule 806). */
function checkSubstitutionCest(trace: TaxTrace, { substitution, isCollected }: IcmsSituation): TaxFault[] {
  const isCharged = substitution === 'REQUIRED' || (substitution === 'OPTIONAL' && trace.icmsStRate !== undefined);
  if (trace.cest || (!isCharged && !isCollected)) return [];
  return [{ field: 'cest', message: 'Item com substituição tributária precisa do CEST, de 7 dígitos.' }];
}
