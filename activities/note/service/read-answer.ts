import { SignatureRefused, verifyNfseSignature } from '../../../adapters/xml-signature/verify-nfse-signature.ts';
import { AnswerUnreadable } from '../../../domain/sefin/answer-unreadable.ts';
import type { FoundNfse, Issued, NotFound, readDpsAnswer, Refused } from '../../../domain/sefin/answers.ts';
import type { SefinErrors } from '../../../domain/sefin/body.ts';
import { found, notFound, outcomeOf, refusal } from '../../../domain/sefin/outcomes.ts';
import type { NoteAttempt } from '../attempt.ts';
import type { ReadAnswer } from '../read-answer.ts';

type Sent = Pick<NoteAttempt, 'subject' | 'prepared' | 'takesAny'>;
type Alert = { code: string; message: string };

const silent: Omit<ReadAnswer, 'cStat' | 'xMotivo' | 'says'> = {
  authorization: null,
  procXml: null,
  isNumberSpent: false,
  otherKey: null,
  receipt: null,
  foundKey: null,
  service: null,
};

/** The answer to a DPS that was sent. */
export function readAsIssued(answer: Issued | Refused, sent: Sent): ReadAnswer {
  if (answer.kind === 'refused') return refused(answer.errors);
  const read = held(answer, sent, answer.alerts);
  if (read.says !== 'mismatch') return read;
  // Not what was asked for: the authority is asked what the DPS made before anybody concludes anything.
  return { ...silent, cStat: found, xMotivo: 'a resposta traz outra NFS-e', says: 'alreadyThere' };
}

/** The answer to the question which NFS-e a DPS made: its key, by which it is then asked for. */
export function readAsDps(answer: ReturnType<typeof readDpsAnswer>): ReadAnswer {
  switch (answer.kind) {
    case 'found': {
      const xMotivo = `a DPS gerou a NFS-e ${answer.accessKey}`;
      return { ...silent, cStat: found, xMotivo, says: 'alreadyThere', foundKey: answer.accessKey };
    }
    case 'notFound':
      return unknown;
    case 'refused':
      return undecided(answer.errors);
  }
}

/** The answer to the question about an NFS-e. */
export function readAsNfse(answer: FoundNfse | NotFound | Refused, sent: Sent): ReadAnswer {
  switch (answer.kind) {
    case 'found':
      return held(answer, sent);
    case 'notFound':
      return unknown;
    case 'refused':
      return undecided(answer.errors);
  }
}

/** Any answer says that the service is back, but one that names an obstacle. */
export function readAsState(answer: ReturnType<typeof readDpsAnswer>): ReadAnswer {
  if (answer.kind === 'refused') return undecided(answer.errors);
  const cStat = answer.kind === 'found' ? found : notFound;
  return { ...silent, cStat, xMotivo: 'a SEFIN Nacional voltou a responder', says: 'again' };
}

const unknown: ReadAnswer = {
  ...silent,
  cStat: notFound,
  xMotivo: 'a DPS não gerou NFS-e',
  says: 'notFound',
};

/**
 * An NFS-e as the authority holds it: ours where the DPS in it is the one that was signed.
 *
 * @throws AnswerUnreadable where the NFS-e is not what its generator signed
 */
function held(
  { nfseXml, facts }: Pick<FoundNfse, 'nfseXml' | 'facts'>,
  { subject, prepared, takesAny }: Sent,
  alerts: Alert[] = [],
): ReadAnswer {
  checkSignature(nfseXml);
  const { accessKey, cStat, nNFSe, dps } = facts;
  const isOurs = dps.id === subject && dps.digestValue === prepared.digestValue;
  return {
    ...silent,
    cStat,
    xMotivo: facts.xMotivo || 'NFS-e gerada',
    says: isOurs || takesAny ? 'authorized' : 'mismatch',
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

function refused(errors: SefinErrors): ReadAnswer {
  const { cStat, xMotivo } = refusal(errors);
  const outcome = outcomeOf(cStat);
  return { ...silent, cStat, xMotivo, says: outcome.kind === 'wait' ? 'paused' : outcome.kind };
}

/** A question that was refused says nothing about the note, unless it names what hinders. */
function undecided(errors: SefinErrors): ReadAnswer {
  const answer = refused(errors);
  const isObstacle = ['paused', 'throttled', 'mend'].includes(answer.says);
  return isObstacle ? answer : { ...answer, says: 'unanswered' };
}
