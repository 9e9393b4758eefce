import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapsOf } from '../../../domain/closings/gaps.ts';
import { checkRange } from '../../../domain/documents/inutilization.entity.ts';
import contract from '../../../openapi/generated/openapi.json' with { type: 'json' };

const isBody = new Ajv2020({ strict: false }).compile(contract.components.schemas.InutilizationRequest);
const of = { type: 'NFE', series: 1, taxId: '11222333000181' } as const;

const range = fc
  .record({ startNumber: fc.integer({ min: 1, max: 900_000_000 }), length: fc.integer({ min: 1, max: 100_000 }) })
  .map(({ startNumber, length }) => ({ startNumber, endNumber: startNumber + length - 1 }));

test('a gap is cut into pieces that the contract takes as they are, and they are the whole of it', () => {
  fc.assert(
    fc.property(range, fc.constantFrom('NFE' as const, 'NFCE' as const), ({ startNumber, endNumber }, type) => {
      const gaps = gapsOf([{ startNumber, endNumber }], { ...of, type });
      for (const { proposal, ...piece } of gaps) {
        expect(isBody(proposal)).toBe(true);
        expect(proposal).toMatchObject({ ...piece, model: type === 'NFE' ? '55' : '65' });
        expect(() => checkRange(piece)).not.toThrow();
      }
      const ends = gaps.flatMap((gap) => [gap.startNumber, gap.endNumber]);
      const seams = gaps.slice(1).flatMap((gap) => [gap.startNumber - 1, gap.startNumber]);
      expect(ends).toEqual([startNumber, ...seams, endNumber]);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['a service', { ...of, type: 'NFSE' as const }, 1],
  ['an issuer with a CPF', { ...of, taxId: '52998224725' }, 1],
  ['a series that the authority gives away itself', { ...of, series: 890 }, 1],
  ['a leap of more than a hundred thousand numbers', of, 100_001],
])('of %s nothing is proposed, and the gap is reported whole', (_, of, length) => {
  const gap = { startNumber: 5, endNumber: 4 + Math.max(length, 3_000) };
  expect(gapsOf([gap], of)).toEqual([{ ...gap, proposal: null }]);
});
