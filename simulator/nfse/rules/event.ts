import type { Element } from '../../xml/element.ts';
import type { NfseFault } from '../fault.ts';
import type { DpsContext } from './dps.ts';

/** All that is wrong with a request of an event (pedRegEvento) that is valid by schema and signature, in the order of the annex. */
export function judgeEvent(_request: Element, _context: DpsContext): NfseFault[] {
  return [];
}
