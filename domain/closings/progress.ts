import type { Closing } from './closing.entity.ts';

/** How far a closing is. Rates and what is left are of one that is RUNNING and has begun to move; null otherwise. */
export type ClosingProgress = {
  documentCount: number;
  doneCount: number;
  pdfCount: number;
  missingPdfCount: number;
  /** Whole; 100 only once the ZIP is whole. */
  percent: number;
  /** One decimal place. */
  pdfsPerSecond: number | null;
  secondsLeft: number | null;
  waitingFor: string | null;
};

type Moving = Pick<
  Closing,
  'status' | 'documentCount' | 'doneCount' | 'pdfCount' | 'missingPdfCount' | 'startedAt' | 'waitingFor'
>;

/** Reads a closing's progress off its row, by the pace since it began. */
export function progressOf(closing: Moving, now: Date): ClosingProgress {
  const { status, documentCount, doneCount, pdfCount, missingPdfCount, startedAt } = closing;
  const seconds = status === 'RUNNING' && startedAt ? (now.getTime() - startedAt.getTime()) / 1000 : 0;
  const perSecond = seconds > 0 ? doneCount / seconds : 0;
  return {
    ...{ documentCount, doneCount, pdfCount, missingPdfCount },
    percent: percentOf(closing),
    pdfsPerSecond: seconds > 0 && pdfCount > 0 ? Math.round((pdfCount / seconds) * 10) / 10 : null,
    secondsLeft: perSecond > 0 ? Math.ceil(Math.max(0, documentCount - doneCount) / perSecond) : null,
    waitingFor: closing.waitingFor ?? null,
  };
}

function percentOf({ status, documentCount, doneCount }: Moving): number {
  if (status === 'COMPLETED') return 100;
  return documentCount > 0 ? Math.min(99, Math.floor((doneCount / documentCount) * 100)) : 0;
}
