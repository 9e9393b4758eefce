import { expect, test } from 'vitest';
import { isServiceCode, mayReduceBelowMinimum } from '../../../domain/service-taxation/service-code.ts';

test('the list of services has the 200 subitems of the law and the four outside it', () => {
  const subitems = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, '0'));
  const known = subitems.filter((subitem) => isServiceCode(`${subitem}01`));
  expect(known).toHaveLength(204);
  expect(known).toEqual(
    expect.arrayContaining([
      '0101',
      '0109',
      '0305',
      '0722',
      '1105',
      '1725',
      '2002',
      '4001',
      '9901',
      '9902',
      '9903',
      '9904',
    ]),
  );
});

test.each([
  '0107',
  '01070',
  '0107011',
  '010700',
  '071401',
  '130101',
  '170701',
  '000101',
  '410101',
  '990306',
  '990501',
  'abcdef',
  '',
])('%j is no code of a service', (code) => {
  expect(isServiceCode(code)).toBe(false);
});

test('a base may be reduced below the minimum for the subitems that the annex names', () => {
  for (const code of ['042201', '070202', '160101', '250301']) expect(mayReduceBelowMinimum(code)).toBe(true);
  for (const code of ['010701', '170101', '250101']) expect(mayReduceBelowMinimum(code)).toBe(false);
});
