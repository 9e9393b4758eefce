import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import { letterHtml } from '../../../domain/pages/correction-letter.ts';
import { couponHtml } from '../../../domain/pages/coupon/coupon.ts';
import { danfeHtml } from '../../../domain/pages/danfe/danfe.ts';
import { danfseHtml } from '../../../domain/pages/danfse/danfse.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { registeredLetter } from '../../domain/pages/correction-letter/registered-letter.ts';
import { authorizedCoupon } from '../../domain/pages/coupon/authorized-coupon.ts';
import { authorizedXml } from '../../domain/pages/danfe/authorized-xml.ts';
import { issuedNfse } from '../../domain/pages/danfse/issued-nfse.ts';
import { imageColours } from './image-colours.ts';
import { picture } from './picture.ts';
import { printed } from './printed.ts';

/** One page of the browser, on which all kinds are printed in turn: leftovers of one would show in the next. */
let renderer: Renderer;

beforeAll(async () => {
  const { path, args } = await chromiumExecutable();
  renderer = createRenderer({ executablePath: path, args, pages: 1 });
});

afterAll(() => renderer.close());

const colour = '#e85d04';
const logo = picture({ widthPx: 60, heightPx: 40, rgb: [0xe8, 0x5d, 0x04] });
/** The printed forms, and the least width of the logo (its proportions are 3 to 2, and it fills its place). */
const kinds: Record<string, { html: () => Promise<string> | string; leastCm: number }> = {
  DANFE: { html: () => danfeHtml(authorizedXml(), { logo }), leastCm: 1.2 },
  'DANFE in landscape': { html: () => danfeHtml(authorizedXml(), { logo, orientation: 'LANDSCAPE' }), leastCm: 1.2 },
  coupon: { html: async () => couponHtml(await authorizedCoupon(), { logo }), leastCm: 1 },
  letter: { html: () => letterHtml(authorizedXml(), registeredLetter(), { logo }), leastCm: 1.2 },
};

test.each(Object.keys(kinds))(
  'on a %s the logo is printed in its colour and shape, whatever was printed before',
  async (kind) => {
    for (const before of Object.keys(kinds)) {
      await renderer.pdf(await kinds[before]!.html());
      const pdf = await renderer.pdf(await kinds[kind]!.html());
      expect({ before, colours: await imageColours(pdf) }).toEqual({ before, colours: [[colour]] });
      const [page] = await printed(pdf);
      const [image] = page?.images ?? [];
      const [widthCm, heightCm] = [image?.widthCm ?? 0, image?.heightCm ?? 0];
      expect(Math.abs(widthCm / heightCm - 1.5)).toBeLessThan(0.06); // a browser places images on whole pixels
      expect(heightCm).toBeGreaterThan(kinds[kind]!.leastCm);
      const { leftCm, topCm } = image ?? { leftCm: -1, topCm: -1 };
      expect(leftCm > 0.2 && topCm > 0.2).toBe(true);
      const covered = page?.texts.filter(
        (text) =>
          !text.isTurned &&
          text.leftCm < leftCm + widthCm &&
          text.leftCm + text.widthCm > leftCm &&
          text.topCm > topCm &&
          text.topCm - text.sizeCm / 2 < topCm + heightCm,
      );
      expect(covered?.map(({ text }) => text)).toEqual([]);
    }
  },
);

test('a form without a place for a logo has none: the DANFSe (NT SE/CGNFS-e 008)', async () => {
  const pdf = await renderer.pdf(danfseHtml(issuedNfse(), { logo }));
  expect(await imageColours(pdf)).toEqual([]);
});
