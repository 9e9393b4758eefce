import { cancellation } from './cancellation.ts';
import type { EventKind } from './event.ts';

/** The types of event that the simulator takes; another one is an entry here. */
const eventKinds: readonly EventKind[] = [cancellation];

/** The kind of event that a tpEvento names, if it is taken. */
export function kindOf(tpEvento: string | undefined): EventKind | undefined {
  return eventKinds.find((kind) => kind.tpEvento === tpEvento);
}
