import type { TaxFault } from '../fields.ts';
import { usesCsosn } from '../operation.ts';
import type { TaxRegime } from '../parties.ts';
import { type IcmsSituation, icmsSituations } from './situations.ts';

/**
 * Why a company of that regime cannot use that ICMS situation: it does not exist, or is of the other table. Without a regime
 * (a template that many companies share) the table is not checked.
 */
export function checkIcmsSituation(code: string, regime: TaxRegime | null): TaxFault[] {
  const message = messageOf(code, regime);
  return message ? [{ field: 'icmsSituation', message }] : [];
}

function messageOf(code: string, regime: TaxRegime | null): string | null {
  const situation = icmsSituations.get(code);
  if (situation) return regime && tableMessage(code, situation.table, regime);
  if (!code)
    return `Falta a situação do ICMS: informe um ${example(regime)} no item ou na tributação padrão da empresa.`;
  return `${code} não é uma situação do ICMS: informe um ${example(regime)} com os dígitos da tabela.`;
}

function tableMessage(code: string, table: IcmsSituation['table'], regime: TaxRegime): string | null {
  if (table === 'BOTH' && regime === 'MEI') {
    return `O MEI usa CSOSN; ${code} é CST. Informe um CSOSN de três dígitos.`;
  }
  if (table === 'CST' && usesCsosn(regime)) {
    return `A empresa é do Simples Nacional e usa CSOSN; ${code} é CST. Informe um CSOSN de três dígitos.`;
  }
  if (table === 'CSOSN' && !usesCsosn(regime)) {
    return `A empresa apura o ICMS fora do Simples Nacional e usa CST; ${code} é CSOSN. Informe um CST de dois dígitos.`;
  }
  return null;
}

function example(regime: TaxRegime | null): string {
  if (!regime) return 'CST (por exemplo 00) ou CSOSN (por exemplo 102)';
  return usesCsosn(regime) ? 'CSOSN (por exemplo 102)' : 'CST (por exemplo 00)';
}
