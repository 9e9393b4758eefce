import { DateTime } from 'luxon';
import type { TaxKind } from '../../closings/facts.ts';
import type { Month } from '../../month.ts';

/** How accountants call the taxes. */
export const taxNames: Record<TaxKind, string> = {
  icms: 'ICMS',
  icmsSt: 'ICMS-ST',
  fcp: 'FCP',
  fcpSt: 'FCP-ST',
  icmsDestination: 'ICMS do destino (DIFAL)',
  fcpDestination: 'FCP do destino',
  icmsExempted: 'ICMS desonerado',
  ipi: 'IPI',
  pis: 'PIS',
  cofins: 'COFINS',
  ibs: 'IBS',
  cbs: 'CBS',
  iss: 'ISS',
  issWithheld: 'ISS retido',
  pisWithheld: 'PIS retido',
  cofinsWithheld: 'COFINS retida',
  inssWithheld: 'INSS retido',
  irrfWithheld: 'IRRF retido',
  csllWithheld: 'CSLL retida',
};

/** `outubro de 2026`. */
export function monthInWords({ year, month }: Month): string {
  return DateTime.fromObject({ year, month }, { locale: 'pt-BR' }).toFormat("LLLL 'de' yyyy");
}

/** `1.234`. */
export function count(value: number): string {
  return value.toLocaleString('pt-BR');
}

/** `1 nota`, `2 notas`. */
export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
