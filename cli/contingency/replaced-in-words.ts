import type { ReplacedNote } from '../../domain/documents/replaced/replaced-note.entity.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { ageOf } from '../attention/in-words.ts';
import { brasiliaMoment } from '../terminal/moments.ts';

/** A replaced note as a person reads it: which it is, where it stands, and what helps. */
export function replacedInWords(note: ReplacedNote, now: Date): string[] {
  const { type, series, number, accessKey, createdAt, waitingKind, waitingUntil } = note;
  const head = `${waitingKind === 'PERSON' ? '!! DECISÃO ' : ''}${traitsOf[type].title} ${series}/${number}`;
  const until = waitingUntil ? ` Até ${brasiliaMoment(waitingUntil)}.` : '';
  const lines = [
    `${head}, ${ageOf({ since: createdAt }, now)}, chave ${accessKey}`,
    `  ${statusInWords(note)}${until}`,
  ];
  const command = commandOf(note);
  return command === null ? lines : [...lines, `  → ${command}`];
}

function statusInWords({ status, reason, isGiveUpApproved }: ReplacedNote): string {
  if (status === 'PROPOSED')
    return `PROPOSED: ${reason ?? 'a SEFAZ não tem esta nota: o número pode ser inutilizado.'}`;
  const approved = isGiveUpApproved ? 'inutilização aprovada' : 'a SEFAZ é consultada sobre ela';
  return `${status}: ${reason ?? approved}`;
}

function commandOf({ id, status, company, waitingKind }: ReplacedNote): string | null {
  if (status === 'PROPOSED') return `lavra contingency give-up ${id} --company ${company}`;
  return waitingKind === null || waitingKind === undefined ? null : `lavra contingency retry --company ${company}`;
}
