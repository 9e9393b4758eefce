import type { Call, Message } from '../../../domain/conversation/authority.ts';
import type { JudgedService } from '../../../domain/conversation/standing.ts';
import {
  readRetConsReciNFe,
  readRetConsSitNFe,
  readRetConsStatServ,
  readRetEnviNFe,
} from '../../../domain/sefaz/answers.ts';
import { authorizerOfKey, judgedAt, sefaz, sefazMessage } from '../../../domain/sefaz/authority.ts';
import type { Service } from '../../../domain/sefaz/endpoints.ts';
import { consReciNFe, consSitNFe, consStatServ, enviNFe } from '../../../domain/sefaz/messages.ts';
import type { SpokenStep } from '../../conversation/matter.ts';
import type { NoteAttempt } from '../attempt.ts';
import type { ReadAnswer } from '../read-answer.ts';
import { readNoteAnswer, type NoteAnswer } from './read-answer.ts';

/** The service that the note was issued for. */
export const judgedOf = (state: NoteAttempt): JudgedService | null => judgedAt(authorizerOf(state));

/** The message of a step. */
export function messageAbout(state: NoteAttempt, step: SpokenStep): Message<ReadAnswer> {
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
      const message = consStatServ({ environment, state: authorizerOf(state).state });
      return messageOf(state, { service: 'NfeStatusServico', message, read: readStatus });
    }
  }
}

/** The question about a key: the attempt's own, or one that a person wants to adopt. */
export function askAbout(state: NoteAttempt, chNFe: string): Message<ReadAnswer> {
  const message = consSitNFe({ environment: state.environment, chNFe });
  return messageOf({ ...state, subject: chNFe }, { service: 'NfeConsultaProtocolo', message, read: readKey });
}

type Question = { service: Service; message: string; read: (raw: string) => NoteAnswer };

function messageOf(state: NoteAttempt, question: Question): Message<ReadAnswer> {
  const role: Call['role'] = sefaz.roleOf(question.service);
  const { prepared, subject: accessKey, takesAny } = state;
  const read = (raw: string): ReadAnswer =>
    readNoteAnswer(role, question.read(raw), { ...prepared, accessKey, takesAny });
  return sefazMessage(authorizerOf(state), { ...question, read });
}

/** The authorizer to which the note was sent, also for a question about another key. */
const authorizerOf = ({ prepared, environment }: NoteAttempt) => authorizerOfKey(prepared.subject, environment);

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

/** 15 digits that do not repeat within a moment. */
function idLote(): string {
  return String(Date.now()).padStart(13, '0') + String(Math.floor(Math.random() * 100)).padStart(2, '0');
}
