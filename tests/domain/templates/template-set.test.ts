import { expect, test } from 'vitest';
import { DomainError } from '../../../domain/errors.ts';
import { readTemplateSet } from '../../../domain/templates/template-set.ts';

test('a set is read in normal form', () => {
  expect(
    readTemplateSet([
      {
        name: ' Venda ',
        type: 'NFE',
        operationNature: 'Venda  de mercadoria',
        cfop: '5.102',
        pisCst: '01',
        pisRate: 1.65,
      },
      { name: 'Suporte', type: 'NFSE', serviceCode: '01.07.01', nbsCode: null },
    ]),
  ).toEqual([
    {
      name: 'Venda',
      type: 'NFE',
      operationNature: 'Venda de mercadoria',
      fields: { cfop: '5102', pisSituation: '01', pisRate: '1.6500' },
      service: null,
    },
    { name: 'Suporte', type: 'NFSE', operationNature: null, fields: {}, service: { serviceCode: '010701' } },
  ]);
});

test('every fault of a set is reported by its place', () => {
  const issues = refusalOf([
    { name: 'Venda', type: 'NFE', cfop: '51', cest: '1' },
    { name: 'Certa', type: 'NFE', cfop: '5102' },
    { name: 'Suporte', type: 'NFSE', cfop: '5102', issRate: 6 },
    { name: 'Certa', type: 'NFE' },
    { name: '', type: 'NFE' },
  ]);
  expect(issues.map(({ path }) => path)).toEqual([
    '[0].cest',
    '[0].cfop',
    '[2].cfop',
    '[2].issRate',
    '[4].name',
    '[3].name',
  ]);
});

test.each<[string, unknown, string[]]>([
  ['no list', { name: 'Venda' }, ['']],
  ['a list of no templates', [1, 'a'], ['[0]', '[1]']],
  ['a template of no type', [{ name: 'Venda' }], ['[0].type']],
  ['a type that there is not', [{ name: 'Venda', type: 'CTE' }], ['[0].type']],
  ['a field that there is not', [{ name: 'Venda', type: 'NFE', icmsSituation: '00' }], ['[0]']],
  ['a field of another kind', [{ name: 'Venda', type: 'NFE', cfop: ['5102'] }], ['[0].cfop']],
  ['a source of its own', [{ name: 'Venda', type: 'NFE', source: 'company' }], ['[0]']],
])('%s is refused by its place', (_what, file, paths) => {
  expect(refusalOf(file).map(({ path }) => path)).toEqual(paths);
});

test.each([
  [{ type: 'NFE', icmsCst: '00', icmsRate: 18 }, '[0].icmsCst'],
  [{ type: 'NFE', icmsCst: '102' }, '[0].icmsCst'],
  [{ type: 'NFSE', totalSimplesRate: 6 }, '[0].totalSimplesRate'],
  [{ type: 'NFSE', issBenefitCode: '35503081234567' }, '[0].issBenefitCode'],
])('what is true in one regime alone is refused of a template that all share: %j', (fault, path) => {
  const [issue] = refusalOf([{ name: 'Venda', ...fault }]);
  expect(issue).toEqual({ path, message: expect.stringMatching(/todos os regimes/) });
});

function refusalOf(file: unknown) {
  try {
    readTemplateSet(file);
  } catch (error) {
    if (error instanceof DomainError) return error.issues;
    throw error;
  }
  throw new Error('nothing was refused');
}
