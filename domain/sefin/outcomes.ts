import type { EventOutcome, Obstacle, Outcome } from '../conversation/authority.ts';
import type { SefinError, SefinErrors } from './body.ts';

/**
 * Codes by which calls record an answer that has no code of the authority: its HTTP status. They are used for a question that finds something, one
 * that finds nothing, and a registered event.
 */
export const found = '200';
export const registered = '201';
export const notFound = '404';
/** Too many messages at once. The allowed number is not published, so no message is sent for a minute. */
export const tooMany = '429';
export const silenceMinutes = 1;

/** "Conjunto de Série, Número, … já existe em uma NFS-e gerada": the authority must be asked which NFS-e that is. */
const duplicity = 'E0014';
/**
 * "O evento … já está vinculado à NFS-e, impedindo sua recepção": the registered event may be ours, or another (Anexo II v1.01: of a cancellation, of
 * the request of an analysis, of manifestations; E1833 of a party who has manifested).
 */
const eventsThere: ReadonlySet<string> = new Set([
  ...['E0840', 'E0848', 'E0860', 'E0861', 'E0862', 'E0864', 'E0866', 'E0868', 'E1833'],
]);

/** Whether a code means that the note has an event because of which the one that was sent is refused. */
export function isEventThere(code: string): boolean {
  return eventsThere.has(code);
}

/** What a code means for a note; no other table says so (Anexo I v1.00.02; cStat of infNFSe: 100, 102, 103, 107). */
export function outcomeOf(code: string): Outcome {
  const obstacle = obstacleOf(code);
  if (obstacle) return obstacle;
  // The answer to an event, about which the authority is then asked as about a note.
  if (isEventThere(code)) return { kind: 'alreadyThere' };
  switch (code) {
    case '100':
    case '102':
    case '103':
    case '107':
      return { kind: 'authorized' };
    case found:
    case duplicity:
      return { kind: 'alreadyThere' };
    case notFound:
      return { kind: 'notFound' };
    default:
      return { kind: 'rejected', isNumberSpent: false };
  }
}

/** What a code means for an event of an NFS-e; no other table says so. */
export function eventOutcomeOf(code: string): EventOutcome {
  const obstacle = obstacleOf(code);
  if (obstacle) return obstacle;
  if (isEventThere(code)) return { kind: 'alreadyThere' };
  switch (code) {
    case registered:
    case found:
      return { kind: 'registered' };
    default:
      return { kind: 'rejected' };
  }
}

/** The obstacle that a code of any operation means; null where it means none. */
export function obstacleOf(code: string): Obstacle | null {
  if (code === tooMany) return { kind: 'throttled', waitMinutes: silenceMinutes };
  if (code === 'E1217') return { kind: 'wait', reason: 'paused' };
  return isOursToMend(code) ? { kind: 'mend' } : null;
}

/**
 * Whether the cause is ours. E1200 to E1209 are about the certificate of the channel, E0714 to E0718 about the signature (Anexo I, reception and
 * level 1).
 */
function isOursToMend(code: string): boolean {
  return /^E(120\d|071[4-8])$/.test(code);
}

/** The code of the error that decides about a refusal, and the words of all its errors. */
export function decidingRefusal(errors: SefinErrors): { cStat: string; xMotivo: string } {
  const first = deciding(errors);
  const others = errors.filter((error) => error !== first).map((error) => `${error.code} - ${wordsOf(error)}`);
  return { cStat: first.code, xMotivo: [wordsOf(first), ...others].join('\n') };
}

/** The error that decides: first an obstacle, then one by which note or event already exist, else the first. */
function deciding(errors: SefinErrors): SefinError {
  return (
    errors.find(({ code }) => obstacleOf(code) !== null) ??
    errors.find(({ code }) => code === duplicity || isEventThere(code)) ??
    errors[0]
  );
}

function wordsOf({ description, complement }: SefinError): string {
  return complement ? `${description} (${complement})` : description;
}
