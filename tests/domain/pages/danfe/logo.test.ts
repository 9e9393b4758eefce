import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageShape, logoPlaces } from '../../../../domain/pages/danfe/blocks/emitter-box.ts';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000012c00000064', 'hex'),
  Buffer.from('0802000000', 'hex'),
]);
/** APP0 of 16 bytes, then a baseline frame (SOF0) 50 high and 200 wide. */
const jpeg = Buffer.from(`ffd8ffe00010${'00'.repeat(14)}ffc0000b08003200c8010111003f`, 'hex');

test.each([
  ['PNG', `data:image/png;base64,${png.toString('base64')}`, 3],
  ['JPEG', `data:image/jpeg;base64,${jpeg.toString('base64')}`, 4],
])('the shape of a %s is read from its header', (_, dataUrl, shape) => {
  expect(imageShape(dataUrl)).toBe(shape);
});

test('bytes that are no image, or a broken one, have no shape', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const broken = Buffer.concat([Buffer.from([0xff, 0xd8]), bytes]).toString('base64');
      const shape = imageShape(`data:image/jpeg;base64,${broken}`);
      expect(shape === undefined || shape > 0).toBe(true);
    }),
  );
  expect(imageShape('data:image/png;base64,AAAA')).toBeUndefined();
});

test('a logo keeps its shape, within the box and clear of the words, in every place it may take', () => {
  const shapes = fc.double({ min: 0.05, max: 20, noNaN: true });
  const boxes = fc.constantFrom(
    { widthCm: 10, heightCm: 3.92 },
    { widthCm: 5.33, heightCm: 3.92 },
    { widthCm: 11.43, heightCm: 3.1 },
  );
  fc.assert(
    fc.property(shapes, boxes, (shape, box) => {
      for (const { logo, words } of logoPlaces(shape, box)) {
        expect(logo.widthCm / logo.heightCm).toBeCloseTo(shape, 6);
        expect(logo.widthCm).toBeLessThan(box.widthCm);
        expect(logo.heightCm).toBeLessThan(box.heightCm);
        expect(words.leftCm > logo.widthCm || words.topCm > logo.heightCm).toBe(true);
        expect(words.widthCm).toBeGreaterThan(2.5);
        expect(words.heightCm).toBeGreaterThan(1.9);
      }
    }),
  );
});
