import type { ClosingCounts, PackingSpeed } from '../conversation/pack-progress.ts';
import { waitOfRow, type WaitWithRemedy } from '../conversation/wait-with-remedy.ts';
import type { Closing } from './closing.entity.ts';

// Workflows read this file: it must import nothing from Node, and only types from entities.

export const closingStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
/** States of a closing. PENDING: it waits for its turn. FAILED: the row tells why, and the month may be closed again. */
export type ClosingStatus = (typeof closingStatuses)[number];

/** Why a closing did not begin for a company (docs/offices.md). */
export type SkipReason = 'already_running' | 'no_documents' | 'dispatch_failed' | 'not_in_portfolio';

/** How far a closing is. Speed and time left are null unless the closing is RUNNING and a speed can be measured. */
export type ClosingProgress = {
  documentCount: number;
  doneCount: number;
  pdfCount: number;
  missingPdfCount: number;
  /** A whole number; 100 only once the ZIP is complete. */
  percent: number;
  /** With one decimal. */
  pdfsPerSecond: number | null;
  secondsLeft: number | null;
  /** What the closing waits for; null while it goes on. */
  waiting: WaitWithRemedy | null;
};

/** The columns of a closing that its progress is read from. */
export type MovingClosing = Pick<
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

/** The progress of a closing, from its row and from its speed since it began. */
export function progressOf(closing: MovingClosing, now: Date): ClosingProgress {
  const { id, company, status, documentCount, doneCount, pdfCount, missingPdfCount, startedAt } = closing;
  const ms = status === 'RUNNING' && startedAt ? now.getTime() - startedAt.getTime() : 0;
  const pace = { pdfs: pdfCount, documents: doneCount, ms };
  return {
    ...{ documentCount, doneCount, pdfCount, missingPdfCount },
    percent: percentOf(closing),
    pdfsPerSecond: pdfsPerSecond(pace),
    secondsLeft: secondsLeft(documentCount - doneCount, pace),
    waiting: waitOfRow({ ...closing, reason: closing.waitingFor }, { what: 'closing', id, company }, now),
  };
}

function percentOf({
  status,
  documentCount,
  doneCount,
}: Pick<MovingClosing, 'status' | 'documentCount' | 'doneCount'>): number {
  if (status === 'COMPLETED') return 100;
  return documentCount > 0 ? Math.min(99, Math.floor((doneCount / documentCount) * 100)) : 0;
}

/** `1.200 de 60.000 documentos; 28 PDFs por segundo; faltam cerca de 35 min`. Speed and time left are missing as long as they are not known. */
export function progressInWords({ documentCount, doneCount }: ClosingCounts, pace: PackingSpeed): string {
  const done = `${thousands(doneCount)} de ${thousands(documentCount)} documentos`;
  return [done, speedOf(pace), timeLeft(documentCount - doneCount, pace)].filter(Boolean).join('; ');
}

function speedOf(pace: PackingSpeed): string {
  const pdfs = pdfsPerSecond(pace);
  if (pdfs !== null) return `${spoken(pdfs)} PDFs por segundo`;
  return pace.documents > 0 && pace.ms > 0 ? `${spoken((pace.documents * 1000) / pace.ms)} documentos por segundo` : '';
}

function timeLeft(documents: number, pace: PackingSpeed): string {
  const seconds = secondsLeft(documents, pace);
  return seconds === null || seconds === 0 ? '' : leftInWords(seconds);
}

/** `faltam cerca de 50 s` */
export function leftInWords(seconds: number): string {
  if (seconds < 90) return `faltam cerca de ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `faltam cerca de ${minutes} min` : `faltam cerca de ${Math.round(minutes / 60)} h`;
}

const spoken = (number: number): string =>
  number >= 10 ? thousands(Math.round(number)) : String(Math.round(number * 10) / 10).replace('.', ',');

/** A number with its digits in threes, as in Brazil. */
function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '.');
}

/** PDFs per second, with one decimal; null while not known. */
export function pdfsPerSecond({ pdfs, ms }: PackingSpeed): number | null {
  return pdfs > 0 && ms > 0 ? Math.round((pdfs * 10_000) / ms) / 10 : null;
}

/** Seconds until all documents are in the ZIP, at the speed so far; null while not known. */
export function secondsLeft(documents: number, pace: PackingSpeed): number | null {
  if (pace.documents <= 0 || pace.ms <= 0) return null;
  return Math.ceil((Math.max(documents, 0) * pace.ms) / pace.documents / 1000);
}
