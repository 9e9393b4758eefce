// Workflows read this file: it must import nothing but types.

import type { Obstacle } from './authority.ts';

/** What the answer of a distribution means for the next question. */
export type DistributionOutcome =
  /** It brings documents. */
  | 'documents'
  /** There is nothing after the NSU that was asked for. */
  | 'nothing'
  /** The question came too early: each question within the hour starts the hour again. */
  | 'throttled'
  /** The service is paused or has failed: ask later. */
  | 'paused'
  /** The authority refuses the certificate: no question helps until an operator has replaced it. */
  | 'mend'
  /** The authority refuses the question for any other reason. */
  | 'failed';

/** The answer to "what came after this NSU", from either source. */
export type DistributionAnswer = {
  /** 137, 138, 656, …; from the ADN its code (E2215), else its StatusProcessamento, else the HTTP status. */
  cStat: string;
  xMotivo: string;
  outcome: DistributionOutcome;
  /** ultNSU; from the ADN the highest NSU of the lot. Null where the answer has none. */
  lastNsu: bigint | null;
  /** maxNSU; null where the answer has none, as from the ADN. */
  maxNsu: bigint | null;
  /** Whether the next question may be asked at once: lastNsu is below maxNsu, or the ADN sent a full lot. */
  hasMore: boolean;
  /** The entries as they came: possibly unordered or repeated. */
  entries: LotEntry[];
  /** Entries without an NSU, which the layout allows in the answer about one key. */
  unnumbered: Omit<LotEntry, 'nsu'>[];
};

/** One document of a lot, not yet opened. */
export type LotEntry = {
  nsu: bigint;
  /** `docZip@schema`; from the ADN its TipoDocumento. */
  schema: string;
  /** Base64 of a gzip file, as it came; '' where the entry has no file. */
  content: string;
};

/** How many documents one lot of either source has at most (NT 2014.002; Manual Integrado do Sistema Nacional NFS-e 1.00.02). */
export const lotSize = 50;

/** What an obstacle means for a distribution; null stands for a refusal of the question itself. */
export function outcomeOfObstacle(obstacle: Obstacle | null): DistributionOutcome {
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
