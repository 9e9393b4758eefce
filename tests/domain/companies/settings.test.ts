import { expect, test } from 'vitest';
import { seriesOf } from '../../../domain/companies/settings.ts';

test('each type has the series of its own, or none', () => {
  const both = { series: { '55': 1, '65': 2 } };
  expect([seriesOf(both, 'NFE'), seriesOf(both, 'NFCE'), seriesOf(both, 'NFSE')]).toEqual([1, 2, null]);
  expect(seriesOf({ series: { '55': 1 } }, 'NFCE')).toBeNull();
});
