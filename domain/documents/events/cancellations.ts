import { type DocumentEventType, type DocumentType, traitsOf } from '../../document-types.ts';
import { DomainError } from '../../errors.ts';
import { type Fault, refuseAny } from '../../faults.ts';
import type { Document } from '../document.entity.ts';
import type { DocumentEvent } from './document-event.entity.ts';

type KnownCancellation = Pick<DocumentEvent, 'type' | 'status' | 'substituteKey'>;

/** The types of event that cancel a document. */
export const cancellationTypes = ['CANCELLATION', 'CANCELLATION_BY_SUBSTITUTION'] as const;
type CancellationType = (typeof cancellationTypes)[number];

/** Whether a document is cancelled once such an event is registered. */
export function isCancellation(type: DocumentEventType): type is CancellationType {
  return cancellationTypes.some((each) => each === type);
}

/**
 * A requested cancellation; `reasonCode` is cMotivo of an NFS-e, null on other documents, and `substituteKey` there where another note
 * replaces the cancelled one.
 */
export type NewCancellation = {
  type: CancellationType;
  justification: string;
  reasonCode: string | null;
  substituteKey: string | null;
};

/** "Outros" of cMotivo (TSCodJustCanc): the justification says the rest. */
const otherReason = '9';

/**
 * Why a document of the type is cancelled, as a code, where its cancellation has one.
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

/** What to do about a requested cancellation, given those that a document has. */
export type NextCancellation<Event> =
  /** The same cancellation is under way. */
  | { kind: 'find'; event: Event }
  /** Another is under way; decide again when it has ended. */
  | { kind: 'wait'; event: Event }
  /** Make one of the requested type, in the place of a refused one where there is one. */
  | { kind: 'make'; refused: Event | undefined };

/** @param cancellations all those of the document, of both types */
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
 * The access key of the document that replaces a cancelled one. The authority alone checks what the two sold, and when.
 *
 * @param substitute of the same company; null where it has no such document
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

/** Whether the caller may name what took its place (110112); of an NFS-e the authority registers that itself (105102). */
function isReplaceable({ type }: Pick<Document, 'type'>): boolean {
  return type === 'NFCE';
}
