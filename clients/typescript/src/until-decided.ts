import type { FiscalDocumentDetail } from './contract.ts';
import { LavraError } from './error.ts';
import { pause } from './pause.ts';

export type Patience = {
  /** After this time without a decision it is an error; 120 unless given. */
  timeoutSeconds: number;
};

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** Reads a document until it is not under way any more, ever more seldom. */
export async function untilDecided(
  read: () => Promise<FiscalDocumentDetail>,
  { timeoutSeconds = 120 }: Partial<Patience>,
  signal?: AbortSignal,
): Promise<FiscalDocumentDetail> {
  const end = Date.now() + timeoutSeconds * 1000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const document = await read();
    if (document.status !== 'PROCESSING') return document;
    if (Date.now() + pauseMs > end) throw stillProcessing(document, timeoutSeconds);
    await pause(pauseMs, signal);
  }
}

function stillProcessing({ id, waiting }: FiscalDocumentDetail, seconds: number): LavraError {
  const reason = waiting ? ` Espera: ${waiting.reason}` : '';
  return new LavraError(
    'still_processing',
    `O documento ${id} ainda está em processamento após ${seconds} s.${reason}`,
  );
}
