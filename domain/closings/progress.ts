import { toldWait, type ToldWait } from '../conversation/told-wait.ts';
import type { Closing } from './closing.entity.ts';
import { pdfsPerSecond, secondsLeft } from './pace.ts';

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
  /** What it waits for; null while it moves. */
  waiting: ToldWait | null;
};

type Moving = Pick<
  Closing,
  | 'id'
  | 'company'
  | 'status'
  | 'documentCount'
  | 'doneCount'
  | 'pdfCount'
  | 'missingPdfCount'
  | 'startedAt'
  | 'waitingFor'
  | 'waitingKind'
  | 'waitingSince'
>;

/** Reads a closing's progress off its row, by the pace since it began. */
export function progressOf(closing: Moving, now: Date): ClosingProgress {
  const { id, company, status, documentCount, doneCount, pdfCount, missingPdfCount, startedAt } = closing;
  const ms = status === 'RUNNING' && startedAt ? now.getTime() - startedAt.getTime() : 0;
  const pace = { pdfs: pdfCount, documents: doneCount, ms };
  return {
    ...{ documentCount, doneCount, pdfCount, missingPdfCount },
    percent: percentOf(closing),
    pdfsPerSecond: pdfsPerSecond(pace),
    secondsLeft: secondsLeft(documentCount - doneCount, pace),
    waiting: toldWait({ ...closing, reason: closing.waitingFor }, { what: 'closing', id, company }, now),
  };
}

function percentOf({
  status,
  documentCount,
  doneCount,
}: Pick<Moving, 'status' | 'documentCount' | 'doneCount'>): number {
  if (status === 'COMPLETED') return 100;
  return documentCount > 0 ? Math.min(99, Math.floor((doneCount / documentCount) * 100)) : 0;
}
