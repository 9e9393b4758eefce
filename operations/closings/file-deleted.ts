import { DomainError } from '../../domain/errors.ts';

/** The ZIP of a closing was kept for as long as ZIPs are, and is gone. */
export function fileDeleted(options?: ErrorOptions): DomainError {
  const message = 'O arquivo deste fechamento já foi apagado. Feche o mês de novo para ter outro.';
  return new DomainError('not_found', message, options);
}
