import type { EventOutcome } from '../../domain/conversation/outcome.ts';

/**
 * One answer about an event: code and words (the event's own where it has them), what follows, and the registration where the answer brings
 * one. Only the answer to the event itself decides about it: nothing follows from a question that finds nothing, or is refused.
 */
export type EventAnswer = {
  cStat: string;
  xMotivo: string;
  outcome: EventOutcome | null;
  registration: {
    protocol: string | null;
    registeredAt: Date | null;
    /** What is kept of the event; null where the authority tells that it took effect without showing it. */
    procXml: string | null;
  } | null;
};
