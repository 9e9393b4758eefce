import { expect, test } from 'vitest';
import type { DpsEdits } from '../../../support/samples/nfse-dps.ts';
import {
  addressAbroad,
  addressIn,
  atPlaceOfService,
  foreignTrade,
  immune,
  mei,
  service,
  simples,
  specialRegime,
  withheldByTaker,
  withoutTaker,
} from '../../support/dps-edits.ts';
import type { Breach } from '../../support/nfse.ts';
import { codesOf, codesAndExpected } from '../../support/nfse.ts';

const person = (group: string, identity: string, rest = ''): string =>
  `<${group}>${identity}<xNome>Alguém</xNome>${rest}</${group}>`;

const taker = (identity: string, rest = ''): DpsEdits => [[/<toma>.*<\/toma>/, person('toma', identity, rest)]];
const intermediary = (identity: string, rest = ''): DpsEdits => [
  ['</toma>', `</toma>${person('interm', identity, rest)}`],
];
const byIntermediary: DpsEdits = [['<tpRetISSQN>1', '<tpRetISSQN>3']];
/** The place of the operation is the service's, so that the taker may be unknown. */

const cnpj = '<CNPJ>11444777000161</CNPJ>';
const wrongCnpj = '<CNPJ>11444777000162</CNPJ>';
const cpf = '<CPF>52998224725</CPF>';
const wrongCpf = '<CPF>52998224724</CPF>';
const nif = '<NIF>123456789</NIF>';

test('takers of every kind', () => {
  expect(codesOf({ edits: taker(cpf, addressIn('3304557')) })).toEqual([]);
  expect(codesOf({ edits: [...taker(cpf), ...atPlaceOfService] })).toEqual([]);
  expect(codesOf({ edits: [...withoutTaker] })).toEqual([]);
  expect(codesOf({ edits: [...taker(nif, addressAbroad()), ...foreignTrade()] })).toEqual([]);
  expect(codesOf({ edits: taker('<CNPJ>12ABC34501DE35</CNPJ>', addressIn('3304557')) })).toEqual([]);
});

test('an intermediary, who may withhold ISSQN', () => {
  expect(codesOf({ edits: intermediary(cnpj, addressIn('3304557')) })).toEqual([]);
  expect(codesOf({ edits: [...intermediary(cnpj, addressIn('3304557')), ...byIntermediary] })).toEqual([]);
});

test('small companies and MEI', () => {
  expect(codesOf({ edits: simples })).toEqual([]);
  expect(codesOf({ edits: mei })).toEqual([]);
});

const provider = (identity: string): DpsEdits => [['<prest><CNPJ>11222333000181</CNPJ>', `<prest>${identity}`]];

const breaches: readonly Breach[] = [
  { code: 'E0080', what: 'a provider with a wrong CNPJ', options: { issuer: '11222333000182' } },
  { code: 'E0096', what: 'a provider with a wrong CPF', edits: provider(wrongCpf) },
  { code: 'E0112', what: 'a provider by a foreign number', edits: provider(nif), besides: ['E0004'] },
  { code: 'E0114', what: 'a provider who has none', edits: provider('<cNaoNIF>1</cNaoNIF>'), besides: ['E0004'] },
  { code: 'E0121', what: 'the name of the provider', edits: [['<regTrib>', '<xNome>Eu mesma</xNome><regTrib>']] },
  { code: 'E0128', what: 'the address of the provider', edits: [['<regTrib>', `${addressIn('3550308')}<regTrib>`]] },
  {
    code: 'E0148',
    what: 'a wrong address of e-mail',
    edits: [['<regTrib>', '<email>fiscal.empresa.com.br</email><regTrib>']],
  },
  {
    code: 'E0162',
    what: 'a kind of assessment outside the Simples Nacional',
    edits: [['</opSimpNac>', '</opSimpNac><regApTribSN>1</regApTribSN>']],
  },
  { code: 'E0166', what: 'a small company without it', edits: [...simples, ['<regApTribSN>1</regApTribSN>', '']] },
  {
    code: 'E0172',
    what: 'a special regime for an immune service',
    edits: [...specialRegime, ...immune],
  },
  { code: 'E0174', what: 'a special regime of a MEI', edits: [...specialRegime, ...mei] },
  { code: 'E0175', what: 'a special regime within the Simples Nacional', edits: [...specialRegime, ...simples] },
  {
    code: 'E0187',
    what: "no taker, though the operation is at the acquirer's",
    edits: [[/<toma>.*<\/toma>/, '']],
    besides: ['E0234'],
  },
  { code: 'E0188', what: 'a taker with a wrong CNPJ', edits: taker(wrongCnpj, addressIn('3304557')) },
  { code: 'E0202', what: 'the provider as taker', edits: taker('<CNPJ>11222333000181</CNPJ>', addressIn('3304557')) },
  {
    code: 'E0204',
    what: 'ISSQN withheld by a foreign taker',
    edits: [...taker(nif, addressAbroad()), ...foreignTrade(), ...withheldByTaker],
    besides: ['E0237'],
  },
  { code: 'E0206', what: 'a taker with a wrong CPF', edits: taker(wrongCpf, addressIn('3304557')) },
  {
    code: 'E0223',
    what: 'a taker with a CPF and an address abroad',
    edits: [...taker(cpf, addressAbroad()), ...foreignTrade()],
  },
  {
    code: 'E0226',
    what: 'no reason for the missing number',
    edits: [...taker('<cNaoNIF>0</cNaoNIF>', addressAbroad()), ...foreignTrade()],
  },
  { code: 'E0234', what: "no address of the taker, though the operation is at the acquirer's", edits: taker(cpf) },
  {
    code: 'E0234',
    what: 'no address of the taker of workers',
    edits: [...taker(cpf), ...atPlaceOfService, ...service('170501')],
  },
  { code: 'E0235', what: 'a company as taker without address', edits: [...taker(cnpj), ...atPlaceOfService] },
  {
    code: 'E0237',
    what: 'ISSQN withheld by a taker without address',
    edits: [...taker(cpf), ...atPlaceOfService, ...withheldByTaker],
  },
  { code: 'E0238', what: 'a taker in a city that is none', edits: taker(cnpj, addressIn('9904557')) },
  { code: 'E0242', what: 'a foreign taker without address', edits: [...taker(nif), ...atPlaceOfService] },
  { code: 'E0246', what: 'a taker abroad in Brazil', edits: [...taker(nif, addressAbroad('BR')), ...foreignTrade()] },
  {
    code: 'E0246',
    what: 'a taker in a country that is none',
    edits: [...taker(nif, addressAbroad('XX')), ...foreignTrade()],
  },
  { code: 'E0247', what: "the taker's wrong address of e-mail", edits: [['compras@', 'compras.']] },
  { code: 'E0248', what: 'an intermediary with a wrong CNPJ', edits: intermediary(wrongCnpj, addressIn('3304557')) },
  {
    code: 'E0262',
    what: 'an establishment of the provider as intermediary',
    edits: intermediary('<CNPJ>11222333000262</CNPJ>', addressIn('3304557')),
  },
  { code: 'E0264', what: 'ISSQN withheld by nobody', edits: byIntermediary, besides: ['E0293'] },
  { code: 'E0266', what: 'an intermediary with a wrong CPF', edits: intermediary(wrongCpf) },
  {
    code: 'E0281',
    what: 'an intermediary with a CPF and an address abroad',
    edits: [...intermediary(cpf, addressAbroad()), ...foreignTrade()],
  },
  {
    code: 'E0286',
    what: "no reason for the intermediary's missing number",
    edits: intermediary('<cNaoNIF>0</cNaoNIF>'),
  },
  { code: 'E1388', what: 'a company as intermediary without address', edits: intermediary(cnpj) },
  {
    code: 'E0293',
    what: 'ISSQN withheld by an intermediary without address',
    edits: [...intermediary(cpf), ...byIntermediary],
  },
  { code: 'E0294', what: 'an intermediary in a city that is none', edits: intermediary(cnpj, addressIn('0104557')) },
  { code: 'E0298', what: 'a foreign intermediary without address', edits: intermediary(nif) },
  {
    code: 'E0299',
    what: 'an intermediary abroad in Brazil',
    edits: [...intermediary(nif, addressAbroad('BR')), ...foreignTrade()],
  },
  {
    code: 'E0300',
    what: "the intermediary's wrong address of e-mail",
    edits: intermediary(cpf, '<email>nada</email>'),
  },
];

test.each(breaches)('$code: $what', (breach) => {
  const [codes, expected] = codesAndExpected(breach);
  expect(codes).toEqual(expected);
});
