import type { Step } from '../../domain/emission/next-step.ts';
import {
  readRetConsReciNFe,
  readRetConsSitNFe,
  readRetConsStatServ,
  readRetEnviNFe,
} from '../../domain/sefaz/answers.ts';
import type { Service } from '../../domain/sefaz/endpoints.ts';
import { consReciNFe, consSitNFe, consStatServ, enviNFe } from '../../domain/sefaz/messages.ts';
import type { Attempt } from './attempt.ts';
import type { Judgement, Role } from './judgement.ts';

/** What any answer about a note says: its code and words, the judgement where it holds one, the receipt where there is one. */
export type Said = { cStat: string; xMotivo: string; protocol: Judgement['protocol']; receipt: string | null };

/** One message about a note, and how its answer is read. */
export type Question = { role: Role; service: Service; message: string; read: (raw: string) => Said };

/** What is said to the authority in a step. */
export function questionOf(step: Extract<Step, { do: Role | 'checkService' }>, { topic, prepared }: Attempt): Question {
  const { environment, company, subject } = topic;
  switch (step.do) {
    case 'send': {
      const message = enviNFe({ idLote: idLote(), signedNFe: prepared.signedXml });
      return { role: 'send', service: 'NfeAutorizacao', message, read: readLot };
    }
    case 'ask':
      return askAbout(subject, environment);
    case 'poll': {
      const message = consReciNFe({ environment, nRec: prepared.receipt ?? '' });
      return { role: 'poll', service: 'NfeRetAutorizacao', message, read: readReceipt };
    }
    case 'checkService': {
      const message = consStatServ({ environment, state: company.state });
      return { role: 'status', service: 'NfeStatusServico', message, read: readStatus };
    }
  }
}

/** The question what is known of a key. */
export function askAbout(chNFe: string, environment: Attempt['topic']['environment']): Question {
  return { role: 'ask', service: 'NfeConsultaProtocolo', message: consSitNFe({ environment, chNFe }), read: readKey };
}

const readLot = (raw: string): Said => {
  const { cStat, xMotivo, protocol, receipt } = readRetEnviNFe(raw);
  return { cStat, xMotivo, protocol, receipt: receipt?.nRec ?? null };
};
const readKey = (raw: string): Said => ({ ...readRetConsSitNFe(raw), receipt: null });
const readStatus = (raw: string): Said => ({ ...readRetConsStatServ(raw), protocol: null, receipt: null });
const readReceipt = (raw: string): Said => {
  const { cStat, xMotivo, protocols } = readRetConsReciNFe(raw);
  return { cStat, xMotivo, protocol: protocols[0] ?? null, receipt: null };
};

/** Any 15 digits that are not the same twice in a moment. */
function idLote(): string {
  return String(Date.now()).padStart(13, '0') + String(Math.floor(Math.random() * 100)).padStart(2, '0');
}
