import type { ImportKind } from './import-run.entity.ts';

/** Example lines for the kinds whose files have a JSON record in each line; companies of any tax regime can import them. */
export const exampleLines: Partial<Record<ImportKind, string>> = {
  'tax-rules': lines([
    { name: 'Bonificação', model: 'NFE', nfeTaxRules: [{ cfops: ['5910'], pisCst: '49', cofinsCst: '49' }] },
    {
      name: 'Suporte',
      model: 'NFSE',
      nfseTaxRules: [{ takerTypes: ['COMPANY'], issTaxation: '1', issWithholding: '1' }],
    },
  ]),
  'fiscal-templates': lines([
    { name: 'Venda', type: 'NFE', operationNature: 'Venda de mercadoria', cfop: '5102' },
    { name: 'Suporte', type: 'NFSE', serviceCode: '01.07.01' },
  ]),
};

function lines(records: object[]): string {
  return records.map((record) => JSON.stringify(record)).join('\n');
}
