import type { Call } from '../../../domain/conversation/authority.ts';
import type { Outcome } from '../../../domain/conversation/outcome.ts';
import { otherKeyIn, outcomeOf } from '../../../domain/sefaz/outcomes.ts';
import { nfeProc } from '../../../domain/sefaz/proc-nfe.ts';
import type { Protocol } from '../../../domain/sefaz/protocol.ts';
import type { ReadAnswer } from '../read-answer.ts';

/** What any answer about a note has: its code and words, the protocol where there is one, the receipt of a lot where there is one. */
export type NoteAnswer = { cStat: string; xMotivo: string; protocol: Protocol | null; receipt: string | null };

/** `takesAny`: a person adopts what is there, whatever its content. */
type Sent = { accessKey: string; digestValue: string; signedXml: string; takesAny: boolean };

/** Reads an answer: code and words are the protocol's, or the answer's own where it has none or answers a question about the key. */
export function readNoteAnswer(role: Call['role'], answer: NoteAnswer, sent: Sent): ReadAnswer {
  const { protocol, receipt } = answer;
  const { cStat, xMotivo } = role !== 'ask' && protocol ? protocol : answer;
  const isOurs = protocol?.digVal === null || protocol?.digVal === undefined || protocol.digVal === sent.digestValue;
  const outcome = outcomeOf(cStat);
  const base = {
    cStat,
    xMotivo,
    authorization: protocol && authorizationOf(protocol),
    procXml: protocol && isOurs ? nfeProc(sent.signedXml, protocol.raw) : null,
    isNumberSpent: outcome.kind === 'rejected' && outcome.isNumberSpent,
    otherKey: otherKeyIn(xMotivo),
    receipt,
    foundKey: null,
    service: null,
  };
  if (role === 'status') return { ...base, says: cStat === '107' ? 'again' : 'paused' };
  switch (outcome.kind) {
    case 'wait':
      return { ...base, says: waitOf(outcome.reason) };
    case 'authorized':
    case 'cancelled':
      if (!protocol || protocol.chNFe !== sent.accessKey) return { ...base, says: 'unanswered' };
      return { ...base, says: isOurs || sent.takesAny ? outcome.kind : 'mismatch' };
    case 'rejected':
      // A question that was refused says nothing about the note.
      return { ...base, says: role === 'ask' ? 'unanswered' : 'rejected' };
    default:
      return { ...base, says: outcome.kind };
  }
}

function authorizationOf({ chNFe, nProt, dhRecbto, cStat, messages }: Protocol) {
  const alerts = messages.map(({ cMsg, xMsg }) => ({ code: cMsg, message: xMsg }));
  return { accessKey: chNFe, protocol: nProt, authorizedAt: new Date(dhRecbto), cStat, alerts };
}

function waitOf(reason: Extract<Outcome, { kind: 'wait' }>['reason']): ReadAnswer['says'] {
  switch (reason) {
    case 'processing':
      return 'processing';
    case 'paused':
    case 'stopped':
      return 'paused';
    case 'lotUnknown':
    case 'failed':
      return 'unanswered';
  }
}
