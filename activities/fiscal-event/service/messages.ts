import type { Message } from '../../../domain/conversation/authority.ts';
import { readNfseEvent } from '../../../domain/nfse/events.ts';
import { readDpsAnswer, readEventAnswer, readEventRegistered } from '../../../domain/sefin/answers.ts';
import { dispatch, question } from '../../../domain/sefin/authority.ts';
import type { SefinErrors } from '../../../domain/sefin/body.ts';
import {
  eventOutcomeOf,
  eventThere,
  found,
  notFound,
  obstacleOf,
  refusal,
  registered,
} from '../../../domain/sefin/outcomes.ts';
import { pack } from '../../../domain/sefin/payload.ts';
import type { SpokenStep } from '../../conversation/matter.ts';
import type { EventAnswer } from '../answer.ts';
import type { EventAttempt } from '../attempt.ts';

/** Nobody judges the one service of NFS-e. */
export const judgedOf = (): null => null;

/** The message of a step about an event of an NFS-e. */
export function messageAbout(state: EventAttempt, step: SpokenStep): Message<EventAnswer> {
  const { event, about } = state;
  const { accessKey, environment } = about;
  switch (step.do) {
    case 'send':
      return dispatch(environment, {
        service: 'NfseEvento',
        path: `/nfse/${accessKey}/eventos`,
        body: { pedidoRegistroEventoXmlGZipB64: pack(event.signedXml ?? '') },
        read(answer) {
          const said = readEventRegistered(answer);
          return said.kind === 'refused' ? refused(said.errors) : registration(registered, said.eventXml, state);
        },
      });
    case 'poll': // an event of an NFS-e has no lots
    case 'ask':
      return question(environment, {
        service: 'NfseEventoConsulta',
        path: `/nfse/${accessKey}/eventos/${event.code}/${event.sequence}`,
        read(answer) {
          const said = readEventAnswer(answer);
          if (said.kind === 'found') return registration(found, said.eventXml, state);
          return said.kind === 'refused' ? undecided(said.errors) : missing(state);
        },
      });
    case 'checkService':
      return question(environment, {
        service: 'NfseSituacao',
        path: `/nfse/${accessKey}`,
        read(answer) {
          const said = readDpsAnswer(answer);
          if (said.kind === 'refused') return undecided(said.errors);
          return { ...silent, cStat: said.kind === 'found' ? found : notFound, xMotivo: 'voltou a responder' };
        },
      });
  }
}

const silent = { outcome: null, registration: null } as const;

/** An event as the authority holds it; another's tells nothing. */
function registration(cStat: string, xml: string, { event, about }: EventAttempt): EventAnswer {
  const { accessKey, code, registeredAt, nDFSe } = readNfseEvent(xml);
  if (accessKey !== about.accessKey || code !== event.code) {
    return { ...silent, cStat: notFound, xMotivo: 'a resposta traz outro evento' };
  }
  return {
    cStat,
    xMotivo: 'evento registrado',
    outcome: { kind: 'registered' },
    registration: { protocol: nDFSe, registeredAt, procXml: xml },
  };
}

/** Not there: after a refusal for another event (E0840) nothing but the refusal is left of it. */
function missing({ calls }: EventAttempt): EventAnswer {
  const last = calls.findLast(({ role, notSent }) => role === 'send' && !notSent);
  if (last?.cStat !== eventThere) return { ...silent, cStat: notFound, xMotivo: 'o evento não está na NFS-e' };
  const xMotivo = 'a NFS-e já tem outro evento, que impede este';
  return { cStat: eventThere, xMotivo, outcome: { kind: 'rejected' }, registration: null };
}

function refused(errors: SefinErrors): EventAnswer {
  const { cStat, xMotivo } = refusal(errors);
  return { cStat, xMotivo, outcome: eventOutcomeOf(cStat), registration: null };
}

function undecided(errors: SefinErrors): EventAnswer {
  const said = refused(errors);
  return { ...said, outcome: obstacleOf(said.cStat) };
}
