import type { RoleInCompany } from '../../domain/accounts/roles.ts';
import type { Wait } from '../../domain/conversation/waiting.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { isCancellation } from '../../domain/documents/events/cancellations.ts';
import { deliveryReceiptsOf } from '../../domain/documents/events/delivery-receipts.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { cancellationTerm, correctionTerm, substitutionTerm } from '../../domain/documents/events/terms.ts';
import type { DocumentInFull } from '../../operations/documents/find-document.ts';
import type { Story } from '../../operations/documents/story.ts';
import { may } from './may.ts';
import { nearMoment } from './words.ts';

export const noteActs = [
  'EMIT',
  'MEND',
  'CANCEL',
  'CORRECT',
  'REPLACE',
  'RECEIPT',
  'REMOVE_RECEIPT',
  'RETRY',
  'DECIDE',
  'REMOVE',
] as const;
/** The things that people do with a note. */
export type NoteAct = (typeof noteActs)[number];

/** Why something that people look for (`about`) cannot be done; `act` when it can be tried all the same. */
export type MissingAct = { words: string; about?: NoteAct; act?: NoteAct; link?: string };

/** What the person can do with a note now, with the deadlines, and why the rest cannot be done. */
export type NoteStanding = { acts: { act: NoteAct; term?: string }[]; missing: MissingAct[] };

type Subject = Pick<DocumentInFull, 'document' | 'events'> & { story: Pick<Story, 'waiting' | 'events'> };

/** What can be done with a note, and why the rest cannot. */
export function noteStanding({ document, events, story }: Subject, role: RoleInCompany, now: Date): NoteStanding {
  const standing = ofStatus(document, ownOf(events), story, now);
  if (may(role, 'cancelNote')) return standing; // all of these acts are of the roles that issue
  const words = 'Seu acesso é só de consulta: quem emite pela empresa é que muda uma nota.';
  return { acts: [], missing: standing.acts.length > 0 ? [{ words }] : [] };
}

/** Why something cannot be done with a note; null when it can be done, or tried. */
export function obstacleTo(act: NoteAct, { acts, missing }: NoteStanding): string | null {
  if ([...acts, ...missing].some((each) => each.act === act)) return null;
  const told = missing.find(({ about }) => about === act) ?? missing[0];
  return told?.words ?? 'Como a nota está agora, isto não se faz com ela.';
}

/** The events that were registered through Lavra. */
export function ownOf(events: DocumentInFull['events']): DocumentEvent[] {
  return events.flatMap((each) => (each.kind === 'own' ? [each.event] : []));
}

function ofStatus(document: Document, events: DocumentEvent[], story: Subject['story'], now: Date): NoteStanding {
  switch (document.status) {
    case 'DRAFT':
    case 'REJECTED':
      return ofOpen(document);
    case 'PROCESSING':
      return ofWaiting(story.waiting);
    case 'AUTHORIZED': {
      const retry = story.events.some(({ status, waiting }) => status === 'PENDING' && isMoved(waiting, 'UNANSWERED'));
      const { acts, missing } = ofAuthorized(document, events, now);
      return { acts: [...acts, ...(retry ? [{ act: 'RETRY' as const }] : [])], missing };
    }
    default:
      return { acts: [], missing: [{ words: 'Esta nota está cancelada: nada mais se faz com ela.' }] };
  }
}

function ofOpen({ status, number }: Document): NoteStanding {
  const acts: NoteAct[] = status === 'DRAFT' ? ['EMIT', 'MEND'] : ['MEND', 'EMIT'];
  if (number === 0) return { acts: [...acts, 'REMOVE'].map((act) => ({ act: act as NoteAct })), missing: [] };
  const words = `Não pode ser apagada: o número ${number} já é dela. Se a venda não existe mais, inutilize o número.`;
  return { acts: acts.map((act) => ({ act })), missing: [{ words, link: 'inutilizacoes' }] };
}

/** Whether trying now helps: only when somebody may have mended what it waits for. Lavra asks for a lost answer by itself. */
function isMoved(waiting: Pick<Wait, 'kind'> | null, also?: Wait['kind']): boolean {
  return waiting !== null && ['CERTIFICATE', 'OURS', also].includes(waiting.kind);
}

function ofWaiting(waiting: Pick<Wait, 'kind'> | null): NoteStanding {
  if (waiting?.kind === 'PERSON') return { acts: [{ act: 'DECIDE' }], missing: [] };
  if (isMoved(waiting)) return { acts: [{ act: 'RETRY' }], missing: [] };
  const words = 'Enquanto está em emissão, nada se muda nela: em instantes ela é autorizada ou rejeitada.';
  return { acts: [], missing: waiting === null ? [{ words }] : [] };
}

function ofAuthorized(document: Document, events: DocumentEvent[], now: Date): NoteStanding {
  const parts = [
    ...[ofCancelling(document, events, now), ofReplacing(document, events)],
    ...[ofCorrecting(document, now), ofDelivering(document, events)],
  ];
  return { acts: parts.flatMap(({ acts }) => acts), missing: parts.flatMap(({ missing }) => missing) };
}

const nothing: NoteStanding = { acts: [], missing: [] };

function ofCancelling({ type, authorizationDate }: Document, events: DocumentEvent[], now: Date): NoteStanding {
  const pending = events.find((event) => isCancellation(event.type) && event.status === 'PENDING');
  if (pending) {
    const words = `O cancelamento foi pedido às ${nearMoment(pending.occurredAt, now)} e segue sozinho.`;
    return { acts: [], missing: [{ words, about: 'CANCEL' }] };
  }
  if (deliveryReceiptsOf(receiptsOf(events)).standing) {
    const words = 'Não pode ser cancelada enquanto tem um comprovante de entrega: remova-o antes.';
    return { acts: [], missing: [{ words, about: 'CANCEL' }] };
  }
  const term = authorizationDate ? cancellationTerm(type, authorizationDate) : null;
  if (term === null) return { acts: [{ act: 'CANCEL' }], missing: [] };
  if (now <= term) return { acts: [{ act: 'CANCEL', term: `até ${nearMoment(term, now)}` }], missing: [] };
  return {
    acts: [],
    missing: [{ words: lateWords({ type, authorizationDate }, term, now), about: 'CANCEL', act: 'CANCEL' }],
  };
}

function lateWords(
  { type, authorizationDate }: Pick<Document, 'type' | 'authorizationDate'>,
  term: Date,
  now: Date,
): string {
  const ended = `O prazo para cancelar acabou às ${nearMoment(term, now)}.`;
  const substitution = authorizationDate ? substitutionTerm(authorizationDate) : now;
  return type === 'NFCE' && now < substitution
    ? `${ended} Se outra NFC-e ficou no lugar desta, ainda pode ser cancelada até ${nearMoment(substitution, now)}.`
    : `${ended} Alguns estados ainda o registram com atraso.`;
}

/** Another NFS-e can replace an authorized one; only its municipality knows until when. */
function ofReplacing({ type }: Document, events: DocumentEvent[]): NoteStanding {
  const isLeaving = events.some((event) => isCancellation(event.type) && event.status === 'PENDING');
  return type === 'NFSE' && !isLeaving ? { acts: [{ act: 'REPLACE' }], missing: [] } : nothing;
}

function ofCorrecting({ type, authorizationDate }: Document, now: Date): NoteStanding {
  if (type === 'NFCE')
    return { acts: [], missing: [{ words: 'Uma NFC-e não tem carta de correção.', about: 'CORRECT' }] };
  if (type === 'NFSE') {
    const words = 'Uma NFS-e não tem carta de correção: se algo está errado, substitua-a por outra.';
    return { acts: [], missing: [{ words, about: 'CORRECT' }] };
  }
  const term = authorizationDate ? correctionTerm(authorizationDate) : null;
  if (term === null || now <= term) {
    return { acts: [{ act: 'CORRECT', ...(term ? { term: `até ${nearMoment(term, now)}` } : {}) }], missing: [] };
  }
  const words = `O prazo para corrigir por carta acabou às ${nearMoment(term, now)}: são 30 dias depois da autorização.`;
  return { acts: [], missing: [{ words, about: 'CORRECT' }] };
}

function ofDelivering({ type }: Document, events: DocumentEvent[]): NoteStanding {
  if (type !== 'NFE') return nothing;
  const { pending, standing } = deliveryReceiptsOf(receiptsOf(events));
  if (pending) {
    const words = 'O comprovante de entrega está a caminho e segue sozinho.';
    return { acts: [], missing: [{ words, about: 'RECEIPT' }] };
  }
  return { acts: [{ act: standing ? 'REMOVE_RECEIPT' : 'RECEIPT' }], missing: [] };
}

/** The delivery receipts and their removals among the events. */
export function receiptsOf(events: DocumentEvent[]): DocumentEvent[] {
  return events.filter(({ type }) => type === 'DELIVERY_RECEIPT' || type === 'DELIVERY_RECEIPT_REMOVAL');
}
