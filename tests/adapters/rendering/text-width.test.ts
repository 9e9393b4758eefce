import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import { textWidth } from '../../../domain/pages/html/text.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { fontNames, printed } from './printed.ts';

let renderer: Renderer;

beforeAll(async () => {
  const { path, args } = await chromiumExecutable();
  renderer = createRenderer({ executablePath: path, args });
});

afterAll(() => renderer.close());

test.each([
  ['Tinos', 'regular'],
  ['Tinos', 'bold'],
  ['Arimo', 'regular'],
  ['Arimo', 'bold'],
] as const)('the browser sets text in %s %s as wide as the table of advances says', async (family, weight) => {
  // The font draws the micro sign with the Greek letter's glyph, so that it is read back as that.
  const letters = Array.from({ length: 0x100 - 0x21 }, (_, index) => String.fromCodePoint(0x21 + index));
  const words = letters
    .filter((letter) => /[!-~¡-ÿ]/.test(letter) && !/[\u00adµ]/.test(letter))
    .map((letter) => letter.repeat(40));
  const lines = words.map((word) => `<p>${word.replace(/[&<]/g, (found) => `&#${found.charCodeAt(0)};`)}</p>`).join('');
  const style = `p { margin: 0; font: ${weight === 'bold' ? 'bold ' : ''}6.5pt ${family}; font-kerning: none; font-variant-ligatures: none }`;
  const pdf = await renderer.pdf(`<meta charset="utf-8"><style>${style}</style>${lines}`);
  expect(fontNames(pdf)).toEqual([`${family}-${weight === 'bold' ? 'Bold' : 'Regular'}`]);
  const pages = await printed(pdf);
  const texts = pages.flatMap((page) => page.texts);
  expect(texts.map(({ text }) => text)).toEqual(words);
  for (const { text, widthCm } of texts) {
    const expected = textWidth(text, 6.5, weight, family);
    expect({ text, isEqual: Math.abs(widthCm - expected) < 0.005 * expected }).toEqual({ text, isEqual: true });
  }
});
