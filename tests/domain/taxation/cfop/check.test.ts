import { expect, test } from 'vitest';
import { adjustmentKindOf } from '../../../../domain/taxation/adjustments.ts';
import { unknownCfop } from '../../../../domain/taxation/cfop.ts';
import { checkCfop, substitutionDoubt } from '../../../../domain/taxation/check-cfop.ts';
import type { Operation } from '../../../../domain/taxation/operation.ts';
import table from '../../../../tables/cfop.json' with { type: 'json' };
import { operationWith } from '../an-operation.ts';

type LineFields = { cfop: string; situation?: string; ncm?: string };

/** The refusal of a line with this CFOP, preceded by its field; null if it is accepted. */
function refusalOf({ cfop, situation = '00', ncm = '61091000' }: LineFields, operation: Partial<Operation> = {}) {
  const said = (value: string) => ({ value, source: 'ITEM' as const });
  const trace = { cfop: said(cfop), icmsSituation: said(situation), ncm: said(ncm) };
  const [fault] = checkCfop(trace, operationWith(operation));
  return fault ? `${fault.field}: ${fault.message}` : null;
}

const entry = { direction: 'IN', purpose: 'RETURN' } as const;
const back = { purpose: 'RETURN' } as const;
const counter = { model: '65', finalConsumer: true, taxpayerType: 'NAO_CONTRIBUINTE' } as const;
const abroad = { destination: '3', destinationState: null } as const;
const outside = { destination: '2', destinationState: 'BA' } as const;
const refused = adjustmentKindOf({ rtcCreditType: '03' }) ?? undefined;

test.each<[string, LineFields, Partial<Operation>, RegExp]>([
  ['no code of the table', { cfop: '5999' }, {}, /^cfop: .*não existe.*770/],
  ['a code of transport', { cfop: '5353' }, {}, /transporte.*770/],
  ['a code of communication', { cfop: '6301' }, outside, /comunicação.*770/],
  ['a service', { cfop: '5933' }, {}, /374.*NFS-e/],
  ['a code that began later', { cfop: '5160' }, { date: '2018-08-31' }, /a partir de 2018-09-01.*770/],
  ['an entry on what leaves', { cfop: '1102' }, {}, /de SP para SP.*5xxx/],
  ['another state on what stays', { cfop: '6102' }, {}, /Use, por exemplo, 5102/],
  ['a sale that stays on what goes abroad', { cfop: '5102', situation: '41' }, abroad, /exterior.*7102/],
  ['a sale on what is given back', { cfop: '1102' }, entry, /327.*1202/],
  ['goods of own make given back', { cfop: '1101' }, entry, /327.*1201/],
  ['goods under substitution given back', { cfop: '5403' }, back, /327.*5411/],
  ['what is given back by no other code where it leaves', { cfop: '5949' }, back, /327/],
  ['a return that is none', { cfop: '5202' }, {}, /328.*RETURN/],
  [
    'a MEI that gives back by another code',
    { cfop: '1201', situation: '900' },
    { ...entry, regime: 'MEI' },
    /1179.*1202/,
  ],
  ['a MEI that gives back by 1949', { cfop: '1949', situation: '900' }, { ...entry, regime: 'MEI' }, /1179/],
  [
    'a MEI that sells by 6108',
    { cfop: '6108', situation: '102' },
    { ...outside, regime: 'MEI' },
    /337.*6102 com o CSOSN 102/,
  ],
  ['a gift of a MEI', { cfop: '5910', situation: '102' }, { regime: 'MEI' }, /337.*5904 com o CSOSN 900/],
  ['a MEI at the counter', { cfop: '5405', situation: '500' }, { ...counter, regime: 'MEI' }, /5102.*337/],
  ['no sale at the counter', { cfop: '5152' }, counter, /725.*5102/],
  ['other goods at a counter of Minas', { cfop: '5949', situation: '40' }, { ...counter, originState: 'MG' }, /725/],
  ['collected before, at the counter, as sold else', { cfop: '5102', situation: '60' }, counter, /382.*5405/],
  ['substituted goods of Simples at the counter', { cfop: '5405', situation: '102' }, counter, /386.*5102/],
  ['whoever has no registration', { cfop: '5102' }, { isUnregistered: true }, /159/],
  ['an export that pays ICMS', { cfop: '7102', situation: '00' }, abroad, /^icmsSituation: .*CST 41.*527/],
  ['an export of Simples', { cfop: '7102', situation: '102' }, { ...abroad, regime: 'SIMPLES' }, /CSOSN 300.*527/],
])('%s is refused', (_of, said, operation, words) => {
  expect(refusalOf(said, operation)).toMatch(words);
});

test.each<[string, LineFields, Partial<Operation>]>([
  ['any return by 1949', { cfop: '1949' }, entry],
  ['natural gas given back on paper', { cfop: '5949', ncm: '27112100' }, back],
  ['a complement of a return', { cfop: '5202' }, { purpose: 'COMPLEMENTARY' }],
  [
    'goods refused at the door',
    { cfop: '1202' },
    { direction: 'IN', purpose: 'CREDIT', ...(refused && { adjustment: refused }) },
  ],
  ['other goods at a counter of São Paulo', { cfop: '5949', situation: '40' }, counter],
  [
    'other goods at a counter of Rio Grande do Sul',
    { cfop: '5949', situation: '90' },
    { ...counter, originState: 'RS' },
  ],
  ['5405 with CST 90 at a counter of Ceará', { cfop: '5405', situation: '90' }, { ...counter, originState: 'CE' }],
  ['a single-phase fuel at the counter', { cfop: '5656', situation: '61' }, counter],
  ['a repair without registration', { cfop: '5915' }, { isUnregistered: true }],
  ['a return without registration', { cfop: '5202' }, { ...back, isUnregistered: true }],
  ['an export given back', { cfop: '7202', situation: '00' }, { ...abroad, ...back }],
  ['a MEI of another CSOSN', { cfop: '5910', situation: '400' }, { regime: 'MEI' }],
  ['a MEI that exports', { cfop: '7102', situation: '300' }, { ...abroad, regime: 'MEI' }],
])('%s passes', (_of, said, operation) => {
  expect(refusalOf(said, operation)).toBeNull();
});

test('every code of the table is known, but for what belongs to other documents', () => {
  const rows = Object.entries<{ nfe?: boolean; kind: string }>(table.cfop);
  const known = rows.filter(([code]) => unknownCfop(code) === null).map(([code]) => code);
  expect(known).toEqual(rows.filter(([, { nfe }]) => nfe).map(([code]) => code));
  expect(known.length).toBeGreaterThan(550);
});

test.each([
  ['5405', '00', '60'],
  ['5401', '00', 'não a cobra'],
  ['6403', '102', 'não a cobra'],
  ['5102', '60', '5405'],
  ['6102', '10', '6403'],
])('%s with %s is reported, not refused', (cfop, situation, words) => {
  expect(substitutionDoubt(cfop, situation)).toContain(words);
});

test.each([
  ['5405', '60'],
  ['5403', '10'],
  ['5102', '00'],
  ['5405', '90'],
  ['5910', '60'],
  ['1403', '00'],
])('%s with %s tells the same', (cfop, situation) => {
  expect(substitutionDoubt(cfop, situation)).toBeNull();
});
