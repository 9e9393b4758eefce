import { type Outcome, outcomeOf } from '../../domain/sefaz/outcomes.ts';
import type { Protocol } from '../../domain/sefaz/protocol.ts';

/** What an answer says about one note, whatever it answered. */
export type Judgement = {
  cStat: string;
  xMotivo: string;
  protocol: Protocol | null;
  /** What follows; `mismatch`: the authority holds another content under our key. `again`: go on with the next step. */
  verdict: Exclude<Outcome['kind'], 'wait'> | 'mismatch' | 'again' | 'paused' | 'processing' | 'unanswered';
  /** The number is spent without a note of ours: the next attempt draws another. */
  isNumberSpent: boolean;
  /** Signed bytes the protocol belongs to; null where they are not ours. */
  signedXml: string | null;
};

/** What kind of message was answered. */
export type Role = 'send' | 'ask' | 'poll' | 'status';

type Answer = { cStat: string; xMotivo: string; protocol: Protocol | null };
/** `takesAny`: a person adopts what is there, whatever its content. */
type Sent = { accessKey: string; digestValue: string; signedXml: string; takesAny: boolean };

/** Reads an answer in the light of what was asked: the protocol's own words where there is one, the message's where there is none. */
export function judge(role: Role, answer: Answer, sent: Sent): Judgement {
  const { protocol } = answer;
  const { cStat, xMotivo } = role !== 'ask' && protocol ? protocol : answer;
  const isOurs = protocol?.digVal === null || protocol?.digVal === undefined || protocol.digVal === sent.digestValue;
  const outcome = outcomeOf(cStat);
  const base = {
    cStat,
    xMotivo,
    protocol,
    isNumberSpent: outcome.kind === 'rejected' && outcome.isNumberSpent,
    signedXml: isOurs ? sent.signedXml : null,
  };
  if (role === 'status') return { ...base, verdict: cStat === '107' ? 'again' : 'paused' };
  switch (outcome.kind) {
    case 'wait':
      return { ...base, verdict: waitOf(outcome.reason) };
    case 'authorized':
    case 'cancelled':
      if (!protocol || protocol.chNFe !== sent.accessKey) return { ...base, verdict: 'unanswered' };
      return { ...base, verdict: isOurs || sent.takesAny ? outcome.kind : 'mismatch' };
    case 'rejected':
      // A question that was refused says nothing about the note.
      return { ...base, verdict: role === 'ask' ? 'unanswered' : 'rejected' };
    default:
      return { ...base, verdict: outcome.kind };
  }
}

function waitOf(reason: Extract<Outcome, { kind: 'wait' }>['reason']): Judgement['verdict'] {
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
