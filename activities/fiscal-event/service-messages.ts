import type { SchemaFault } from '../../adapters/schemas/faults.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { Message } from '../../domain/conversation/authority.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { EventSubject } from '../../domain/documents/events/event.ts';
import { isServiceEventType, serviceEventOf } from '../../domain/documents/events/service/table.ts';
import { buildNfseCancellation, buildNfseEvent, readNfseEvent } from '../../domain/nfse/events.ts';
import { pack, readDpsAnswer, readEventAnswer, readEventRegistered } from '../../domain/sefin/answers.ts';
import { dispatch, question } from '../../domain/sefin/authority.ts';
import type { SefinErrors } from '../../domain/sefin/body.ts';
import {
  eventOutcomeOf,
  found,
  isEventThere,
  notFound,
  obstacleOf,
  decidingRefusal,
  registered,
} from '../../domain/sefin/outcomes.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import { validatorOf } from '../conversation/local-rejection.ts';
import type { SendingStep } from '../conversation/matter.ts';
import type { Parts } from '../parts.ts';
import type { EventAnswer, EventAttempt } from './event-attempt.ts';

/** Code of "Outros", for a cancellation whose reason was given without a code (cMotivo of 101101). */
const otherReasons = '9';

/** The signed request to register an event of an NFS-e, with the faults that the schema finds in it. */
export async function signedEvent(
  _em: EntityManager,
  { event, about, signer }: { event: DocumentEvent; about: EventSubject; signer: Signer },
  parts: Parts,
): Promise<{ xml: string; faults: SchemaFault[] }> {
  const { accessKey, environment, author } = about;
  const { reasonCode, justification, occurredAt } = event;
  const header = { accessKey, environment, authorTaxId: author.taxId, occurredAt, version: parts.version };
  const { xml } = isServiceEventType(event.type)
    ? buildNfseEvent(
        { ...header, ...saidOf(event), reasonCode: reasonCode ?? null, justification: justification ?? null },
        signer,
      )
    : buildNfseCancellation(
        { ...header, reasonCode: reasonCode ?? otherReasons, justification: justification ?? '' },
        signer,
      );
  return { xml, faults: validatorOf(parts, 'nfse', occurredAt).validate('pedRegEvento_v1.01.xsd', xml) };
}

/** Code and description by which the schema knows an event of a party. */
function saidOf({ id, code }: DocumentEvent): { code: string; description: string } {
  const known = serviceEventOf(code);
  if (!known) throw new TypeError(`event ${id} of code ${code} is none of a party of an NFS-e`);
  return known.said;
}

/** The service of NFS-e has no judge. */
export const authorityServiceOf = (): null => null;

/** The message of a step about an event of an NFS-e. */
export function messageAbout(state: EventAttempt, step: SendingStep): Message<EventAnswer> {
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

/** The answer where the authority shows an event; one that is not ours decides nothing. */
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

/** The event is not there: where its last answer was a refusal because of another event (E0840 and its like), that refusal stands. */
function missing({ calls }: EventAttempt): EventAnswer {
  const last = calls.findLast(({ role, notSent }) => role === 'send' && !notSent);
  const barred = last?.cStat ?? '';
  if (!isEventThere(barred)) return { ...silent, cStat: notFound, xMotivo: 'o evento não está na NFS-e' };
  const xMotivo = 'a NFS-e já tem outro evento, que impede este';
  return { cStat: barred, xMotivo, outcome: { kind: 'rejected' }, registration: null };
}

function refused(errors: SefinErrors): EventAnswer {
  const { cStat, xMotivo } = decidingRefusal(errors);
  return { cStat, xMotivo, outcome: eventOutcomeOf(cStat), registration: null };
}

function undecided(errors: SefinErrors): EventAnswer {
  const said = refused(errors);
  return { ...said, outcome: obstacleOf(said.cStat) };
}
