import { DateTime } from 'luxon';
import type { DocumentType } from '../../document-types.ts';
import { brasiliaZone } from '../../fiscal-time.ts';

const hourMs = 3_600_000;

/**
 * How long after its authorization a note can be cancelled as a rule (Ajuste SINIEF 07/05, cláusula 12ª; 19/16, cláusula 15ª). A state may be
 * more patient, and registers it late (155); the term of an NFS-e is its municipality's, which tells it to nobody beforehand.
 */
const cancellationMs: Record<DocumentType, number | null> = { NFE: 24 * hourMs, NFCE: hourMs / 2, NFSE: null };
/** Of a coupon that an offline one took the place of (Ajuste SINIEF 19/16, cláusula 15ª-A). */
const substitutionMs = 168 * hourMs;
/** From the authorization to the last correction letter (596). */
const correctionMs = 720 * hourMs;

/** Until when a note that was authorized then can be cancelled as a rule; null where no rule says so. */
export function cancellationTerm(type: DocumentType, authorizedAt: Date): Date | null {
  const ms = cancellationMs[type];
  return ms === null ? null : new Date(authorizedAt.getTime() + ms);
}

/** Until when an NFC-e can be cancelled as one that another took the place of. */
export function substitutionTerm(authorizedAt: Date): Date {
  return new Date(authorizedAt.getTime() + substitutionMs);
}

/** Until when an NF-e can be corrected by letter. */
export function correctionTerm(authorizedAt: Date): Date {
  return new Date(authorizedAt.getTime() + correctionMs);
}

/** The last day on which numbers that were left out in a month are given up: the 10th of the following one (Ajuste SINIEF 07/05, cláusula 14ª). */
export function inutilizationTerm(month: Date): string {
  const next = DateTime.fromJSDate(month, { zone: brasiliaZone }).startOf('month').plus({ months: 1 });
  return next.set({ day: 10 }).toFormat('yyyy-MM-dd');
}
