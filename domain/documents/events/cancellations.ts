import { type DocumentEventType, type DocumentType, traitsOf } from '../../document-types.ts';
import { DomainError } from '../../errors.ts';
import { type Fault, refuseAny } from '../../faults.ts';
import type { Document } from '../document.entity.ts';
import type { DocumentEvent } from './document-event.entity.ts';

type KnownCancellation = Pick<DocumentEvent, 'type' | 'status' | 'substituteKey'>;

/** The types of event that cancel a document. */
export const cancellationTypes = ['CANCELLATION', 'CANCELLATION_BY_SUBSTITUTION'] as const;
type CancellationType = (typeof cancellationTypes)[number];

/** Whether an event of the type cancels its document once it is registered. */
export function isCancellation(type: DocumentEventType): type is CancellationType {
  return cancellationTypes.some((each) => each === type);
}

/**
 * A requested cancellation. `reasonCode` is cMotivo of an NFS-e, null for other documents; `substituteKey` is the access key of the note that
 * replaces the cancelled one, null where there is none.
 */
export type NewCancellation = {
  type: CancellationType;
  justification: string;
  reasonCode: string | null;
  substituteKey: string | null;
};

/** "Outros" of cMotivo (TSCodJustCanc): the justification gives the reason. */
const otherReason = '9';

/**
 * The code of the reason for which a document is cancelled; null for documents whose cancellation has none.
 *
 * @throws DomainError `validation_error` for a field that a cancellation of the type does not have
 */
export function reasonCodeOf(
  type: DocumentType,
  { reason, substituteId }: { reason: string | null; substituteId: string | null },
): string | null {
  refuseAny(type === 'NFSE' ? ofReplacement(substituteId) : ofServices(type, reason));
  return type === 'NFSE' ? (reason ?? otherReason) : null;
}

function ofReplacement(substituteId: string | null): Fault[] {
  if (substituteId === null) return [];
  const message =
    'Uma NFS-e é substituída pela que entra no lugar dela: crie a outra com replaces, e ela cancela esta ao ser autorizada.';
  return [{ code: 'validation_error', path: 'substituteDocumentId', message }];
}

function ofServices(type: DocumentType, reason: string | null): Fault[] {
  if (reason === null) return [];
  const message = `Este campo é de NFS-e: não o envie ao cancelar uma ${traitsOf[type].title}; a justificativa basta.`;
  return [{ code: 'validation_error', path: 'reason', message }];
}

/** What to do about a requested cancellation, by the document's earlier ones. */
export type NextCancellation<Event> =
  /** The same cancellation is under way: the request means that one. */
  | { kind: 'find'; event: Event }
  /** Another is under way: decide again when it has ended. */
  | { kind: 'wait'; event: Event }
  /** Make one of the requested type; `refused` is an earlier refused one, whose row it takes over. */
  | { kind: 'make'; refused: Event | undefined };

/** @param cancellations all cancellations of the document, of both types */
export function nextCancellation<Event extends KnownCancellation>(
  cancellations: Event[],
  { type, substituteKey }: Pick<NewCancellation, 'type' | 'substituteKey'>,
): NextCancellation<Event> {
  const pending = cancellations.find(({ status }) => status === 'PENDING');
  if (!pending) return { kind: 'make', refused: cancellations.find((event) => event.type === type) };
  const isSame = pending.type === type && (pending.substituteKey ?? null) === substituteKey;
  return { kind: isSame ? 'find' : 'wait', event: pending };
}

type CancelledDocument = Pick<Document, 'id' | 'type' | 'environment'>;
type Substitute = CancelledDocument & Pick<Document, 'status' | 'accessKey'>;

/**
 * The access key of the document that replaces a cancelled one. Only the authority checks whether the two are of the same sale, and when they were
 * issued.
 *
 * @param substitute a document of the same company; null where the company has no document with that id
 * @throws DomainError `unsupported_document_type`, `invalid_substitute`
 */
export function substituteKeyOf(cancelled: CancelledDocument, substitute: Substitute | null): string {
  if (!isReplaceable(cancelled)) {
    const message = 'Cancelamento por substituição só existe para NFC-e: não envie substituteDocumentId.';
    throw new DomainError('unsupported_document_type', message);
  }
  const fault = faultOf(cancelled, substitute);
  if (fault === null && substitute?.accessKey) return substitute.accessKey;
  const message = `substituteDocumentId ${fault ?? 'é de um documento sem chave de acesso'}.`;
  throw new DomainError('invalid_substitute', message, { issues: [{ path: 'substituteDocumentId', message }] });
}

function faultOf(cancelled: CancelledDocument, substitute: Substitute | null): string | null {
  if (!substitute) return 'não é de um documento desta empresa';
  const { id, type, status, environment } = substitute;
  if (id === cancelled.id) return 'é o próprio documento: envie o da NFC-e que ficou no lugar dele';
  if (!isReplaceable({ type })) return 'não é de uma NFC-e';
  if (environment !== cancelled.environment) return 'é de um documento de outro ambiente';
  if (status !== 'AUTHORIZED') return `é de uma NFC-e que está ${status}; só uma AUTHORIZED substitui outra`;
  return null;
}

/** Whether the caller may name the note that took the place of a cancelled one (110112); of an NFS-e the authority itself registers that (105102). */
function isReplaceable({ type }: Pick<Document, 'type'>): boolean {
  return type === 'NFCE';
}
