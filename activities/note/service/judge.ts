import { SignatureRefused, verifyNfseSignature } from '../../../adapters/xml-signature/verify-nfse-signature.ts';
import { AnswerUnreadable } from '../../../domain/sefin/answer-unreadable.ts';
import type { Found, Issued, NotFound, readDpsAnswer, Refused } from '../../../domain/sefin/answers.ts';
import type { SefinErrors } from '../../../domain/sefin/body.ts';
import { found, notFound, outcomeOf, refusal } from '../../../domain/sefin/outcomes.ts';
import type { NoteAttempt } from '../attempt.ts';
import type { Judgement } from '../judgement.ts';

type Sent = Pick<NoteAttempt, 'subject' | 'prepared' | 'takesAny'>;
type Alert = { code: string; message: string };

const silent: Omit<Judgement, 'cStat' | 'xMotivo' | 'verdict'> = {
  authorization: null,
  procXml: null,
  isNumberSpent: false,
  otherKey: null,
  receipt: null,
  foundKey: null,
  service: null,
};

/** The answer to a DPS that was sent. */
export function judgeIssued(answer: Issued | Refused, sent: Sent): Judgement {
  if (answer.kind === 'refused') return refused(answer.errors);
  const judgement = held(answer, sent, answer.alerts);
  if (judgement.verdict !== 'mismatch') return judgement;
  // Not what was asked for: the authority is asked what the DPS made before anybody concludes anything.
  return { ...silent, cStat: found, xMotivo: 'a resposta traz outra NFS-e', verdict: 'alreadyThere' };
}

/** The answer to the question which NFS-e a DPS made: its key, by which it is then asked for. */
export function judgeDps(answer: ReturnType<typeof readDpsAnswer>): Judgement {
  switch (answer.kind) {
    case 'found': {
      const xMotivo = `a DPS gerou a NFS-e ${answer.accessKey}`;
      return { ...silent, cStat: found, xMotivo, verdict: 'alreadyThere', foundKey: answer.accessKey };
    }
    case 'notFound':
      return unknown;
    case 'refused':
      return unjudged(answer.errors);
  }
}

/** The answer to the question about an NFS-e. */
export function judgeNfse(answer: Found | NotFound | Refused, sent: Sent): Judgement {
  switch (answer.kind) {
    case 'found':
      return held(answer, sent);
    case 'notFound':
      return unknown;
    case 'refused':
      return unjudged(answer.errors);
  }
}

/** Any answer says that the service is back, but one that names an obstacle. */
export function judgeState(answer: ReturnType<typeof readDpsAnswer>): Judgement {
  if (answer.kind === 'refused') return unjudged(answer.errors);
  const cStat = answer.kind === 'found' ? found : notFound;
  return { ...silent, cStat, xMotivo: 'a SEFIN Nacional voltou a responder', verdict: 'again' };
}

const unknown: Judgement = {
  ...silent,
  cStat: notFound,
  xMotivo: 'a DPS não gerou NFS-e',
  verdict: 'notFound',
};

/**
 * An NFS-e as the authority holds it: ours where the DPS in it is the one that was signed.
 *
 * @throws AnswerUnreadable where the NFS-e is not what its generator signed
 */
function held(
  { nfseXml, facts }: Pick<Found, 'nfseXml' | 'facts'>,
  { subject, prepared, takesAny }: Sent,
  alerts: Alert[] = [],
): Judgement {
  checkSignature(nfseXml);
  const { accessKey, cStat, nNFSe, dps } = facts;
  const isOurs = dps.id === subject && dps.digestValue === prepared.digestValue;
  return {
    ...silent,
    cStat,
    xMotivo: facts.xMotivo || 'NFS-e gerada',
    verdict: isOurs || takesAny ? 'authorized' : 'mismatch',
    authorization: {
      accessKey,
      protocol: facts.nDFSe,
      authorizedAt: facts.dhProc,
      cStat,
      alerts,
      nfseNumber: nNFSe,
      verificationCode: facts.verificationCode,
    },
    procXml: nfseXml,
    otherKey: accessKey,
    service: { amounts: facts.amounts, ibsCbs: facts.ibsCbs },
  };
}

function checkSignature(xml: string): void {
  try {
    verifyNfseSignature(xml);
  } catch (cause) {
    if (!(cause instanceof SignatureRefused)) throw cause;
    throw new AnswerUnreadable(cause.message, { cause });
  }
}

function refused(errors: SefinErrors): Judgement {
  const { cStat, xMotivo } = refusal(errors);
  const outcome = outcomeOf(cStat);
  return { ...silent, cStat, xMotivo, verdict: outcome.kind === 'wait' ? 'paused' : outcome.kind };
}

/** A question that was refused says nothing about the note, unless it names what hinders. */
function unjudged(errors: SefinErrors): Judgement {
  const judgement = refused(errors);
  const isObstacle = ['paused', 'throttled', 'mend'].includes(judgement.verdict);
  return isObstacle ? judgement : { ...judgement, verdict: 'unanswered' };
}
