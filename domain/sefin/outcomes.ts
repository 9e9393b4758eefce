import type { EventOutcome, Obstacle, Outcome } from '../conversation/authority.ts';
import type { SefinError, SefinErrors } from './body.ts';

/**
 * What an answer is called in the record of calls: the code of the authority where it has one, else its HTTP status. A question that finds
 * something has none, nor has one that finds nothing, nor a registered event.
 */
export const found = '200';
export const registered = '201';
export const notFound = '404';
/** Too many messages at once: no number is published, so little is said for a minute. */
export const tooMany = '429';
export const silenceMinutes = 1;

/** "Conjunto de Série, Número, … já existe em uma NFS-e gerada": nothing follows but to ask for it. */
const duplicity = 'E0014';
/**
 * "O evento … já está vinculado à NFS-e, impedindo sua recepção": proves nothing, either, for the event may be ours, or another (Anexo II v1.01:
 * of a cancellation, of the request of an analysis, of manifestations; E1833 of a party who has manifested).
 */
const eventsThere: ReadonlySet<string> = new Set([
  ...['E0840', 'E0848', 'E0860', 'E0861', 'E0862', 'E0864', 'E0866', 'E0868', 'E1833'],
]);

/** Whether a code says that the note has an event that bars the one that was sent. */
export function isEventThere(code: string): boolean {
  return eventsThere.has(code);
}

/** The only table from codes to what happens to a note (Anexo I v1.00.02; cStat of infNFSe: 100, 102, 103, 107). */
export function outcomeOf(code: string): Outcome {
  const obstacle = obstacleOf(code);
  if (obstacle) return obstacle;
  // Answer to an event, which is then asked for like a note.
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

/** The only table from codes to what happens to an event of an NFS-e. */
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

/** The obstacle that an answer of any operation tells; null where it tells none. */
export function obstacleOf(code: string): Obstacle | null {
  if (code === tooMany) return { kind: 'throttled', waitMinutes: silenceMinutes };
  if (code === 'E1217') return { kind: 'wait', reason: 'paused' };
  return isOursToMend(code) ? { kind: 'mend' } : null;
}

/** E1200 to E1209: the certificate of the channel; E0714 to E0718: the signature (Anexo I, reception and level 1). */
function isOursToMend(code: string): boolean {
  return /^E(120\d|071[4-8])$/.test(code);
}

/** What a refusal comes to: the code of the error that decides, and the words of all of them. */
export function decidingRefusal(errors: SefinErrors): { cStat: string; xMotivo: string } {
  const first = deciding(errors);
  const others = errors.filter((error) => error !== first).map((error) => `${error.code} - ${wordsOf(error)}`);
  return { cStat: first.code, xMotivo: [wordsOf(first), ...others].join('\n') };
}

/** Of several errors in one answer, the one that decides: what hinders before what is there already, before what is refused. */
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
