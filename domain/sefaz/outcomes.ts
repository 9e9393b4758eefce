// Workflows read this file: it must import nothing but types.

import type { EventOutcome, Obstacle, Outcome } from '../conversation/authority.ts';

/** Minutes without messages after 656: one hour, which each message within it starts again, and a margin. */
export const silenceMinutes = 61;

/**
 * What a cStat means for a note; no other table says so (MOC 7.0 annex I; NT 2025.001; NT 2026.002). For an answer with a protocol, pass the
 * protocol's cStat, not the lot's 104.
 */
export function outcomeOf(cStat: string): Outcome {
  const obstacle = obstacleOf(cStat);
  if (obstacle) return obstacle;
  switch (cStat) {
    case '100':
    case '120':
    case '150':
      return { kind: 'authorized' };
    case '110':
    case '205':
    case '301':
    case '302':
    case '303':
      return { kind: 'denied' };
    case '101':
    case '151':
    case '155':
      return { kind: 'cancelled' };
    case '204':
    case '218':
    case '485': // as 573, of an EPEC
    case '573': // answer to an event, which is then asked for like a note
      return { kind: 'alreadyThere' };
    case '216':
    case '539':
    case '561':
    case '562':
    case '613':
      return { kind: 'otherKeyThere' };
    case '124': // only the EPEC of the note is known (NT 2014.001)
    case '217':
      return { kind: 'notFound' };
    default:
      return { kind: 'rejected', isNumberSpent: cStat === '206' };
  }
}

/** What a cStat means for an event; pass the cStat of retEvento, or the lot's where retEvento has none. */
export function eventOutcomeOf(cStat: string): EventOutcome {
  const obstacle = obstacleOf(cStat);
  if (obstacle) return obstacle;
  switch (cStat) {
    case '135':
    case '136':
    case '155':
      return { kind: 'registered' };
    case '218':
    case '485':
    case '573':
      return { kind: 'alreadyThere' };
    default:
      return { kind: 'rejected' };
  }
}

/** What a cStat means for an inutilization; 563 brings the protocol of an earlier one. */
export function inutilizationOutcomeOf(cStat: string): EventOutcome {
  const obstacle = obstacleOf(cStat);
  if (obstacle) return obstacle;
  switch (cStat) {
    case '102':
      return { kind: 'registered' };
    case '563':
      return { kind: 'alreadyThere' };
    default:
      return { kind: 'rejected' };
  }
}

/** The access key that has the number, where the authority gives it (`[chNFe: ...]` in 539 and 562); null where it does not. */
export function otherKeyIn(xMotivo: string): string | null {
  return /chNFe:\s*([0-9]{6}[0-9A-Z]{12}[0-9]{26})/.exec(xMotivo)?.[1] ?? null;
}

/** The obstacle that a cStat of any service means; null where it means none. */
export function obstacleOf(cStat: string): Obstacle | null {
  switch (cStat) {
    case '103':
    case '105':
    case '635':
      return { kind: 'wait', reason: 'processing' };
    case '106':
      return { kind: 'wait', reason: 'lotUnknown' };
    case '108':
      return { kind: 'wait', reason: 'paused' };
    case '109':
    case '114':
      return { kind: 'wait', reason: 'stopped' };
    case '999':
      return { kind: 'wait', reason: 'failed' };
    case '656':
      return { kind: 'throttled', waitMinutes: silenceMinutes };
    default:
      return isOursToMend(cStat) ? { kind: 'mend' } : null;
  }
}

/**
 * Whether the cause is ours: 280 to 286 are about the transmitter, 290 to 298 about the signer. 287 to 289 are about municipalities and states:
 * rejections like any other.
 */
function isOursToMend(cStat: string): boolean {
  return /^(28[0-6]|29[0-8]|213|227)$/.test(cStat);
}
