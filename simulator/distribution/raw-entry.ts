import type { RawRecord } from '../register/records.ts';
import type { Register } from '../register/register.ts';

/** Puts bytes into a taxpayer's queue as they are: a broken entry, or a document that names no taxpayer. */
export function putRaw(entry: Omit<RawRecord, 'kind'>, bytes: Buffer, register: Register): void {
  register.add({ kind: 'raw', ...entry }, bytes.toString('base64'));
}
