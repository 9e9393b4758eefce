import { DomainError } from '../../domain/errors.ts';
import { fingerprintOf } from '../../domain/fingerprint.ts';
import type { Repeatable } from '../../operations/documents/create.ts';

/**
 * The idempotency of a request; null when it asks for none (decision 9).
 *
 * @param key value of `Idempotency-Key`
 * @param content what must be equal in a repetition
 * @throws DomainError `invalid_idempotency_key`
 */
export function idempotencyOf(key: string | undefined, content: unknown): Repeatable | null {
  if (key === undefined) return null;
  if (!/^[\w.:-]{1,100}$/.test(key)) {
    const message = 'Idempotency-Key deve ter de 1 a 100 caracteres: letras, dígitos e _ . : -';
    throw new DomainError('invalid_idempotency_key', message);
  }
  return { key, fingerprint: fingerprintOf(content) };
}
