import { isAccessKey } from '../../domain/access-key.ts';
import type { Resolution } from '../../domain/conversation/progress.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { isNfseKey } from '../../domain/nfse-key.ts';

/**
 * The decision of a person for the run of a stopped emission: to adopt the note that the authority has under a key, or to end the attempt as
 * rejected.
 *
 * @param adopt access key of that note; null to end the attempt
 * @throws DomainError `validation_error` where the key cannot be one of such a document, `invalid_state` where the document is not being issued
 */
export function decisionOf({ type, status }: Document, adopt: string | null): Resolution {
  const isKey = type === 'NFSE' ? isNfseKey : isAccessKey;
  if (adopt !== null && !isKey(adopt)) {
    throw new DomainError(
      'validation_error',
      `"${adopt}" não é uma chave de acesso válida de ${traitsOf[type].title}.`,
    );
  }
  if (status !== 'PROCESSING') {
    throw new DomainError('invalid_state', `O documento está ${status}: não há emissão à espera de decisão.`);
  }
  return adopt === null ? { reject: true } : { adopt };
}
