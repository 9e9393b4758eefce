import type { Fault } from '../faults.ts';
import { checkCfop } from './check-cfop.ts';
import { type TaxFault, type TaxFields, type TaxTrace, tracedText } from './fields.ts';
import type { Operation } from './operation.ts';
import { unitOfNcm } from './units.ts';

/** What is wrong with NCM, CEST and CFOP of a line. */
export function checkGoodsCodes(trace: TaxTrace, operation: Operation): TaxFault[] {
  return [
    ...checkNcm(tracedText(trace, 'ncm'), operation),
    ...checkCest(tracedText(trace, 'cest')),
    ...checkCfop(trace, operation),
  ];
}

/**
 * NCM `00` means that there are no goods: only a note of adjustment and a line under ISSQN may have it (rules I05-10, 777, and I05-24, 471;
 * docs/decisions/0075). `00000000` means goods that cannot be classified. Any other must be in the table in force on the day of issue (I05-20, 778).
 */
function checkNcm(ncm: string, { date, purpose, isService }: Operation): TaxFault[] {
  if (ncm === '00' && purpose !== 'ADJUSTMENT' && !isService) {
    const message =
      'NCM 00 só vai em nota de ajuste e em item de serviço (rejeição 471): informe os 8 dígitos da mercadoria, ou 00000000 se ela não tem classificação.';
    return [{ field: 'ncm', message }];
  }
  if (ncm === '00' || ncm === '00000000' || unitOfNcm(ncm, date) !== null) return [];
  if (/^\d{8}$/.test(ncm)) {
    const message = `O NCM ${ncm} não está na tabela em vigor no dia da emissão (rejeição 778): confira-o na TIPI.`;
    return [{ field: 'ncm', message }];
  }
  const message = ncm
    ? `O NCM tem 8 dígitos (ou 00, para o que não é mercadoria); veio ${ncm}.`
    : 'Falta o NCM: informe-o no item, no produto ou na tributação padrão da empresa.';
  return [{ field: 'ncm', message }];
}

function checkCest(cest: string): TaxFault[] {
  if (!cest || /^\d{7}$/.test(cest)) return [];
  return [{ field: 'cest', message: `O CEST tem 7 dígitos, sem pontos; veio ${cest}.` }];
}

type GoodsCodes = Pick<TaxFields, 'ncm' | 'cest'>;

/**
 * NCM and CEST without dots and blanks, with what is wrong with them; `at` is put before their names in paths. NCM `00` means no goods (MOC 7.0,
 * I05).
 */
export function normalizeGoodsCodes(given: GoodsCodes, at: string): { fields: GoodsCodes; faults: Fault[] } {
  const ncm = digitsOf(given.ncm);
  const cest = digitsOf(given.cest);
  const faults: Fault[] = [];
  if (ncm && !/^(\d{8}|00)$/.test(ncm)) {
    const message = `O NCM tem 8 dígitos (ou 00, para o que não é mercadoria); veio ${ncm}.`;
    faults.push({ code: 'validation_error', path: `${at}ncm`, message });
  }
  if (cest && !/^\d{7}$/.test(cest)) {
    faults.push({ code: 'invalid_cest', path: `${at}cest`, message: `O CEST tem 7 dígitos; veio ${cest}.` });
  }
  return { fields: { ...(ncm ? { ncm } : {}), ...(cest ? { cest } : {}) }, faults };
}

/** NCM, CEST and CFOP of an item without dots and blanks, as the note has them. */
export function plainGoodsCodes({ ncm, cest, cfop }: TaxFields): Pick<TaxFields, 'ncm' | 'cest' | 'cfop'> {
  return {
    ...(ncm ? { ncm: digitsOf(ncm) } : {}),
    ...(cest ? { cest: digitsOf(cest) } : {}),
    ...(cfop ? { cfop: digitsOf(cfop) } : {}),
  };
}

function digitsOf(text: string | null | undefined): string {
  return text?.replaceAll(/[.\s]/g, '') ?? '';
}
