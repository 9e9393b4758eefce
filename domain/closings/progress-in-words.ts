// Workflows read this file: it must import nothing from Node.
import type { Pace, Tally } from '../conversation/closing.ts';
import { pdfsPerSecond, secondsLeft } from './pace.ts';

/** `1.200 de 60.000 documentos; 28 PDFs por segundo; faltam cerca de 35 min`. Without a pace as long as none is known. */
export function progressInWords({ documentCount, doneCount }: Tally, pace: Pace): string {
  const done = `${thousands(doneCount)} de ${thousands(documentCount)} documentos`;
  return [done, speedOf(pace), timeLeft(documentCount - doneCount, pace)].filter(Boolean).join('; ');
}

function speedOf(pace: Pace): string {
  const pdfs = pdfsPerSecond(pace);
  if (pdfs !== null) return `${spoken(pdfs)} PDFs por segundo`;
  return pace.documents > 0 && pace.ms > 0 ? `${spoken((pace.documents * 1000) / pace.ms)} documentos por segundo` : '';
}

function timeLeft(documents: number, pace: Pace): string {
  const seconds = secondsLeft(documents, pace);
  if (seconds === null || seconds === 0) return '';
  if (seconds < 90) return `faltam cerca de ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `faltam cerca de ${minutes} min` : `faltam cerca de ${Math.round(minutes / 60)} h`;
}

const spoken = (number: number): string =>
  number >= 10 ? thousands(Math.round(number)) : String(Math.round(number * 10) / 10).replace('.', ',');

/** Digits in threes, as Brazilians write them. */
function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '.');
}
