import { expect, test } from 'vitest';
import { readNote } from '../../../simulator/rules/note.ts';
import { noteRules } from '../../../simulator/rules/index.ts';
import { publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { readXml } from '../../../simulator/xml/element.ts';

const ruleCodes = new Set([1279, 1282, 1283]);
const service = (environment: 1 | 2) =>
  [...publishedEndpoints().values()].find(
    (each) => each.service === 'NfeAutorizacao' && each.environment === environment,
  )!;

type Values = { net?: [price: string, value: string][]; total?: string | undefined; purpose?: string };

/** Codes of the rules that a note of 10 pieces an item breaks; only its net values matter. No published schema has them. */
function breaches({ net = [], total, purpose = '1' }: Values, day = '2026-12-14', environment: 1 | 2 = 1): number[] {
  const items = net.map(
    ([price, value], at) =>
      `<det nItem="${at + 1}"><prod><qCom>10.0000</qCom><vUnComLiq>${price}</vUnComLiq><vProdLiq>${value}</vProdLiq></prod></det>`,
  );
  const sum = total === undefined ? '' : `<vProdLiqTot>${total}</vProdLiqTot>`;
  const xml =
    '<NFe><infNFe Id="NFe35261211222333000181550010000000011630362747">' +
    `<ide><finNFe>${purpose}</finNFe><dhEmi>${day}T12:00:00-03:00</dhEmi></ide>${items.join('')}<total>${sum}</total></infNFe></NFe>`;
  const note = readNote(readXml(xml))!;
  const context = { endpoint: service(environment), at: new Date(`${day}T12:00:00-03:00`) };
  return noteRules
    .filter(({ cStat }) => ruleCodes.has(cStat))
    .flatMap((rule) => (rule.broken(note, context) ? [rule.cStat] : []));
}

test.each<[string, Values, number[]]>([
  ['nothing is said of them', {}, []],
  [
    'items and total agree',
    {
      net: [
        ['10.00', '100.00'],
        ['1.05', '10.50'],
      ],
      total: '110.50',
    },
    [],
  ],
  ['a cent of rounding', { net: [['10.0005', '100.01']], total: '100.01' }, []],
  ['two cents', { net: [['10.00', '100.02']], total: '100.02' }, [1279]],
  ['two cents, where goods are given back', { net: [['10.00', '100.02']], total: '100.02', purpose: '4' }, []],
  ['no total', { net: [['10.00', '100.00']] }, [1282]],
  ['another total', { net: [['10.00', '100.00']], total: '100.01' }, [1283]],
  ['a total of nothing', { total: '100.00' }, [1283]],
])('net values: %s', (_of, values, expected) => {
  expect(breaches(values)).toEqual(expected);
});

test('they are checked from the first day of each environment on', () => {
  const wrong = { net: [['10.00', '100.00'] as [string, string]] };
  expect([breaches(wrong, '2026-12-13'), breaches(wrong, '2026-12-14')]).toEqual([[], [1282]]);
  expect([breaches(wrong, '2026-10-04', 2), breaches(wrong, '2026-10-05', 2)]).toEqual([[], [1282]]);
});
