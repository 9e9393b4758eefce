import { DomainError } from '../../domain/errors.ts';
import { fingerprintOf } from '../../domain/fingerprint.ts';
import type { Repeatable } from '../../operations/documents/create.ts';

/**
 * The idempotency of a request, or null when it asks for none (spec 1-core §4.2 rule 8).
 *
 * @param key of its `Idempotency-Key`
 * @param content what a repetition must have the same
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
