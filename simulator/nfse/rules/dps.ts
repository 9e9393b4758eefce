import type { Element } from '../../xml/element.ts';
import type { Cities } from '../city.ts';
import type { NfseFault } from '../fault.ts';

/** Where and when a DPS or a request of an event is judged, and what is registered by then. */
export type DpsContext = {
  at: Date;
  environment: 1 | 2;
  cities: Cities;
  /** Key of the NFS-e that a DPS made. */
  keyOf(dpsId: string): string | undefined;
  /** A registered NFS-e: its XML root, and whether a terminal event stands on it. */
  note(key: string): { nfse: Element; ended: boolean } | undefined;
};

/** All that is wrong with a DPS that is valid by schema and signature, in the order of the annex. */
export function judgeDps(_dps: Element, _context: DpsContext): NfseFault[] {
  return [];
}
