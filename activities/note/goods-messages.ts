import { randomInt } from 'node:crypto';
import type { Call, AuthorityService, Message, Outcome } from '../../domain/conversation/authority.ts';
import { isOfUnregistered } from '../../domain/nfe/build-nfe.ts';
import {
  type Protocol,
  readRetConsReciNFe,
  readRetConsSitNFe,
  readRetConsStatServ,
  readRetEnviNFe,
} from '../../domain/sefaz/answers.ts';
import {
  authorizerOfKey,
  authorityServiceAt,
  sefaz,
  sefazMessage,
  statusStateAt,
} from '../../domain/sefaz/authority.ts';
import type { SefazService } from '../../domain/sefaz/endpoints.ts';
import { bareProtocol, consReciNFe, consSitNFe, consStatServ, enviNFe } from '../../domain/sefaz/messages.ts';
import { otherKeyIn, outcomeOf } from '../../domain/sefaz/outcomes.ts';
import type { SendingStep } from '../conversation/matter.ts';
import type { NoteAttempt } from './attempt.ts';
import type { ReadAnswer } from './settlement.ts';

/** The service that the note was issued for. */
export const authorityServiceOf = (state: NoteAttempt): AuthorityService | null =>
  authorityServiceAt(authorizerOf(state));

/** The message of a step about a note of goods. */
export function messageAbout(state: NoteAttempt, step: SendingStep): Message<ReadAnswer> {
  const { prepared, environment } = state;
  switch (step.do) {
    case 'send': {
      const message = enviNFe({ idLote: idLote(), signedNFe: prepared.signedXml });
      return messageOf(state, { service: 'NfeAutorizacao', message, read: readLot });
    }
    case 'ask':
      return askAbout(state, state.subject);
    case 'poll': {
      const message = consReciNFe({ environment, nRec: prepared.receipt ?? '' });
      return messageOf(state, { service: 'NfeRetAutorizacao', message, read: readReceipt });
    }
    case 'checkService': {
      const message = consStatServ({ environment, state: statusStateAt(authorizerOf(state)) });
      return messageOf(state, { service: 'NfeStatusServico', message, read: readStatus });
    }
  }
}

/** The question about a key: the attempt's own key, or one that a person wants to adopt. */
export function askAbout(state: NoteAttempt, chNFe: string): Message<ReadAnswer> {
  const message = consSitNFe({ environment: state.environment, chNFe });
  return messageOf({ ...state, subject: chNFe }, { service: 'NfeConsultaProtocolo', message, read: readKey });
}

type Question = { service: SefazService; message: string; read: (raw: string) => NoteAnswer };

function messageOf(state: NoteAttempt, question: Question): Message<ReadAnswer> {
  const role: Call['role'] = sefaz.roleOf(question.service);
  const { prepared, subject: accessKey, takesAny } = state;
  const read = (raw: string): ReadAnswer =>
    readNoteAnswer(role, question.read(raw), { ...prepared, accessKey, takesAny });
  return sefazMessage(authorizerOf(state), { ...question, read });
}

/** The authorizer that the note was sent to; a question about another key goes there, too. */
const authorizerOf = ({ prepared, environment }: NoteAttempt) =>
  authorizerOfKey(prepared.subject, environment, { isUnregistered: isOfUnregistered(prepared.signedXml) });

const readLot = (raw: string): NoteAnswer => {
  const { cStat, xMotivo, protocol, receipt } = readRetEnviNFe(raw);
  return { cStat, xMotivo, protocol, receipt: receipt?.nRec ?? null };
};
const readKey = (raw: string): NoteAnswer => ({ ...readRetConsSitNFe(raw), receipt: null });
const readStatus = (raw: string): NoteAnswer => ({ ...readRetConsStatServ(raw), protocol: null, receipt: null });
const readReceipt = (raw: string): NoteAnswer => {
  const { cStat, xMotivo, protocols } = readRetConsReciNFe(raw);
  return { cStat, xMotivo, protocol: protocols[0] ?? null, receipt: null };
};

/** A random id for a lot, of 15 digits. */
export function idLote(): string {
  return String(randomInt(10 ** 14, 2 ** 48 - 1));
}

/** What any answer about a note has: code and words, and, where there are any, the protocol and the receipt of a lot. */
type NoteAnswer = { cStat: string; xMotivo: string; protocol: Protocol | null; receipt: string | null };

/** `takesAny`: a person adopts the note that is there, whatever its content. */
type SentNote = { accessKey: string; digestValue: string; signedXml: string; takesAny: boolean };

/** Reads an answer. Code and words are the protocol's; they are the answer's own where it has no protocol, or answers a question about the key. */
function readNoteAnswer(role: Call['role'], answer: NoteAnswer, sent: SentNote): ReadAnswer {
  const { protocol, receipt } = answer;
  const { cStat, xMotivo } = role !== 'ask' && protocol ? protocol : answer;
  const isOurs = protocol?.digVal === null || protocol?.digVal === undefined || protocol.digVal === sent.digestValue;
  const outcome = outcomeOf(cStat);
  const base = {
    cStat,
    xMotivo,
    authorization: protocol && authorizationOf(protocol),
    protocolXml: protocol && isOurs ? bareProtocol(protocol.raw) : null,
    procXml: null,
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
