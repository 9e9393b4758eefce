import { expect, test } from '@jest/globals';
import type { NfseSettings } from '../../../domain/companies/settings.ts';
import { serviceRegimeOf, simplesOf } from '../../../domain/companies/simples.ts';
import { taxRegimes } from '../../../domain/taxation/parties.ts';

const nfse: NfseSettings = {
  series: 1,
  simplesOption: null,
  simplesAssessment: null,
  specialRegime: '0',
  defaultTemplateId: null,
  municipality: null,
};

test.each([
  ['NORMAL', '1', null],
  ['MEI', '2', null],
  ['SIMPLES', '3', '1'],
  ['SIMPLES_EXCESS', '3', '2'],
] as const)('%s is opSimpNac %s and regApTribSN %s', (taxRegime, opSimpNac, regApTribSN) => {
  expect(simplesOf({ taxRegime, nfse })).toEqual({ opSimpNac, regApTribSN });
  expect(simplesOf({ taxRegime })).toEqual({ opSimpNac, regApTribSN });
});

test('what the company says stands before what follows from its regime', () => {
  expect(simplesOf({ taxRegime: 'SIMPLES', nfse: { ...nfse, simplesOption: '2' } })).toEqual({
    opSimpNac: '2',
    regApTribSN: null,
  });
  expect(simplesOf({ taxRegime: 'SIMPLES', nfse: { ...nfse, simplesAssessment: '3' } })).toEqual({
    opSimpNac: '3',
    regApTribSN: '3',
  });
});

test('the regime of services is the company’s, until the company says otherwise of its NFS-e', () => {
  for (const taxRegime of taxRegimes) expect(serviceRegimeOf({ taxRegime, nfse })).toBe(taxRegime);
  const outside = { ...nfse, simplesAssessment: '2' } as const;
  expect(serviceRegimeOf({ taxRegime: 'SIMPLES', nfse: outside })).toBe('SIMPLES_EXCESS');
  const inside = { ...nfse, simplesAssessment: '1' } as const;
  expect(serviceRegimeOf({ taxRegime: 'SIMPLES_EXCESS', nfse: inside })).toBe('SIMPLES');
  expect(serviceRegimeOf({ taxRegime: 'SIMPLES', nfse: { ...nfse, simplesOption: '2' } })).toBe('MEI');
});
