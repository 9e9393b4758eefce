import { DateTime } from 'luxon';
import { DomainError } from '../errors.ts';
import { brasiliaZone } from '../fiscal-time.ts';

/** Where a company stands towards its monthly quota of documents in production. */
export type QuotaStanding = {
  limit: number;
  /** Authorized in the month, cancelled ones too. */
  authorized: number;
  /** With a number drawn and no outcome yet: each may still be authorized. */
  underWay: number;
  /** When the next month begins in Brasília. */
  resetsAt: Date;
};

/** The month an instant belongs to in Brasília time: its first instant, and that of the next one. */
export function quotaMonth(instant: Date): { start: Date; next: Date } {
  const start = DateTime.fromJSDate(instant, { zone: brasiliaZone }).startOf('month');
  return { start: start.toJSDate(), next: start.plus({ months: 1 }).toJSDate() };
}

/** How many documents may still be emitted; never below 0, although a quota may be lowered below what is used. */
export function placesLeft({ limit, authorized, underWay }: QuotaStanding): number {
  return Math.max(0, limit - authorized - underWay);
}

/** What a company may still have authorized this month, in one line. */
export function quotaInWords(standing: QuotaStanding): string {
  const { limit, authorized, underWay, resetsAt } = standing;
  const day = DateTime.fromJSDate(resetsAt, { zone: brasiliaZone }).toFormat('dd/MM/yyyy');
  const left = `restam ${placesLeft(standing)} de ${limit} documentos em produção até ${day}`;
  return `${left} (autorizados ${authorized}, em andamento ${underWay})`;
}

/** How the words begin of every refusal for want of quota. */
export const quotaIsExhausted = 'A cota de documentos do mês está esgotada';

/** The words of that refusal, with what is used and when the quota begins anew. */
export function exhaustedInWords({ limit, authorized, underWay, resetsAt }: QuotaStanding): string {
  const day = DateTime.fromJSDate(resetsAt, { zone: brasiliaZone }).toFormat('dd/MM/yyyy');
  const used = `limite ${limit}, autorizados ${authorized}, em andamento ${underWay}`;
  return `${quotaIsExhausted} (${used}). Ela recomeça em ${day}, à meia-noite de Brasília.`;
}

/** @throws DomainError `quota_exhausted` where no place is left */
export function refuseExhausted(standing: QuotaStanding): void {
  if (placesLeft(standing) > 0) return;
  throw new DomainError('quota_exhausted', exhaustedInWords(standing));
}
