import { SignatureRefused, verifyNfseSignature } from '../../adapters/xml-signature/verify.ts';
import type { Message } from '../../domain/conversation/authority.ts';
import { SefinAnswerUnreadable, type SefinErrors } from '../../domain/sefin/body.ts';
import {
  type NfseAtAuthority,
  type IssuedNfse,
  type SefinNotFound,
  readDpsAnswer,
  readIssuedNfse,
  readNfseAnswer,
  type SefinRefusal,
  pack,
} from '../../domain/sefin/answers.ts';
import { dispatch, question } from '../../domain/sefin/authority.ts';
import { found, notFound, outcomeOf, decidingRefusal } from '../../domain/sefin/outcomes.ts';
import type { SendingStep } from '../conversation/matter.ts';
import type { NoteAttempt } from './attempt.ts';
import type { ReadAnswer } from './settlement.ts';

/** The service of NFS-e has no judge. */
export const authorityServiceOf = (): null => null;

/** The message of a step about a DPS. */
export function messageAbout(state: NoteAttempt, step: SendingStep): Message<ReadAnswer> {
  const { subject: dpsId, environment, prepared } = state;
  switch (step.do) {
    case 'send':
      return dispatch(environment, {
        service: 'NfseEmissao',
        path: '/nfse',
        body: { dpsXmlGZipB64: pack(prepared.signedXml) },
        read: (answer) => readAsIssued(readIssuedNfse(answer), state),
      });
    case 'poll': // an NFS-e has no lots
    case 'ask':
      return prepared.accessKey === null
        ? question(environment, {
            service: 'DpsConsulta',
            path: `/dps/${dpsId}`,
            read: (answer) => readAsDps(readDpsAnswer(answer)),
          })
        : askAbout(state, prepared.accessKey);
    case 'checkService':
      return question(environment, {
        service: 'NfseSituacao',
        path: `/dps/${dpsId}`,
        read: (answer) => readAsState(readDpsAnswer(answer)),
      });
  }
}

/** The question about an NFS-e by its key. */
export function askAbout(state: NoteAttempt, accessKey: string): Message<ReadAnswer> {
  return question(state.environment, {
    service: 'NfseConsulta',
    path: `/nfse/${accessKey}`,
    read: (answer) => readAsNfse(readNfseAnswer(answer), state),
  });
}

type SentDps = Pick<NoteAttempt, 'subject' | 'prepared' | 'takesAny'>;
type Alert = { code: string; message: string };

const silent: Omit<ReadAnswer, 'cStat' | 'xMotivo' | 'says'> = {
  authorization: null,
  protocolXml: null,
  procXml: null,
  isNumberSpent: false,
  otherKey: null,
  receipt: null,
  foundKey: null,
  service: null,
};

/** Reads the answer to a DPS that was sent. */
function readAsIssued(answer: IssuedNfse | SefinRefusal, sent: SentDps): ReadAnswer {
  if (answer.kind === 'refused') return refused(answer.errors);
  const read = held(answer, sent, answer.alerts);
  if (read.says !== 'mismatch') return read;
  // The answer brings another NFS-e: the authority is asked what the DPS made before anything is concluded.
  return { ...silent, cStat: found, xMotivo: 'a resposta traz outra NFS-e', says: 'alreadyThere' };
}

/** Reads the answer to the question which NFS-e a DPS made: its key, by which the NFS-e is asked for next. */
function readAsDps(answer: ReturnType<typeof readDpsAnswer>): ReadAnswer {
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

/** Reads the answer to the question about an NFS-e. */
function readAsNfse(answer: NfseAtAuthority | SefinNotFound | SefinRefusal, sent: SentDps): ReadAnswer {
  switch (answer.kind) {
    case 'found':
      return held(answer, sent);
    case 'notFound':
      return unknown;
    case 'refused':
      return undecided(answer.errors);
  }
}

/** Any answer shows that the service is back, unless it names an obstacle. */
function readAsState(answer: ReturnType<typeof readDpsAnswer>): ReadAnswer {
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
 * An NFS-e as the authority holds it; it is ours if the DPS in it is the one that was signed.
 *
 * @throws SefinAnswerUnreadable where the NFS-e is not what its generator signed
 */
function held(
  { nfseXml, facts }: Pick<NfseAtAuthority, 'nfseXml' | 'facts'>,
  { subject, prepared, takesAny }: SentDps,
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
    throw new SefinAnswerUnreadable(cause.message, { cause });
  }
}

function refused(errors: SefinErrors): ReadAnswer {
  const { cStat, xMotivo } = decidingRefusal(errors);
  const outcome = outcomeOf(cStat);
  return { ...silent, cStat, xMotivo, says: outcome.kind === 'wait' ? 'paused' : outcome.kind };
}

/** A refused question says nothing about the note, unless it names an obstacle. */
function undecided(errors: SefinErrors): ReadAnswer {
  const answer = refused(errors);
  const isObstacle = ['paused', 'throttled', 'mend'].includes(answer.says);
  return isObstacle ? answer : { ...answer, says: 'unanswered' };
}
