import { DateTime } from 'luxon';
import { DomainError } from '../errors.ts';
import { brasiliaZone } from '../fiscal-time.ts';

/** A company's monthly quota of documents in production, and how much of it is used. */
export type QuotaStanding = {
  limit: number;
  /** Documents authorized in the month, including those cancelled later. */
  authorized: number;
  /** Documents that have a number and no outcome yet: each may still be authorized. */
  underWay: number;
  /** When the next month begins, in Brasília time. */
  resetsAt: Date;
};

/** The month of an instant in Brasília time: its first instant, and that of the next month. */
export function quotaMonth(instant: Date): { start: Date; next: Date } {
  const start = DateTime.fromJSDate(instant, { zone: brasiliaZone }).startOf('month');
  return { start: start.toJSDate(), next: start.plus({ months: 1 }).toJSDate() };
}

/** How many documents may still be issued; never below 0, although a quota may be set below what is used. */
export function placesLeft({ limit, authorized, underWay }: QuotaStanding): number {
  return Math.max(0, limit - authorized - underWay);
}

/** How much of its quota a company has left this month, in one line of Portuguese. */
export function quotaInWords(standing: QuotaStanding): string {
  const { limit, authorized, underWay, resetsAt } = standing;
  const day = DateTime.fromJSDate(resetsAt, { zone: brasiliaZone }).toFormat('dd/MM/yyyy');
  const left = `restam ${placesLeft(standing)} de ${limit} documentos em produção até ${day}`;
  return `${left} (autorizados ${authorized}, em andamento ${underWay})`;
}

/** The words with which every refusal for an exhausted quota begins. */
export const quotaIsExhausted = 'A cota de documentos do mês está esgotada';

/** The words of a refusal for an exhausted quota: what is used, and when the quota begins anew. */
export function exhaustedInWords({ limit, authorized, underWay, resetsAt }: QuotaStanding): string {
  const day = DateTime.fromJSDate(resetsAt, { zone: brasiliaZone }).toFormat('dd/MM/yyyy');
  const used = `limite ${limit}, autorizados ${authorized}, em andamento ${underWay}`;
  return `${quotaIsExhausted} (${used}). Ela recomeça em ${day}, à meia-noite de Brasília.`;
}

/** @throws DomainError `quota_exhausted` where nothing of the quota is left */
export function refuseExhausted(standing: QuotaStanding): void {
  if (placesLeft(standing) > 0) return;
  throw new DomainError('quota_exhausted', exhaustedInWords(standing));
}
