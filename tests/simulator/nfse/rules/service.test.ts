import { expect, test } from '@jest/globals';
import { Cities } from '../../../../simulator/nfse/city.ts';
import type { DpsEdits } from '../../../support/nfse-dps.ts';
import type { Breach } from '../../support/nfse.ts';
import { codesOf, inCityWithoutAgreement, judged, mei } from '../../support/nfse.ts';

const service = (code: string): DpsEdits => [['<cTribNac>010701', `<cTribNac>${code}`]];
const place = (code: string): DpsEdits => [['<cLocPrestacao>3550308', `<cLocPrestacao>${code}`]];
const inPortugal: DpsEdits = [['<cLocPrestacao>3550308</cLocPrestacao>', '<cPaisPrestacao>PT</cPaisPrestacao>']];
const group = (xml: string): DpsEdits => [['</cServ>', `</cServ>${xml}`]];
const exported: DpsEdits = [['<tribISSQN>1', '<tribISSQN>3']];

const comExt = (movTempBens = '1', more = '', { mode = '1', provider = '01', taker = '01' } = {}): string =>
  `<comExt><mdPrestacao>${mode}</mdPrestacao><vincPrest>0</vincPrest><tpMoeda>220</tpMoeda><vServMoeda>200.00</vServMoeda>` +
  `<mecAFComexP>${provider}</mecAFComexP><mecAFComexT>${taker}</mecAFComexT><movTempBens>${movTempBens}</movTempBens>` +
  `${more}<mdic>0</mdic></comExt>`;

const street = '<xLgr>Rua das Obras</xLgr><nro>1</nro><xBairro>Centro</xBairro></end>';
const addressHere = `<end><CEP>01001000</CEP>${street}`;
const addressAbroad = `<end><endExt><cEndPost>1000</cEndPost><xCidade>Lisboa</xCidade><xEstProvReg>Lisboa</xEstProvReg></endExt>${street}`;
const works = (site: string): string => `<obra>${site}</obra>`;
const event = (site: string): string =>
  `<atvEvento><xNome>Feira</xNome><dtIni>2026-11-20</dtIni><dtFim>2026-11-21</dtFim>${site}</atvEvento>`;

test('services with what they need', () => {
  expect(codesOf({ edits: [...inPortugal, ...exported, ...group(comExt())] })).toEqual([]);
  expect(codesOf({ edits: [...service('070202'), ...group(works('<cObra>123456789012</cObra>'))] })).toEqual([]);
  expect(codesOf({ edits: [...service('070202'), ...group(works(addressHere))] })).toEqual([]);
  expect(codesOf({ edits: [...service('120801'), ...group(event(addressHere))] })).toEqual([]);
  expect(codesOf({ edits: [...service('120801'), ...group(event('<idAtvEvt>123</idAtvEvt>'))] })).toEqual([]);
  expect(codesOf({ edits: place('0000000') })).toEqual([]);
});

test('a division of a subitem that is younger than the list passes', () => {
  expect(codesOf({ edits: [...service('141403'), ...group(works('<cObra>123456789012</cObra>'))] })).toEqual([]);
});

test("a city of Brazil of which nothing is known may be a service's place", () => {
  expect(codesOf({ edits: place('3509502') })).toEqual([]);
});

test('a MEI may render services that his city does not administer', () => {
  expect(codesOf({ city: '3106200', edits: mei })).toEqual([]);
});

const selective = new Cities();
selective.change('3304557', { rates: { '071002': '3.00' }, defaultRate: null });

const breaches: readonly Breach[] = [
  { code: 'E0302', what: 'a place that is none', edits: place('9912345') },
  { code: 'E1402', what: 'a port at sea', edits: [...service('200101'), ...place('0000000')] },
  {
    code: 'E0304',
    what: 'Brazil as a country abroad',
    edits: [
      ['<cLocPrestacao>3550308</cLocPrestacao>', '<cPaisPrestacao>BR</cPaisPrestacao>'],
      ...exported,
      ...group(comExt()),
    ],
  },
  { code: 'E0310', what: 'a vetoed subitem', edits: service('030101') },
  { code: 'E0310', what: 'a subitem without division', edits: service('010700') },
  { code: 'E0312', what: 'a service that its city does not administer', options: { city: '3106200' } },
  {
    code: 'E0312',
    what: 'a service that the city where it is due does not administer',
    edits: [...service('071101'), ...place('3304557')],
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
      ...inPortugal,
      ...exported,
      ['<cNBS>115013000</cNBS>', ''],
      ...group(comExt()),
      [/<IBSCBS>.*<\/IBSCBS>/, ''],
    ],
  },
  { code: 'E0322', what: 'IBS and CBS without NBS', edits: [['<cNBS>115013000</cNBS>', '']] },
  { code: 'E0330', what: 'a service abroad without foreign trade', edits: [...inPortugal, ...exported] },
  {
    code: 'E0330',
    what: 'an export without foreign trade',
    edits: [['<tribISSQN>1</tribISSQN>', '<tribISSQN>3</tribISSQN><cPaisResult>PT</cPaisResult>']],
  },
  { code: 'E0333', what: 'an unknown mode', edits: group(comExt('1', '', { mode: '0' })) },
  { code: 'E0341', what: "an unknown support of the provider's", edits: group(comExt('1', '', { provider: '00' })) },
  { code: 'E0343', what: "an unknown support of the taker's", edits: group(comExt('1', '', { taker: '00' })) },
  { code: 'E0345', what: 'unknown temporary goods', edits: group(comExt('0')) },
  { code: 'E0352', what: 'temporary goods without declaration of import', edits: group(comExt('2')) },
  {
    code: 'E0354',
    what: 'a registration of export for no goods',
    edits: group(comExt('1', '<nRE>123456789012</nRE>')),
  },
  { code: 'E0356', what: 'temporary goods without registration of export', edits: group(comExt('3')) },
  { code: 'E0370', what: 'works that are not named', edits: service('070202') },
  { code: 'E0372', what: 'works of a service that has none', edits: group(works('<cObra>123456789012</cObra>')) },
  {
    code: 'E0382',
    what: 'works abroad at a Brazilian address',
    edits: [...service('070202'), ...inPortugal, ...exported, ...group(`${comExt()}${works(addressHere)}`)],
    besides: ['E0384'],
  },
  {
    code: 'E0386',
    what: 'works in Brazil at a foreign address',
    edits: [...service('070202'), ...group(works(addressAbroad))],
  },
  { code: 'E0390', what: 'an event that is not named', edits: service('120801') },
  { code: 'E0392', what: 'an event of a service that has none', edits: group(event(addressHere)) },
  {
    code: 'E0400',
    what: 'an event abroad at a Brazilian address',
    edits: [...service('120801'), ...inPortugal, ...exported, ...group(`${comExt()}${event(addressHere)}`)],
    besides: ['E0402'],
  },
  {
    code: 'E0404',
    what: 'an event in Brazil at a foreign address',
    edits: [...service('120801'), ...group(event(addressAbroad))],
  },
  { code: 'E0619', what: 'no rate for a city without agreement', edits: inCityWithoutAgreement },
];

test.each(breaches)('$code: $what', (breach) => {
  const [codes, expected] = judged(breach);
  expect(codes).toEqual(expected);
});
