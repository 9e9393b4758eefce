import type { Body, FiscalCase } from '../fiscal-case.ts';
import { person } from '../people.ts';
import { charged, coupon, manual, nobody } from './coupon.ts';

const layout = 'MOC 7.0 Anexo I, group ZC; PL_010f v1.04 (cana)';
const cane: NonNullable<Body['sugarCane']> = {
  ...{ harvest: '2026/2027', month: '2026-10', previousKilograms: '120000', value: '1000' },
  deliveries: [
    { day: 3, kilograms: '15250.5' },
    { day: 17, kilograms: 14000 },
  ],
  deductions: [
    { description: 'Funrural', value: '15' },
    { description: 'Taxa da associação', value: '4.5' },
  ],
};
const ground = { ...charged, ncm: '12129300', cfop: '1101', unit: 'TON' } as const;
const bought = (sugarCane: NonNullable<Body['sugarCane']>): Partial<Body> => ({ operationType: 'IN', sugarCane });

/** Sugar cane that suppliers deliver to mills. */
export const sugarCanes: FiscalCase[] = [
  {
    of: 'sugar cane: a mill tells what arrived in a month',
    source: layout,
    sale: { to: person('SP'), item: ground, document: bought(cane) },
    gives: [
      'cana/safra = 2026/2027',
      'cana/ref = 10/2026',
      'count(forDia) = 2',
      'forDia[1]/qtde = 15250.500',
      'forDia[2]/qtde = 14000.000',
      'cana/qTotMes = 15250.500 + 14000.000 = 29250.500',
      'cana/qTotAnt = 120000.000',
      'cana/qTotGer = 29250.500 + 120000.000 = 149250.500',
      'deduc[1]/xDed = Funrural',
      'deduc[2]/vDed = 4.50',
      'cana/vFor = 1000.00',
      'cana/vTotDed = 15.00 + 4.50 = 19.50',
      'cana/vLiqFor = 1000.00 − 19.50 = 980.50',
    ],
  },
  {
    of: 'sugar cane: without deductions, in a harvest of one year',
    source: layout,
    sale: { to: person('SP'), item: ground, document: bought({ ...cane, harvest: '2026', deductions: null }) },
    gives: ['cana/safra = 2026', 'deduc = absent', 'cana/vTotDed = 0.00', 'cana/vLiqFor = 1000.00'],
  },
  {
    of: 'sugar cane: the same day twice',
    source: layout,
    sale: {
      to: person('SP'),
      item: ground,
      document: bought({ ...cane, deliveries: [...cane.deliveries, { day: 3, kilograms: 1 }] }),
    },
    refused: { code: 'validation_error', path: 'sugarCane.deliveries[2].day' },
    authority: 'no rule compares the days',
  },
  {
    of: 'sugar cane: a day that the month does not have',
    source: layout,
    sale: {
      to: person('SP'),
      item: ground,
      document: bought({ ...cane, month: '2026-09', deliveries: [{ day: 31, kilograms: 1 }] }),
    },
    refused: { code: 'validation_error', path: 'sugarCane.deliveries[0].day' },
    authority: 'no rule looks at the days',
  },
  {
    of: 'sugar cane: more is kept back than it is worth',
    source: layout,
    sale: { to: person('SP'), item: ground, document: bought({ ...cane, value: '10' }) },
    refused: { code: 'validation_error', path: 'sugarCane.deductions' },
    authority: 'the schema takes no negative value',
  },
  {
    of: 'sugar cane: of a month to come',
    source: layout,
    sale: { to: person('SP'), item: ground, document: bought({ ...cane, month: '2026-12' }) },
    refused: { code: 'validation_error', path: 'sugarCane.month' },
    authority: 'no rule compares the month',
  },
  {
    of: 'sugar cane in an NFC-e',
    source: `${manual}, ZC01-10 (763)`,
    sale: { to: nobody, item: charged, document: coupon({ sugarCane: cane }) },
    refused: { code: 'validation_error', path: 'sugarCane' },
    authority: {
      cStat: 763,
      mended: { document: coupon({ sugarCane: null }) },
      forged: [
        [
          '</pag>',
          '</pag><cana><safra>2026</safra><ref>10/2026</ref><forDia dia="1"><qtde>1</qtde></forDia><qTotMes>1</qTotMes>' +
            '<qTotAnt>0</qTotAnt><qTotGer>1</qTotGer><vFor>1.00</vFor><vTotDed>0.00</vTotDed><vLiqFor>1.00</vLiqFor></cana>',
        ],
      ],
    },
  },
];
