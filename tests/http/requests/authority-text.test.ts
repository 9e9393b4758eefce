import { expect, test } from 'vitest';
import { authorityText } from '../../../http/requests/authority-text.ts';

const bounds = { least: 15, most: 40, lengths: 'deve ter de 15 a 40 caracteres' };

test('the typography of a word processor goes to the authority as its plain counterpart, as in a note', () => {
  const text = authorityText('justification', '  Pedido “A–1”\ncancelado pelo cliente… ', bounds);
  expect(text).toBe('Pedido "A-1" cancelado pelo cliente...');
});

test.each(['\u0007', '\u0085', '\ud800', '😀', '日'])('%j is refused, not left out', (letter) => {
  expect(() => authorityText('justification', `Cancelado a pedido${letter}`, bounds)).toThrow(/SEFAZ não aceita/);
});

test('lengths are those of what is sent', () => {
  expect(() => authorityText('justification', `${'x'.repeat(14)}     `, bounds)).toThrow(/de 15 a 40/);
  expect(authorityText('justification', ` ${'x  '.repeat(20)}`, bounds)).toHaveLength(39);
  expect(() => authorityText('justification', 'x'.repeat(41), bounds)).toThrow(/de 15 a 40/);
});
