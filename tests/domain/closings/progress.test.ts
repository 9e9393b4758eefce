import { expect, test } from 'vitest';
import { leftInWords, type MovingClosing, progressInWords, progressOf } from '../../../domain/closings/progress.ts';

test.each([
  [0, 'faltam cerca de 0 s'],
  [1, 'faltam cerca de 1 s'],
  [89, 'faltam cerca de 89 s'],
  [90, 'faltam cerca de 2 min'],
  [149, 'faltam cerca de 2 min'],
  [150, 'faltam cerca de 3 min'],
  [3_599, 'faltam cerca de 60 min'],
  [7_169, 'faltam cerca de 119 min'],
  [7_170, 'faltam cerca de 2 h'],
  [36_000, 'faltam cerca de 10 h'],
])('%i seconds that are left are reported as people say it', (seconds, words) => {
  expect(leftInWords(seconds)).toBe(words);
});

const now = new Date('2026-11-27T15:01:00Z');
const closing: MovingClosing = {
  ...{ id: 'a', company: 'b', status: 'RUNNING', documentCount: 2_000, doneCount: 900, pdfCount: 900 },
  ...{ missingPdfCount: 0, startedAt: new Date('2026-11-27T15:00:00Z') },
  ...{ waitingFor: null, waitingKind: null, waitingSince: null },
};

test('what is left goes by the pace so far, and is not guessed before there is one', () => {
  expect(progressOf(closing, now)).toMatchObject({ percent: 45, secondsLeft: 74, pdfsPerSecond: 15, waiting: null });
  for (const still of [{ doneCount: 0, pdfCount: 0 }, { status: 'PENDING', startedAt: null } as const]) {
    expect(progressOf({ ...closing, ...still }, now)).toMatchObject({ secondsLeft: null, pdfsPerSecond: null });
  }
});

test('a run says in one line how far it is, how fast, and what is left, as far as each is known', () => {
  const counts = { documentCount: 60_000, doneCount: 1_200, pdfCount: 1_200 };
  expect(progressInWords(counts, { pdfs: 1_200, documents: 1_200, ms: 43_000 })).toBe(
    '1.200 de 60.000 documentos; 28 PDFs por segundo; faltam cerca de 35 min',
  );
  expect(progressInWords(counts, { pdfs: 0, documents: 0, ms: 0 })).toBe('1.200 de 60.000 documentos');
});
