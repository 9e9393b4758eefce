import type { TaxTrace } from './fields.ts';
import { fuelSituations, type IcmsSituation, icmsSituations } from './icms-situations.ts';
import { interstateRate } from './interstate-rate.ts';
import { type Operation, usesCsosn } from './operation.ts';
import type { TaxFault } from './tax-fault.ts';
import { numberOf, textOf } from './trace-value.ts';

/** Every reason for which the resolved ICMS of a line cannot be computed or would be refused (spec 2-extended §2.2). */
export function checkIcms(trace: TaxTrace, operation: Operation): TaxFault[] {
  const code = textOf(trace, 'icmsSituation');
  const situation = icmsSituations.get(code);
  if (!situation) return [{ field: 'icmsSituation', message: unknownSituation(code, operation) }];
  const ofOtherTable = checkTable(code, situation, operation);
  if (ofOtherTable.length > 0) return ofOtherTable;
  return [
    ...checkOrigin(trace),
    ...checkOwn(trace, situation, operation),
    ...checkReduction(trace, code, situation),
    ...checkCredit(trace, code, situation),
    ...checkSubstitution(trace, code, situation),
  ];
}

function unknownSituation(code: string, operation: Operation): string {
  const table = usesCsosn(operation.regime) ? 'CSOSN (por exemplo 102)' : 'CST (por exemplo 00)';
  if (!code) return `Falta a situação do ICMS: informe um ${table} no item ou na tributação padrão da empresa.`;
  if (fuelSituations.has(code)) {
    return `O CST ${code} (combustível monofásico) exige dados de alíquota ad rem que ainda não são aceitos.`;
  }
  return `${code} não é uma situação do ICMS: informe um ${table} com os dígitos da tabela.`;
}

function checkTable(code: string, { table }: IcmsSituation, { regime }: Operation): TaxFault[] {
  if (table === 'CST' && usesCsosn(regime)) {
    const message = `A empresa é do Simples Nacional e usa CSOSN; ${code} é CST. Informe um CSOSN de três dígitos.`;
    return [{ field: 'icmsSituation', message }];
  }
  if (table === 'CSOSN' && !usesCsosn(regime)) {
    const message = `A empresa apura o ICMS fora do Simples Nacional e usa CST; ${code} é CSOSN. Informe um CST de dois dígitos.`;
    return [{ field: 'icmsSituation', message }];
  }
  return [];
}

function checkOrigin(trace: TaxTrace): TaxFault[] {
  const origin = textOf(trace, 'icmsOrigin');
  return /^[0-8]$/.test(origin)
    ? []
    : [{ field: 'icmsOrigin', message: `A origem da mercadoria vai de 0 a 8; veio ${origin}.` }];
}

function checkOwn(trace: TaxTrace, { own }: IcmsSituation, operation: Operation): TaxFault[] {
  if (own === 'NONE') return [];
  if (!trace.icmsRate) {
    if (own === 'OPTIONAL') return [];
    return [{ field: 'icmsRate', message: 'Falta a alíquota do ICMS: informe icmsRate em porcento.' }];
  }
  const { destination, purpose, originState, destinationState } = operation;
  if (destination !== '2' || purpose !== 'NORMAL' || own === 'PRESUMED' || !destinationState) return [];
  const limit = interstateRate(originState, destinationState, textOf(trace, 'icmsOrigin'));
  if (numberOf(trace, 'icmsRate').lte(limit)) return [];
  const message = `De ${originState} para ${destinationState} a alíquota interestadual é ${limit}%; veio ${textOf(trace, 'icmsRate')}%.`;
  return [{ field: 'icmsRate', message }];
}

function checkReduction(trace: TaxTrace, code: string, { reduction }: IcmsSituation): TaxFault[] {
  if (reduction !== 'REQUIRED' || trace.icmsRedBc) return [];
  const message = `O CST ${code} tem base reduzida: informe icmsRedBc, a redução em porcento.`;
  return [{ field: 'icmsRedBc', message }];
}

function checkCredit(trace: TaxTrace, code: string, { credit }: IcmsSituation): TaxFault[] {
  if (credit !== 'REQUIRED' || trace.icmsSnCreditRate) return [];
  const message = `O CSOSN ${code} dá crédito ao destinatário: informe icmsSnCreditRate, a alíquota do crédito em porcento.`;
  return [{ field: 'icmsSnCreditRate', message }];
}

function checkSubstitution(trace: TaxTrace, code: string, { substitution }: IcmsSituation): TaxFault[] {
  const isWanted = substitution === 'REQUIRED' || (substitution === 'OPTIONAL' && trace.icmsStRate !== undefined);
  if (!isWanted) return [];
  const faults: TaxFault[] = [];
  const mode = textOf(trace, 'icmsStModBc');
  if (mode !== '4' && mode !== '6') {
    const message = `A situação ${code} tem substituição tributária: informe icmsStModBc 4 (MVA) ou 6 (valor da operação).`;
    faults.push({ field: 'icmsStModBc', message });
  }
  if (mode === '4' && !trace.icmsStMva) {
    faults.push({ field: 'icmsStMva', message: 'Com icmsStModBc 4, informe icmsStMva, a margem em porcento.' });
  }
  if (!trace.icmsStRate) {
    const message = `A situação ${code} tem substituição tributária: informe icmsStRate, a alíquota interna em porcento.`;
    faults.push({ field: 'icmsStRate', message });
  }
  if (!trace.cest) {
    faults.push({ field: 'cest', message: 'Item com substituição tributária precisa do CEST, de 7 dígitos.' });
  }
  return faults;
}
