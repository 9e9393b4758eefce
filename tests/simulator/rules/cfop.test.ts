import { expect, test } from 'vitest';
import { checkEdits } from '../support/check-edits.ts';
import { conjugated } from '../support/conjugated.ts';
import { comingBack, fuel, goingBy, livingIn, place, referring, toTaxpayer, twice } from '../support/operations.ts';
import type { Edits } from '../support/test-company.ts';

/** A code, what is wrong, edits that break the rule, and the most similar edits that do not. */
type Case = readonly [cStat: number, what: string, wrong: Edits, right: Edits];

const soldByUs = '35261111222333000181550010000000011630362748';
const soldToUs = '35261111444777000161550010000000011630362748';
const incoming: Edits[number] = ['<tpNF>1', '<tpNF>0'];
const outgoing: Edits[number] = ['<tpNF>0', '<tpNF>1'];
const sentByCarrier: Edits[number] = ['<modFrete>9', '<modFrete>0'];
const naturalGas: Edits[number] = ['<NCM>19059090', '<NCM>27112100'];
const foreigner: Edits[number] = ['<CPF>52998224725</CPF>', '<idEstrangeiro>AB123456</idEstrangeiro>'];
const entrepreneur: Edits[number] = ['<CRT>1', '<CRT>4'];
const otherwiseTaxed: Edits[number] = [
  /<ICMSSN102>.*<\/ICMSSN102>/,
  '<ICMSSN900><orig>0</orig><CSOSN>900</CSOSN></ICMSSN900>',
];
const untaxed: Edits[number] = ['<CSOSN>102', '<CSOSN>300'];
const toRio: Edits = [...livingIn('RJ'), ['<idDest>1', '<idDest>2']];
const back = (cfop: string): Edits => [...comingBack(cfop), referring(soldByUs)];
const backToSupplier = (cfop: string): Edits => [...toTaxpayer(), ...comingBack(cfop), outgoing, referring(soldToUs)];

const cases: readonly Case[] = [
  [770, 'an operation that nobody knows', [as('5999')], [as('5949')]],
  [770, 'an operation that other documents tell', [as('5307')], [as('5949')]],
  [518, 'goods that go out as if they came in', [as('1102')], [as('1102'), incoming]],
  [519, 'goods that come in as if they went out', [incoming], [as('1102'), incoming]],
  [731, 'an operation with a foreign country at home', [as('7102')], []],
  [
    731,
    'the same, unless it is fuel that is used abroad',
    [as('7667'), untaxed, fuel('SP')],
    [as('7667'), untaxed, fuel('EX')],
  ],
  [732, 'an operation with another state at home', [as('6102')], []],
  [733, 'an internal operation with another state', toRio, [...toRio, as('6102')]],
  [
    521,
    'an internal sale to a trader of another state who did not take it with him',
    [...toTaxpayer('RJ'), sentByCarrier],
    toTaxpayer('RJ'),
  ],
  [
    521,
    'the same, unless it is delivered within the state',
    [...toTaxpayer('RJ'), sentByCarrier],
    [...toTaxpayer('RJ'), sentByCarrier, goingBy(place('entrega', 'SP'))],
  ],
  [
    771,
    'a foreigner of another state',
    [...toRio, as('6102'), foreigner],
    [...toRio, as('6667'), fuel('RJ'), foreigner],
  ],
  [327, 'a return as a sale', back('1102'), back('1202')],
  [327, 'a return as something else, which may come in', backToSupplier('5949'), back('1949')],
  [327, 'the same, unless it is gas', backToSupplier('5949'), [...backToSupplier('5949'), naturalGas]],
  [
    1179,
    'goods that come back to an entrepreneur',
    [...back('1201'), entrepreneur, otherwiseTaxed],
    [...back('1202'), entrepreneur, otherwiseTaxed],
  ],
  [328, 'a sale as a return', [as('5202')], []],
  [660, 'fuel that does not say what it is', [as('5656')], [as('5656'), fuel('SP')]],
  [337, 'what an entrepreneur does not sell as', [entrepreneur, as('5101')], [entrepreneur]],
  [
    337,
    'what an entrepreneur does not do otherwise',
    [...toTaxpayer(), entrepreneur, otherwiseTaxed],
    [...toTaxpayer(), entrepreneur, otherwiseTaxed, as('5551')],
  ],
  [782, 'how an entrepreneur is not taxed', [entrepreneur, ['<CSOSN>102', '<CSOSN>103']], [entrepreneur]],
  [722, 'freight as a sale', [freight('5102')], [freight('5351')]],
];

test.each(cases)('%i: %s', (cStat, _what, wrong, right) => {
  expect(checkEdits(wrong)).toBe(cStat);
  expect(checkEdits(right)).toBeUndefined();
});

test('523: an interstate operation within one state is for what is used elsewhere, and that item alone', () => {
  const within: Edits = [...toTaxpayer(), ['<idDest>1', '<idDest>2'], as('6656'), fuel('RJ'), ...twice];
  expect(checkEdits(within)).toBeUndefined();
  expect(checkEdits([...within, [/<comb>(?!.*<comb>).*?<\/comb>/, '']])).toBe(523);
});

test('374: services are services on both sides', () => {
  expect(checkEdits(conjugated)).toBeUndefined();
  expect(checkEdits([...conjugated, ['<CFOP>5933', '<CFOP>5102']])).toBe(374);
  expect(checkEdits([as('5933')])).toBe(374);
});

test('725: the small page of an NF-e is for what consumers buy', () => {
  const small: Edits = [['<tpImp>1', '<tpImp>6']];
  expect(checkEdits([...small, as('5152')])).toBe(725);
  expect(checkEdits(small)).not.toBe(725);
  expect(checkEdits([as('5152')])).toBeUndefined();
});

function as(cfop: string): Edits[number] {
  return ['<CFOP>5102', `<CFOP>${cfop}`];
}

function freight(cfop: string): Edits[number] {
  const said =
    '<vServ>10.00</vServ><vBCRet>10.00</vBCRet><pICMSRet>12.00</pICMSRet><vICMSRet>1.20</vICMSRet>' +
    `<CFOP>${cfop}</CFOP><cMunFG>3550308</cMunFG>`;
  return ['</modFrete>', `</modFrete><retTransp>${said}</retTransp>`];
}
