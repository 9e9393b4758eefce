import type { EventArrival } from './arrival.ts';

/**
 * tpEvento that ends a note. NF-e: cancellation, and by substitution (MOC 7.0 annex I; NT 2018.004). NFS-e: the issuer's cancellation, by
 * substitution, granted by fiscal analysis, and ex officio (layout 1.01 of 2026-07-27; the matrix of events of Anexo II v1.00.02).
 */
const cancellations: Record<EventArrival['model'], ReadonlySet<string>> = {
  NFE: new Set(['110111', '110112']),
  NFSE: new Set(['101101', '105102', '105104', '305101']),
};

/** Whether a registered event cancels its note. */
export function cancels({ model, code }: Pick<EventArrival, 'model' | 'code'>): boolean {
  return cancellations[model].has(code);
}
