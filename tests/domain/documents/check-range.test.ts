import { expect, test } from 'vitest';
import { checkRange } from '../../../domain/documents/inutilization.entity.ts';

test.each([
  [1, 1],
  [1, 1000],
  [999_999_000, 999_999_999],
])('%d to %d is a range', (startNumber, endNumber) => {
  expect(() => checkRange({ startNumber, endNumber })).not.toThrow();
});

test.each([
  [2, 1, 'endNumber não pode ser menor que startNumber.'],
  [1, 1001, 'endNumber deve deixar a faixa com até 1000 números; divida-a em mais pedidos.'],
])('%d to %d is none', (startNumber, endNumber, message) => {
  expect(() => checkRange({ startNumber, endNumber })).toThrow(message);
});
