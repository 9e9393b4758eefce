import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';

/** A creation that its caller may repeat: the key that it names, and what tells the same request from another. */
export type Repeatable = { key: string; fingerprint: string };

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
  return { key, fingerprint: createHash('sha256').update(canonical(content)).digest('hex') };
}

/** JSON with sorted names, so that neither the order of fields nor the blanks between them make another request. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
