import { expect, test } from 'vitest';
import { noteRules } from '../../../simulator/rules/index.ts';
import { readNote } from '../../../simulator/rules/note.ts';
import { publishedOptions } from '../../../simulator/rules/rule.ts';
import { publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { readXml } from '../../../simulator/xml/element.ts';

const ruleCodes = new Set([1014, 1015, 1016, 1017, 1018, 1019, 1073, 1075, 1117]);
const endpoint = [...publishedEndpoints().values()].find(
  ({ service, environment }) => service === 'NfeAutorizacao' && environment === 1,
)!;

const byValue = '<vBCIS>100.00</vBCIS><pIS>20.0000</pIS><uTrib>UN</uTrib><qTrib>10.0000</qTrib><vIS>20.00</vIS>';
const byUnit =
  '<vBCIS>75.00</vBCIS><pIS>0.0000</pIS><adRemIS>2.5000</adRemIS><uTrib>UN</uTrib><qTrib>10.0000</qTrib><vIS>25.00</vIS>';
const taxed = (amounts: string) => `<IS><CSTIS>000</CSTIS><cClassTribIS>000001</cClassTribIS>${amounts}</IS>`;
const paidBefore = '<IS><CSTIS>200</CSTIS><cClassTribIS>200007</cClassTribIS></IS>';

/** Codes of the rules that a note breaks; only its selective tax matters. `isApplied`: whether São Paulo applies the rules. */
function breaches(items: string[], total: string | null, { ncm = '87032100', isApplied = true } = {}): number[] {
  const lines = items.map(
    (group, at) => `<det nItem="${at + 1}"><prod><NCM>${ncm}</NCM></prod><imposto>${group}</imposto></det>`,
  );
  const sum = total === null ? '' : `<ISTot><vIS>${total}</vIS></ISTot>`;
  const xml =
    '<NFe><infNFe Id="NFe35270111222333000181550010000000011630362747"><ide><dhEmi>2027-01-04T12:00:00-03:00</dhEmi></ide>' +
    `<emit><enderEmit><UF>SP</UF></enderEmit></emit>${lines.join('')}<total>${sum}</total></infNFe></NFe>`;
  const options = { ...publishedOptions, selectiveTax: isApplied ? ['SP'] : [] };
  const context = { endpoint, at: new Date('2027-01-04T12:00:00-03:00'), options };
  const note = readNote(readXml(xml))!;
  return noteRules
    .filter(({ cStat }) => ruleCodes.has(cStat))
    .flatMap((rule) => (rule.broken(note, context) ? [rule.cStat] : []));
}

test.each<[string, string[], string | null, number[]]>([
  ['no item has it', [''], null, []],
  ['by value', [taxed(byValue)], '20.00', []],
  ['by unit, which 1019 does not check', [taxed(byUnit)], '25.00', []],
  ['paid before', [paidBefore], '0.00', []],
  ['a situation that no table has', [paidBefore.replace('>200<', '>700<')], '0.00', [1014]],
  ['a class that no table has', [paidBefore.replace('200007', '200099')], '0.00', [1015]],
  ['a rate of zero', [taxed(byValue.replace('20.0000', '0.0000').replace('>20.00<', '>0.00<'))], '0.00', [1016]],
  ['no unit', [taxed(byValue.replace('<uTrib>UN</uTrib><qTrib>10.0000</qTrib>', ''))], '20.00', [1018]],
  ['a quantity of zero', [taxed(byValue.replace('10.0000', '0.0000'))], '20.00', [1018]],
  ['a cent beside the product', [taxed(byValue.replace('>20.00<', '>20.01<'))], '20.01', []],
  ['two cents', [taxed(byValue.replace('>20.00<', '>20.02<'))], '20.02', [1019]],
  ['a total of what no item has', [''], '0.00', [1073]],
  ['no total', [taxed(byValue)], null, [1117]],
  ['another total', [taxed(byValue), taxed(byUnit), ''], '45.01', [1075]],
])('selective tax: %s', (_of, items, total, expected) => {
  expect(breaches(items, total)).toEqual(expected);
});

test('tobacco and alcoholic drinks are taxed by unit', () => {
  const of = (ncm: string) => [
    breaches([taxed(byValue)], '20.00', { ncm }),
    breaches([taxed(byUnit)], '25.00', { ncm }),
  ];
  expect(of('24022000')).toEqual([[1017], []]);
  expect(of('22083020')).toEqual([[1017], []]);
  expect(of('22021000')).toEqual([[], []]);
});

test('where the state has not begun, only the total has to be there', () => {
  const wrong = taxed(byValue.replace('>20.00<', '>99.00<'));
  expect(breaches([wrong], '1.00', { isApplied: false })).toEqual([]);
  expect([breaches([wrong], null, { isApplied: false }), breaches([''], '1.00', { isApplied: false })]).toEqual([
    [1117],
    [1073],
  ]);
});
