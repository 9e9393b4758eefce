import { expect, test } from 'vitest';
import { nextLetter } from '../../../../domain/documents/events/next-event.ts';

const letter = (
  sequence: number,
  status: 'PENDING' | 'REGISTERED' | 'REJECTED',
  correction: string,
  cStat = '135',
) => ({
  sequence,
  status,
  correction,
  cStat,
});

test('the first letter has sequence 1, and each that follows the next one', () => {
  expect(nextLetter([], 'um')).toEqual({ kind: 'make', sequence: 1, refused: undefined });
  const registered = [letter(1, 'REGISTERED', 'um'), letter(2, 'REGISTERED', 'dois')];
  expect(nextLetter(registered, 'três')).toEqual({ kind: 'make', sequence: 3, refused: undefined });
});

test('the text of the last letter is that letter; the text of an earlier one is a new letter', () => {
  const [first, last] = [letter(1, 'REGISTERED', 'um'), letter(2, 'REGISTERED', 'dois')];
  expect(nextLetter([first, last], 'dois')).toEqual({ kind: 'find', letter: last });
  expect(nextLetter([first, last], 'um')).toMatchObject({ kind: 'make', sequence: 3 });
});

test('while a letter is under way its own text joins it, and any other waits for it', () => {
  const pending = letter(2, 'PENDING', 'dois');
  expect(nextLetter([letter(1, 'REGISTERED', 'um'), pending], 'dois')).toEqual({ kind: 'find', letter: pending });
  expect(nextLetter([letter(1, 'REGISTERED', 'um'), pending], 'um')).toEqual({ kind: 'wait', letter: pending });
});

test('a letter that was refused leaves its sequence to the next try, whatever that says', () => {
  const refused = letter(2, 'REJECTED', 'dois', '596');
  const letters = [letter(1, 'REGISTERED', 'um'), refused];
  expect(nextLetter(letters, 'dois')).toEqual({ kind: 'make', sequence: 2, refused });
  expect(nextLetter(letters, 'um')).toEqual({ kind: 'find', letter: letters[0] });
});

test('a sequence that the authority holds for another system’s letter is spent', () => {
  expect(nextLetter([letter(1, 'REJECTED', 'um', '573')], 'um')).toMatchObject({ kind: 'make', sequence: 2 });
});
