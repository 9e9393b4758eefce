import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import { couponHtml } from '../../../domain/pages/coupon/coupon.ts';
import { readXml, textOf } from '../../../domain/xml/reader.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import {
  authorizedCoupon,
  offline,
  type SampleCoupon,
  signedCoupon,
} from '../../domain/pages/coupon/authorized-coupon.ts';
import { computedItem } from '../../support/samples/notes.ts';
import { fontNames, printed } from './printed.ts';
import { readQrCode } from './read-qr-code.ts';

let renderer: Renderer;
beforeAll(async () => {
  const { path: executablePath, args } = await chromiumExecutable();
  renderer = createRenderer({ executablePath, args });
});
afterAll(() => renderer.close());

const couponOf = async (sample: SampleCoupon = {}) => renderer.pdf(couponHtml(await authorizedCoupon(sample)));
const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => computedItem({ number: index + 1 }));

test.each([
  ['58', 0.48],
  ['80', 0.38],
] as const)('a coupon is %s mm wide, on one page, with its text where the printer reaches', async (rollMm, sideCm) => {
  const pdf = await renderer.pdf(couponHtml(await authorizedCoupon(), { rollMm }));
  expect(fontNames(pdf)).toEqual(['Tinos-Bold', 'Tinos-Regular']);
  const pages = await printed(pdf);
  expect(pages).toHaveLength(1);
  const rollCm = Number(rollMm) / 10;
  expect(pages[0]?.widthCm).toBeCloseTo(rollCm, 1);
  for (const { text, leftCm, widthCm } of pages[0]?.texts ?? []) {
    expect({ text, isInside: leftCm > sideCm && leftCm + widthCm < rollCm - sideCm }).toEqual({ text, isInside: true });
  }
});

test.each<SampleCoupon & { of: string }>([
  { of: 'version 2' },
  { of: 'version 2 in production', issued: { environment: 'PRODUCTION' } },
  { of: 'version 3', csc: null },
])('a reader finds in the printed QR code, of $of, the text of the XML', async ({ of: _of, ...sample }) => {
  const xml = await authorizedCoupon(sample);
  const { text, widthCm } = await readQrCode(await renderer.pdf(couponHtml(xml)));
  expect(text).toBe(textOf(readXml(xml), 'NFe', 'infNFeSupl', 'qrCode'));
  expect(widthCm).toBeGreaterThanOrEqual(2.5);
});

test.each<SampleCoupon & { of: string; rollMm: '58' | '80' }>([
  { of: 'version 2', rollMm: '80' },
  { of: 'version 3, with the whole signature', csc: null, rollMm: '80' },
  { of: 'version 3, with the whole signature', csc: null, rollMm: '58' },
])(
  'a reader finds the longer QR code of a note issued offline, of $of, on $rollMm mm, too',
  async ({ of: _of, rollMm, ...sample }) => {
    const { xml } = signedCoupon({ ...sample, issued: offline });
    const { text } = await readQrCode(await renderer.pdf(couponHtml(xml, { copies: 'CONSUMER', rollMm })));
    expect(text).toBe(textOf(readXml(xml), 'infNFeSupl', 'qrCode'));
  },
);

test('the two copies of a note issued offline are two pages of one length, with nothing left over', async () => {
  const pages = await printed(await renderer.pdf(couponHtml(signedCoupon({ issued: offline }).xml)));
  expect(pages).toHaveLength(2);
  const [one, other] = pages.map(({ texts }) => texts.map(({ text, topCm }) => [text, topCm.toFixed(2)]));
  expect(other).toHaveLength(one?.length ?? 0);
  expect(other?.filter(([text], index) => text !== one?.[index]?.[0])).toEqual([
    [expect.stringContaining('Via do Estabelecimento'), expect.anything()],
  ]);
  expect(other?.map(([, topCm]) => topCm)).toEqual(one?.map(([, topCm]) => topCm));
});

test.each([1, 10, 300])('with %i items it is as long as what is on it', async (count) => {
  const pages = await printed(await couponOf({ note: { items: itemsOf(count) } }));
  expect(pages).toHaveLength(1);
  const lowest = Math.max(...(pages[0]?.texts.map(({ topCm }) => topCm) ?? []));
  const rest = (pages[0]?.heightCm ?? 0) - lowest;
  expect(rest).toBeGreaterThan(0.4);
  expect(rest).toBeLessThan(0.8);
});

test('990 items, which no page of a PDF can hold, go on on the next with none lost', async () => {
  const pages = await printed(await couponOf({ note: { items: itemsOf(990) } }));
  const lines = pages.flatMap(({ texts }) => texts.filter(({ text }) => text === '4 UN x 25,00'));
  expect(pages.length).toBe(2);
  expect(lines).toHaveLength(990);
});
