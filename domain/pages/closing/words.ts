import { DateTime } from 'luxon';
import type { Month } from '../../month.ts';

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
