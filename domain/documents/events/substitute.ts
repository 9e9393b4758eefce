import { DomainError } from '../../errors.ts';
import type { Document } from '../document.entity.ts';

type Cancelled = Pick<Document, 'id' | 'type' | 'environment'>;
type Substitute = Cancelled & Pick<Document, 'status' | 'accessKey'>;

/**
 * The access key of the document that replaces a cancelled one. The authority alone judges what the two sold, and when.
 *
 * @param substitute of the same company; null where it has no such document
 * @throws DomainError `unsupported_document_type`, `invalid_substitute`
 */
export function substituteKeyOf(cancelled: Cancelled, substitute: Substitute | null): string {
  if (!isReplaceable(cancelled)) {
    const message = 'Cancelamento por substituição só existe para NFC-e: não envie substituteDocumentId.';
    throw new DomainError('unsupported_document_type', message);
  }
  const fault = faultOf(cancelled, substitute);
  if (fault === null && substitute?.accessKey) return substitute.accessKey;
  const message = `substituteDocumentId ${fault ?? 'é de um documento sem chave de acesso'}.`;
  throw new DomainError('invalid_substitute', message, { issues: [{ path: 'substituteDocumentId', message }] });
}

function faultOf(cancelled: Cancelled, substitute: Substitute | null): string | null {
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
