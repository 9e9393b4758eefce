import { expect, test } from 'vitest';
import { checkEdits } from '../support/check-edits.ts';
import { fuel, goingBy, livingIn, normalRegimeWith, place, toTaxpayer } from '../support/operations.ts';
import type { Edits } from '../support/test-company.ts';

const notFinal: Edits[number] = ['<indFinal>1', '<indFinal>0'];
const incoming: Edits = [
  ['<tpNF>1', '<tpNF>0'],
  ['<CFOP>5102', '<CFOP>1102'],
];
const interstate: Edits = [
  ['<idDest>1', '<idDest>2'],
  [/<CFOP>[15]102/, '<CFOP>6102'],
];
const at = (pickup: 'SP' | 'RJ' | 'MG' | null, delivery: 'SP' | 'RJ' | 'MG' | null): Edits => [
  goingBy(...(pickup ? [place('retirada', pickup)] : []), ...(delivery ? [place('entrega', delivery)] : [])),
];

/** States of pickup and delivery (null: none), and whether the operation is then rightly internal or interstate. */
type Way = readonly [pickup: 'SP' | 'RJ' | 'MG' | null, delivery: 'SP' | 'RJ' | 'MG' | null, isRight: boolean];

/** Sales from São Paulo to a trader of Rio as internal ones; the opposite direction is the mirror image. */
const internalToRio: readonly Way[] = [
  [null, 'SP', true],
  [null, 'RJ', false],
  [null, 'MG', false],
  ['RJ', null, true],
  ['SP', null, false],
  ['MG', 'MG', true],
  ['SP', 'RJ', false],
];

test.each(internalToRio)(
  '773: picked up in %s and delivered in %s, internal to Rio is right: %s',
  (pickup, delivery, isRight) => {
    const sale: Edits = [...toTaxpayer('RJ'), notFinal];
    expect(checkEdits([...sale, ...at(pickup, delivery)])).toBe(isRight ? undefined : 773);
    const purchase: Edits = [...sale, ...incoming, ...at(mirrored(pickup), mirrored(delivery))];
    expect(checkEdits(purchase)).toBe(isRight ? undefined : 773);
  },
);

const interstateAtHome: readonly Way[] = [
  [null, 'RJ', true],
  [null, 'SP', false],
  ['RJ', null, true],
  ['SP', null, false],
  ['SP', 'RJ', true],
  ['RJ', 'RJ', false],
];

test.each(interstateAtHome)(
  '772: picked up in %s and delivered in %s, interstate at home is right: %s',
  (pickup, delivery, isRight) => {
    const sale: Edits = [...toTaxpayer(), notFinal, ...interstate, ...at(pickup, delivery)];
    expect(checkEdits(sale)).toBe(isRight ? undefined : 772);
    const purchase: Edits = [['<tpNF>1', '<tpNF>0'], ...sale, ['<CFOP>6102', '<CFOP>2102']];
    expect(checkEdits(purchase)).toBe(isRight ? undefined : 772);
  },
);

test('772 and 773: without other places, addresses count, but neither those of one company nor where fuel is used', () => {
  const toRio: Edits = [...toTaxpayer('RJ'), notFinal];
  expect(checkEdits(toRio)).toBe(773);
  expect(checkEdits([...toRio, ['<CFOP>5102', '<CFOP>5656'], fuel('SP')])).toBeUndefined();
  const atHome: Edits = [...toTaxpayer(), notFinal, ...interstate];
  expect(checkEdits(atHome)).toBe(772);
  expect(checkEdits([...atHome, ['<CNPJ>11444777000161', '<CNPJ>11222333000181']])).toBeUndefined();
});

test('what a consumer takes along in the shop is sold there, wherever he lives', () => {
  expect(checkEdits(livingIn('RJ'))).toBeUndefined();
  expect(checkEdits([...foreigner])).toBeUndefined();
  expect(checkEdits([...foreigner, notFinal, ['<indIEDest>9', '<indIEDest>2']])).toBe(721);
  expect(checkEdits([...foreigner, ['</indIEDest>', '</indIEDest><IE>110042490114</IE>']])).toBe(925);
  expect(checkEdits([...foreigner, ['<cMun>9999999', '<cMun>3550308']])).toBe(509);
  expect(checkEdits([...foreigner, ['<cPais>2496', '<cPais>1058']])).toBe(926);
});

/** A code, and what is wrong with a place. */
const faults: readonly (readonly [number, 'retirada' | 'entrega', string | RegExp, string])[] = [
  [540, 'retirada', '<CPF>52998224725', '<CPF>52998224726'],
  [541, 'entrega', '<CPF>52998224725', '<CPF>52998224726'],
  [512, 'retirada', '<CPF>52998224725</CPF>', '<CNPJ>11444777000162</CNPJ>'],
  [514, 'entrega', '<CPF>52998224725</CPF>', '<CNPJ>11444777000162</CNPJ>'],
  [277, 'retirada', '<UF>SP', '<UF>RJ'],
  [279, 'entrega', '<UF>SP', '<UF>RJ'],
  [513, 'retirada', '<UF>SP', '<UF>EX'],
  [515, 'entrega', '<UF>SP', '<UF>EX'],
  [971, 'retirada', '</UF>', '</UF><IE>110042490115</IE>'],
  [971, 'entrega', '</UF>', '</UF><IE>110042490115</IE>'],
];

test.each(faults)('%i: a wrong %s', (cStat, name, from, to) => {
  expect(checkEdits([goingBy(place(name, 'SP').replace(from, to))])).toBe(cStat);
  expect(checkEdits([goingBy(place(name, 'SP').replace('</UF>', '</UF><IE>110042490114</IE>'))])).toBeUndefined();
});

test('694 and 695: what is delivered in the state of the shop has no share of the tax for another, elsewhere it has', () => {
  const icms = { base: '100.00', value: '12.00' };
  const taxed =
    '<ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>100.00</vBC><pICMS>12.00</pICMS><vICMS>12.00</vICMS></ICMS00>';
  const afar: Edits = [...normalRegimeWith(taxed, icms), ...livingIn('RJ'), ...interstate];
  expect(checkEdits(afar)).toBe(694);
  expect(checkEdits([...afar, ...at(null, 'MG')])).toBe(694);
  expect(checkEdits([...afar, ...at(null, 'SP')])).toBeUndefined();
  const by = (cfop: string): Edits => [...afar, ['<CFOP>6102', `<CFOP>${cfop}`]];
  expect(checkEdits(by('6949'))).toBe(694);
  expect(checkEdits(by('6912'))).toBeUndefined();
  expect(checkEdits(by('6916'))).toBeUndefined();
  expect(checkEdits(by('6552'))).toBeUndefined();
});

/** A buyer from another country, in the shop. */
const foreigner: Edits = [
  ['<CPF>52998224725</CPF>', '<idEstrangeiro>AB123456</idEstrangeiro>'],
  [
    /(<enderDest>.*?)<cMun>3550308(.*?)<UF>SP<\/UF><CEP>01019020<\/CEP>/,
    '$1<cMun>9999999$2<UF>EX</UF><cPais>2496</cPais>',
  ],
];

function mirrored(state: 'SP' | 'RJ' | 'MG' | null): 'SP' | 'RJ' | 'MG' | null {
  return state === 'SP' ? 'RJ' : state === 'RJ' ? 'SP' : state;
}
