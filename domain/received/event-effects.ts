import type { Manifestation } from './words.ts';
import type { EventArrival } from './arrival.ts';

type Registered = Pick<EventArrival, 'model' | 'code' | 'sequence' | 'occurredAt' | 'registeredAt'>;

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

const manifestations = new Map<string, Manifestation>([
  ['210200', 'CONFIRMADA'],
  ['210210', 'CIENCIA'],
  ['210220', 'DESCONHECIDA'],
  ['210240', 'NAO_REALIZADA'],
]);

/** The manifestation that a tpEvento is; null of any other event. */
export function manifestationIn(code: string): Manifestation | null {
  return manifestations.get(code) ?? null;
}

/**
 * What the recipient has said of a note at last, of its registered events in any order: the last conclusion, whatever CIENCIA comes after it
 * (NT 2020.001: a conclusion may be changed once, and CIENCIA is refused after one).
 */
export function manifestationOf(events: readonly Registered[]): Manifestation | null {
  const said = events.flatMap((event) => {
    const type = event.model === 'NFE' ? manifestationIn(event.code) : null;
    return type === null ? [] : [{ type, event }];
  });
  const conclusions = said.filter(({ type }) => type !== 'CIENCIA');
  const [last] = (conclusions.length > 0 ? conclusions : said).sort((one, other) => compare(other.event, one.event));
  return last?.type ?? null;
}

/** By time of registration; codes and sequences decide between two of the same second, so that the order in which they came does not. */
function compare(one: Registered, other: Registered): number {
  const time = (of: Registered) => (of.registeredAt ?? of.occurredAt).getTime();
  return time(one) - time(other) || one.sequence - other.sequence || Number(one.code) - Number(other.code);
}
