// Workflows read this file: it must import nothing from Node.
import type { Pace } from '../conversation/closing.ts';

/** PDFs a second, with one decimal; null while none is known. */
export function pdfsPerSecond({ pdfs, ms }: Pace): number | null {
  return pdfs > 0 && ms > 0 ? Math.round((pdfs * 10_000) / ms) / 10 : null;
}

/** Seconds until all documents are in, at the pace so far; null while none is known. */
export function secondsLeft(documents: number, pace: Pace): number | null {
  if (pace.documents <= 0 || pace.ms <= 0) return null;
  return Math.ceil((Math.max(documents, 0) * pace.ms) / pace.documents / 1000);
}
