import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitText, textWidth, wrapText } from '../../../../domain/pages/html/text.ts';

const words = fc
  .array(fc.string({ unit: fc.constantFrom(...'aiMWçãÉ0.,-/'), minLength: 1, maxLength: 30 }), { maxLength: 40 })
  .map((list) => list.join(' '));
const widths = fc.double({ min: 1, max: 13, noNaN: true });

test('no line is wider than its box, and no character of the text is lost or changed', () => {
  fc.assert(
    fc.property(words, widths, (text, widthCm) => {
      const lines = wrapText(text, widthCm, { sizePt: 6.5 });
      for (const line of lines) expect(textWidth(line, 6.5)).toBeLessThanOrEqual(widthCm + 1e-9);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

test('a text that fits stands on one line at the largest size', () => {
  expect(fitText('Campinas', 5, { largestPt: 10, smallestPt: 6.5, maxLines: 2 })).toEqual({
    lines: ['Campinas'],
    sizePt: 10,
  });
});

test('a text too wide is set smaller first, then on two lines, and ends in an ellipsis only where all that is not enough', () => {
  const limits = { largestPt: 10, smallestPt: 6.5, maxLines: 2 };
  const name = 'Cooperativa Agroindustrial dos Produtores do Vale';
  expect(fitText(name, 6.5, limits)).toMatchObject({ lines: [name], sizePt: 8.5 });
  expect(fitText(name, 3.5, limits).lines).toHaveLength(2);
  const shortened = fitText(name.repeat(3), 3.5, limits);
  expect(shortened.lines).toHaveLength(2);
  expect(shortened.lines.at(-1)).toMatch(/…$/);
  expect(textWidth(shortened.lines.at(-1) ?? '', 6.5)).toBeLessThanOrEqual(3.5);
});
