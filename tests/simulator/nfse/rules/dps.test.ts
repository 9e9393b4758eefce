import { describe, expect, test } from 'vitest';
import { Cities } from '../../../../simulator/nfse/places.ts';
import { dpsFaults } from '../../../../simulator/nfse/rules/dps.ts';
import { readXml } from '../../../../simulator/xml/element.ts';
import { type DpsOptions, dpsXml } from '../../../support/samples/nfse-dps.ts';
import { mei } from '../../support/dps-edits.ts';
import { type Breach, codesOf, contextOf, codesAndExpected, keyOf } from '../../support/nfse.ts';

test('a sound DPS breaks no rule, with and without IBS and CBS', () => {
  expect(codesOf({})).toEqual([]);
  expect(codesOf({ edits: [[/<IBSCBS>.*<\/IBSCBS>/, '']] })).toEqual([]);
});

test('all faults are answered, in the order of the annex, each with its official words', () => {
  const xml = dpsXml({
    edits: [
      ['<tpAmb>2', '<tpAmb>1'],
      ['<serie>1', '<serie>70000'],
    ],
  });
  expect(dpsFaults(readXml(xml), contextOf({}))).toEqual([
    {
      code: 'E0006',
      description: 'Ambiente informado diverge do ambiente de recebimento para o qual o emitente enviou a DPS.',
    },
    {
      code: 'E0010',
      description:
        'A série informada na DPS não pertence à faixa definida para o tipo de emissor utilizado para a sua emissão.',
    },
  ]);
});

const inactive = {
  city: '4314902',
  edits: [['</tpRetISSQN>', '</tpRetISSQN><pAliq>2.00</pAliq>']],
} satisfies DpsOptions;

const breaches: readonly Breach[] = [
  {
    code: 'E0004',
    what: 'an identifier of another number',
    options: { id: `DPS3550308211222333000181${'00001'}${'2'.padStart(15, '0')}` },
  },
  { code: 'E0006', what: 'production sent to homologation', edits: [['<tpAmb>2', '<tpAmb>1']] },
  { code: 'E0008', what: 'issued a minute from now', options: { issuedAt: new Date('2026-11-20T12:01:00-03:00') } },
  { code: 'E0010', what: 'a series of the web emitter', options: { series: 50000 } },
  { code: 'E0010', what: 'series zero', options: { series: 0 } },
  {
    code: 'E0014',
    what: 'a DPS that made a note already',
    in: { made: ['DPS355030821122233300018100001000000000000001'] },
  },
  { code: 'E0015', what: 'a service of tomorrow', options: { competence: '2026-11-21' } },
  {
    code: 'E0016',
    what: 'a service before the agreement',
    options: { city: '2927408', competence: '2026-10-31' },
    besides: ['E0619'],
  },
  {
    code: 'E0029',
    what: 'a motive of issue by the taker',
    edits: [['</tpEmit>', '</tpEmit><cMotivoEmisTI>1</cMotivoEmisTI>']],
  },
  {
    code: 'E0034',
    what: 'a key that the taker rejected',
    edits: [['</tpEmit>', `</tpEmit><chNFSeRej>${keyOf()}</chNFSeRej>`]],
  },
  { code: 'E0037', what: 'a city that is not known', options: { ...inactive, city: '3509502' } },
  { code: 'E0037', what: 'a city without agreement', options: { ...inactive, city: '2611606' } },
  { code: 'E0038', what: 'a city whose agreement is not active', options: inactive },
  { code: 'E9996', what: 'a DPS of the taker', edits: [['<tpEmit>1', '<tpEmit>2']] },
];

describe('identification', () => {
  test.each(breaches)('$code: $what', (breach) => {
    const [codes, expected] = codesAndExpected(breach);
    expect(codes).toEqual(expected);
  });

  test('E0001: a version that is not accepted any more', () => {
    const xml = dpsXml().replace('versao="1.01"', 'versao="1.00"');
    expect(dpsFaults(readXml(xml), contextOf({})).map(({ code }) => code)).toEqual(['E0001', 'E0854']);
  });

  test('a service of the day of issue, in Brasília, is none of the future', () => {
    const late = new Date('2026-11-20T23:30:00-03:00');
    expect(codesOf({ issuedAt: late }, { at: late })).toEqual([]);
  });

  test('a MEI issues wherever he is, agreement or not', () => {
    for (const city of ['3509502', '2611606', '4314902']) expect(codesOf({ city, edits: mei })).toEqual([]);
  });

  test('a city is as its user makes it', () => {
    const cities = new Cities();
    cities.change('3550308', { agreement: { active: false, since: '2023-01-01' } });
    expect(codesOf({}, { cities })).toEqual(['E0038', 'E0619']);
    cities.change('3509502', { xMun: 'Campinas', UF: 'SP', agreement: { active: true, since: '2026-01-01' } });
    expect(codesOf({ city: '3509502' }, { cities })).toEqual([]);
    expect(cities.of('3509502')).toMatchObject({ cMun: '3509502', xMun: 'Campinas', defaultRate: '5.00' });
    expect(cities.all().map(({ cMun }) => cMun)).toContain('3509502');
  });
});
