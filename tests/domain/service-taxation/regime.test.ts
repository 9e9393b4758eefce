import { expect, test } from 'vitest';
import { issRegimeOf, regimeOf, regimeOfService } from '../../../domain/service-taxation/regime.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';

const said = { simplesOption: null, simplesAssessment: null, specialRegime: '0' } as const;

test.each<[TaxRegime, string, string | null, TaxRegime]>([
  ['NORMAL', '1', null, 'NORMAL'],
  ['MEI', '2', null, 'MEI'],
  ['SIMPLES', '3', '1', 'SIMPLES'],
  ['SIMPLES_EXCESS', '3', '2', 'SIMPLES_EXCESS'],
])('%s is opSimpNac %s and regApTribSN %s unless the company says otherwise', (taxRegime, option, assessment, iss) => {
  const regime = regimeOf({ ...said, taxRegime });
  expect(regime).toEqual({ opSimpNac: option, regApTribSN: assessment, regEspTrib: '0' });
  expect(issRegimeOf(regime)).toBe(iss);
});

test('what the company says of Simples counts, and the assessment only within it', () => {
  expect(regimeOf({ ...said, taxRegime: 'SIMPLES', simplesAssessment: '3' })).toMatchObject({ regApTribSN: '3' });
  expect(regimeOf({ ...said, taxRegime: 'SIMPLES', simplesOption: '1', simplesAssessment: '1' })).toEqual({
    opSimpNac: '1',
    regApTribSN: null,
    regEspTrib: '0',
  });
});

test.each([
  ['NORMAL', { issTaxation: '1', isDueAtHome: true }, '6'],
  ['SIMPLES_EXCESS', { issTaxation: '1', isDueAtHome: true }, '6'],
  ['SIMPLES', { issTaxation: '1', isDueAtHome: true }, '0'],
  ['MEI', { issTaxation: '1', isDueAtHome: true }, '0'],
  ['NORMAL', { issTaxation: '3', isDueAtHome: true }, '0'],
  ['NORMAL', { issTaxation: '1', isDueAtHome: false }, '0'],
] as const)('a special regime of %s on a service of %j is regEspTrib %s', (taxRegime, service, regEspTrib) => {
  const regime = regimeOf({ ...said, taxRegime, specialRegime: '6' });
  expect(regimeOfService(regime, service).regEspTrib).toBe(regEspTrib);
});
