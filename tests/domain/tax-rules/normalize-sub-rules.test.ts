import { expect, test } from 'vitest';
import { DomainError } from '../../../domain/errors.ts';
import { type SubRuleLists, normalizeSubRules } from '../../../domain/tax-rules/normalize.ts';
import type { TaxRuleModel } from '../../../domain/tax-rules/tax-rule.entity.ts';
import type { NfeSubRule, NfseSubRule } from '../../../domain/taxation/levels/choose-sub-rule.ts';
import { issuer } from '../../support/samples/notes.ts';

test('lists that were not sent stay unsent, and an empty one stays empty', () => {
  expect(normalizeSubRules('NFE', {}, null)).toEqual({});
  expect(normalizeSubRules('NFE', { nfeTaxRules: [], nfseTaxRules: [] }, null)).toEqual({
    nfeTaxRules: [],
    nfseTaxRules: [],
  });
});

test('a sub-rule is kept without repeats and without punctuation in its CFOPs', () => {
  const given = nfe({
    states: ['SP', 'EX', 'SP'],
    clientTypes: ['ISENTO', 'ISENTO'],
    cfops: ['5.102', ' 5102', '6102'],
    fields: { icmsSituation: '40', icmsRate: '18' },
  });
  expect(normalizeSubRules('NFE', { nfeTaxRules: [given] }, issuer.settings).nfeTaxRules).toEqual([
    { states: ['SP', 'EX'], clientTypes: ['ISENTO'], cfops: ['5102', '6102'], fields: { icmsSituation: '40' } },
  ]);
});

test.each(['', '510', '51020', '8102', '4102', 'abcd', '5999', '5108', '5353', '5933'])(
  'the CFOP %j is invalid_taxation',
  (cfop) => {
    const { code, paths } = refusal('NFE', { nfeTaxRules: [nfe({}), nfe({ cfops: ['5102', cfop] })] });
    expect({ code, paths }).toEqual({ code: 'invalid_taxation', paths: ['nfeTaxRules[1].cfops[1]'] });
  },
);

test('faults are reported in the names of sub-rules', () => {
  const fields = {
    icmsSituation: '101',
    icmsRate: '101',
    pisSituation: '01',
    cofinsSituation: '03',
    ipiSituation: '50',
    ibsCbsClassification: '1',
  };
  expect(refusal('NFE', { nfeTaxRules: [nfe({ fields })] }).paths).toEqual(
    ['icmsPIcms', 'icmsCst', 'ipiRate', 'pisPPis', 'cofinsCst', 'ibsCbsClassification'].map(
      (name) => `nfeTaxRules[0].${name}`,
    ),
  );
});

test.each<[string, Partial<NfeSubRule>, Partial<NfeSubRule>]>([
  ['for everybody', {}, {}],
  ['for the same states in another order', { states: ['SP', 'RJ'] }, { states: ['RJ', 'SP', 'RJ'] }],
  ['for the same types', { clientTypes: ['ISENTO'] }, { clientTypes: ['ISENTO'] }],
  ['for CFOPs of the same last digits', { cfops: ['5102', '6108'] }, { cfops: ['6108', '7102'] }],
])('two sub-rules %s are refused, naming both', (_of, one, other) => {
  const { code, paths, message } = refusal('NFE', { nfeTaxRules: [nfe({ cfops: ['5949'] }), nfe(one), nfe(other)] });
  expect({ code, paths }).toEqual({ code: 'invalid_taxation', paths: ['nfeTaxRules[2]'] });
  expect(message).toMatch(/^nfeTaxRules\[2\]: Vale exatamente para o mesmo que nfeTaxRules\[1\]/);
});

test.each<[string, Partial<NfeSubRule>, Partial<NfeSubRule>]>([
  ['states overlap', { states: ['SP', 'RJ'] }, { states: ['SP'] }],
  ['only one has CFOPs', { cfops: ['5102'] }, {}],
  ['goods leave and goods enter', { cfops: ['5102'] }, { cfops: ['1102'] }],
  ['one list says as another kind what the other says', { states: ['SP'] }, { cfops: ['5102'] }],
])('two sub-rules are kept where %s: the order of the list decides', (_why, one, other) => {
  expect(normalizeSubRules('NFE', { nfeTaxRules: [nfe(one), nfe(other)] }, null).nfeTaxRules).toHaveLength(2);
});

test('sub-rules of services are settled with the services that they are for', () => {
  const given = nfse({ serviceCodes: ['07.02.01'], municipalityCodes: [' 3550308 '], fields: { issRate: '0.5' } });
  expect(normalizeSubRules('NFSE', { nfseTaxRules: [given] }, issuer.settings).nfseTaxRules).toEqual([
    { municipalityCodes: ['3550308'], takerTypes: [], serviceCodes: ['070201'], fields: { issRate: '0.5000' } },
  ]);
  expect(refusal('NFSE', { nfseTaxRules: [nfse({ ...given, serviceCodes: ['010701'] })] }).paths).toEqual([
    'nfseTaxRules[0].issRate',
  ]);
});

test('places and services that do not exist are refused one by one', () => {
  const given = nfse({ municipalityCodes: ['3550308', '3550309'], serviceCodes: ['1', '010701'] });
  expect(refusal('NFSE', { nfseTaxRules: [given, nfse({}), nfse({})] }).paths).toEqual([
    'nfseTaxRules[0].municipalityCodes[1]',
    'nfseTaxRules[0].serviceCodes[0]',
    'nfseTaxRules[2]',
  ]);
});

test.each<[TaxRuleModel, string, SubRuleLists]>([
  ['NFE', 'nfseTaxRules', { nfseTaxRules: [nfse({})] }],
  ['NFSE', 'nfeTaxRules', { nfeTaxRules: [nfe({})] }],
])('a rule of model %s has no %s', (model, path, given) => {
  const { code, paths } = refusal(model, given);
  expect({ code, paths }).toEqual({ code: 'validation_error', paths: [path] });
});

function nfe(changes: Partial<NfeSubRule>): NfeSubRule {
  return { states: [], clientTypes: [], cfops: [], fields: {}, ...changes };
}

function nfse(changes: Partial<NfseSubRule>): NfseSubRule {
  return { municipalityCodes: [], takerTypes: [], serviceCodes: [], fields: {}, ...changes };
}

function refusal(model: TaxRuleModel, given: SubRuleLists): { code: string; paths: string[]; message: string } {
  try {
    normalizeSubRules(model, given, issuer.settings);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, paths: error.issues.map(({ path }) => path), message: error.message };
  }
  throw new Error('the sub-rules were accepted');
}
