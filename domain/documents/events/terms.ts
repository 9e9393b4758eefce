import { DateTime } from 'luxon';
import type { DocumentType } from '../../document-types.ts';
import { brasiliaZone } from '../../fiscal-time.ts';

const hourMs = 3_600_000;

/**
 * How long after its authorization a note can be cancelled as a rule; a state may allow more, and registers the event as late (155).
 *
 * - NF-e: not over 24 hours (Ajuste SINIEF 07/05, cláusula 12ª, as Ajuste 44/20 of 2020-12-09, DOU 2020-12-11, wrote it; read 2026-11-28).
 * - NFC-e: not over 30 minutes, which a state may shorten (Ajuste SINIEF 19/16, cláusula 15ª, as Ajuste 07/18 of 2018-07-05, DOU 2018-07-10, wrote
 *   it; read 2026-11-28). No list that we know names the states that do: the answer then is 501.
 * - NFS-e: the term of its municipality, which publishes it nowhere.
 */
const cancellationMs: Record<DocumentType, number | null> = { NFE: 24 * hourMs, NFCE: hourMs / 2, NFSE: null };
/**
 * How long after its authorization an NFC-e can be cancelled because another NFC-e, issued offline, took its place: not over 168 hours, which a state
 * may shorten (Ajuste SINIEF 19/16, cláusula 15ª-A, which Ajuste 07/18 added, DOU 2018-07-10; its words read at second hand 2026-11-28, as those of
 * rule 501 of NT 2018.004).
 */
const substitutionMs = 168 * hourMs;
/**
 * How long after its authorization an NF-e can have a correction letter: 30 days (NT 2011.004, item 6.2, as reported by who read it, 2026-11-28; the
 * note itself was not at hand). No Ajuste sets it: cláusula 14ª-A of 07/05 has no term. A late letter is answered 596, which leaves the term to the
 * state.
 */
const correctionMs = 720 * hourMs;

/** Until when a note with that authorization can be cancelled as a rule; null where no rule says so. */
export function cancellationTerm(type: DocumentType, authorizedAt: Date): Date | null {
  const ms = cancellationMs[type];
  return ms === null ? null : new Date(authorizedAt.getTime() + ms);
}

/** Until when an NFC-e can be cancelled because another took its place. */
export function substitutionTerm(authorizedAt: Date): Date {
  return new Date(authorizedAt.getTime() + substitutionMs);
}

/** Until when an NF-e can be corrected by letter. */
export function correctionTerm(authorizedAt: Date): Date {
  return new Date(authorizedAt.getTime() + correctionMs);
}

/**
 * The last day on which the month's left-out numbers are given up: the 10th of the following month (NF-e: Ajuste SINIEF 07/05, cláusula 14ª; NFC-e:
 * Ajuste 19/16, cláusula 16ª; both read 2026-11-28 where others quote them, and NFC-e likewise at MG's Portal SPED).
 */
export function inutilizationTerm(month: Date): string {
  const next = DateTime.fromJSDate(month, { zone: brasiliaZone }).startOf('month').plus({ months: 1 });
  return next.set({ day: 10 }).toFormat('yyyy-MM-dd');
}
