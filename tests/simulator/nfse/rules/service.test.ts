import { expect, test } from 'vitest';
import { Cities } from '../../../../simulator/nfse/places.ts';
import type { DpsEdits } from '../../../support/samples/nfse-dps.ts';
import {
  foreignTrade,
  inCityWithoutAgreement,
  mei,
  renderedIn,
  service,
  siteAbroad,
  siteHere,
  taxed,
} from '../../support/dps-edits.ts';
import { type Breach, codesOf, codesAndExpected } from '../../support/nfse.ts';

const group = (xml: string, after = '</cServ>'): DpsEdits => [[after, after + xml]];

const works = (site: string): string => `<obra>${site}</obra>`;
const event = (site: string): string =>
  `<atvEvento><xNome>Feira</xNome><dtIni>2026-11-20</dtIni><dtFim>2026-11-21</dtFim>${site}</atvEvento>`;

test('services with what they need', () => {
  expect(codesOf({ edits: [...renderedIn('PT'), ...taxed('3'), ...foreignTrade()] })).toEqual([]);
  expect(codesOf({ edits: [...service('070202'), ...group(works('<cObra>123456789012</cObra>'))] })).toEqual([]);
  expect(codesOf({ edits: [...service('070202'), ...group(works(siteHere))] })).toEqual([]);
  expect(codesOf({ edits: [...service('120801'), ...group(event(siteHere))] })).toEqual([]);
  expect(codesOf({ edits: [...service('120801'), ...group(event('<idAtvEvt>123</idAtvEvt>'))] })).toEqual([]);
  expect(codesOf({ edits: renderedIn('0000000') })).toEqual([]);
});

test('a division of a subitem that is younger than the list passes', () => {
  expect(codesOf({ edits: [...service('141403'), ...group(works('<cObra>123456789012</cObra>'))] })).toEqual([]);
});

test('rentals and intangibles from the day on which their codes begin', () => {
  const issuedAt = new Date('2026-12-01T10:00:00-03:00');
  const later = { at: new Date(issuedAt.getTime() + 3_600_000) };
  for (const code of ['990201', '990301', '990302', '990303', '990304', '990305', '990401']) {
    expect(codesOf({ issuedAt, edits: [...service(code), ...taxed('4')] }, later)).toEqual([]);
    expect(codesOf({ issuedAt, edits: service(code) }, later)).toContain('E0532');
  }
});

test("a city of Brazil of which nothing is known may be a service's place", () => {
  expect(codesOf({ edits: renderedIn('3509502') })).toEqual([]);
});

test('a MEI may render services that his city does not administer', () => {
  expect(codesOf({ city: '3106200', edits: mei })).toEqual([]);
});

const selective = new Cities();
selective.change('3304557', { rates: { '071002': '3.00' }, defaultRate: null });

const breaches: readonly Breach[] = [
  { code: 'E0302', what: 'a place that is none', edits: renderedIn('9912345') },
  { code: 'E1402', what: 'a port at sea', edits: [...service('200101'), ...renderedIn('0000000')] },
  {
    code: 'E0304',
    what: 'Brazil as a country abroad',
    edits: [...renderedIn('BR'), ...taxed('3'), ...foreignTrade()],
  },
  { code: 'E0310', what: 'a vetoed subitem', edits: service('030101') },
  { code: 'E0310', what: 'a rental before its code begins', edits: [...service('990301'), ...taxed('4')] },
  { code: 'E0310', what: 'a division of rentals that there is not', edits: [...service('990306'), ...taxed('4')] },
  { code: 'E0310', what: 'a subitem without division', edits: service('010700') },
  { code: 'E0312', what: 'a service that its city does not administer', options: { city: '3106200' } },
  {
    code: 'E0312',
    what: 'a service that the city where it is due does not administer',
    edits: [...service('071101'), ...renderedIn('3304557')],
    in: { cities: selective },
  },
  {
    code: 'E0315',
    what: 'a municipal code of nothing',
    edits: [['</cTribNac>', '</cTribNac><cTribMun>000</cTribMun>']],
  },
  {
    code: 'E0318',
    what: 'a service abroad without NBS',
    edits: [
      ...renderedIn('PT'),
      ...taxed('3'),
      ['<cNBS>115013000</cNBS>', ''],
      ...foreignTrade(),
      [/<IBSCBS>.*<\/IBSCBS>/, ''],
    ],
  },
  { code: 'E0322', what: 'IBS and CBS without NBS', edits: [['<cNBS>115013000</cNBS>', '']] },
  { code: 'E0330', what: 'a service abroad without foreign trade', edits: [...renderedIn('PT'), ...taxed('3')] },
  {
    code: 'E0330',
    what: 'an export without foreign trade',
    edits: [...taxed('3', '<cPaisResult>PT</cPaisResult>')],
  },
  { code: 'E0333', what: 'an unknown mode', edits: foreignTrade({ mode: '0' }) },
  { code: 'E0341', what: "an unknown support of the provider's", edits: foreignTrade({ provider: '00' }) },
  { code: 'E0343', what: "an unknown support of the taker's", edits: foreignTrade({ taker: '00' }) },
  { code: 'E0345', what: 'unknown temporary goods', edits: foreignTrade({ goods: '0' }) },
  { code: 'E0352', what: 'temporary goods without declaration of import', edits: foreignTrade({ goods: '2' }) },
  {
    code: 'E0354',
    what: 'a registration of export for no goods',
    edits: foreignTrade({ more: '<nRE>123456789012</nRE>' }),
  },
  { code: 'E0356', what: 'temporary goods without registration of export', edits: foreignTrade({ goods: '3' }) },
  { code: 'E0370', what: 'works that are not named', edits: service('070202') },
  { code: 'E0372', what: 'works of a service that has none', edits: group(works('<cObra>123456789012</cObra>')) },
  {
    code: 'E0382',
    what: 'works abroad at a Brazilian address',
    edits: [
      ...service('070202'),
      ...renderedIn('PT'),
      ...taxed('3'),
      ...foreignTrade(),
      ...group(works(siteHere), '</comExt>'),
    ],
    besides: ['E0384'],
  },
  {
    code: 'E0386',
    what: 'works in Brazil at a foreign address',
    edits: [...service('070202'), ...group(works(siteAbroad))],
  },
  { code: 'E0390', what: 'an event that is not named', edits: service('120801') },
  { code: 'E0392', what: 'an event of a service that has none', edits: group(event(siteHere)) },
  {
    code: 'E0400',
    what: 'an event abroad at a Brazilian address',
    edits: [
      ...service('120801'),
      ...renderedIn('PT'),
      ...taxed('3'),
      ...foreignTrade(),
      ...group(event(siteHere), '</comExt>'),
    ],
    besides: ['E0402'],
  },
  {
    code: 'E0404',
    what: 'an event in Brazil at a foreign address',
    edits: [...service('120801'), ...group(event(siteAbroad))],
  },
  { code: 'E0619', what: 'no rate for a city without agreement', edits: inCityWithoutAgreement },
];

test.each(breaches)('$code: $what', (breach) => {
  const [codes, expected] = codesAndExpected(breach);
  expect(codes).toEqual(expected);
});
