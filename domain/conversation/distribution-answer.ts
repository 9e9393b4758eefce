// Workflows read this file: it must import nothing but types.

import type { Obstacle } from './authority.ts';

/** What an answer of a distribution means for the next question. */
export type DistributionOutcome =
  /** There are documents in it. */
  | 'documents'
  /** There is nothing after the NSU. */
  | 'nothing'
  /** Asked too early: a question before an hour is over starts the hour again. */
  | 'throttled'
  /** The service is paused or has failed: ask later. */
  | 'paused'
  /** The certificate is not taken: no question helps until an operator has put another in its place. */
  | 'mend'
  /** Anything else: the authority refuses the question. */
  | 'failed';

/** An answer to the question what came after an NSU, from either source. */
export type DistributionAnswer = {
  /** 137, 138, 656, ...; of the ADN its code (E2215), else its StatusProcessamento, else the HTTP status. */
  cStat: string;
  xMotivo: string;
  outcome: DistributionOutcome;
  /** ultNSU; of the ADN the highest NSU of the lot. Null where the answer tells none. */
  lastNsu: bigint | null;
  /** maxNSU; null where the source does not tell, as the ADN never does. */
  maxNsu: bigint | null;
  /** Whether the next question may be asked at once: lastNsu is below maxNsu; of the ADN a full lot. */
  hasMore: boolean;
  /** As they came: neither ordered nor without repetition where the authority's are not. */
  entries: LotEntry[];
  /** What came without an NSU, which the layout lets the answer about one key do. */
  unnumbered: Omit<LotEntry, 'nsu'>[];
};

/** One document of a lot, not yet opened. */
export type LotEntry = {
  nsu: bigint;
  /** `docZip@schema`; of the ADN its TipoDocumento. */
  schema: string;
  /** Base64 of a gzip file, as it came; '' where the entry has none. */
  content: string;
};

/** Documents in one lot, at most, of either source (NT 2014.002; Manual Integrado do Sistema Nacional NFS-e 1.00.02). */
export const lotSize = 50;

/** What an obstacle is to a distribution; without one the authority refuses the question for a reason of its own. */
export function hindranceOf(obstacle: Obstacle | null): DistributionOutcome {
  switch (obstacle?.kind) {
    case 'throttled':
    case 'mend':
      return obstacle.kind;
    case 'wait':
      return 'paused';
    default:
      return 'failed';
  }
}
