import type { DocumentPayload } from './payload.ts';

/** The model of the note that the payload asks for (mod). */
export function modelOf({ type }: Pick<DocumentPayload, 'type'>): '55' | '65' {
  return type === 'NFCE' ? '65' : '55';
}
