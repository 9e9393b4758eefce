import { createHash } from 'node:crypto';

/** Identifies the content of a request under an idempotency key: SHA-256 of its body, lowercase hex. */
export function fingerprintOf(body: unknown): string {
  return createHash('sha256').update(canonical(body)).digest('hex');
}

/** JSON with sorted names, so that neither the order of fields nor white space matters. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
