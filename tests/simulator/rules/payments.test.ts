import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestCompany, Edits } from '../support/test-company.ts';
import { applicant } from '../support/test-company.ts';

let company: TestCompany;

beforeAll(async () => {
  company = await applicant();
});
afterAll(() => company.started.stop());

const cash = '<detPag><tPag>01</tPag><vPag>100.00</vPag></detPag>';

function paidBy(inside: string): Edits {
  return [[cash, `<detPag>${inside}</detPag>`]];
}

function inOneInstalment(dueOn: string): Edits {
  const bill = `<fat><nFat>1</nFat><vOrig>100.00</vOrig><vDesc>0.00</vDesc><vLiq>100.00</vLiq></fat>`;
  return [['<pag>', `<cobr>${bill}<dup><nDup>001</nDup><dVenc>${dueOn}</dVenc><vDup>100.00</vDup></dup></cobr><pag>`]];
}

const card = (inside: string): string => `<card><tpIntegra>1</tpIntegra>${inside}</card>`;
const acquirer = '<CNPJ>11444777000161</CNPJ>';
const sent = (card = ''): string => `<tPag>03</tPag><vPag>100.00</vPag>${card}`;
const mediated = (group = ''): Edits => [
  ['<indPres>1</indPres>', '<indPres>2</indPres><indIntermed>1</indIntermed>'],
  ...(group === '' ? [] : [['</pag>', `</pag>${group}`] as const]),
];
const platform = (taxId: string): string =>
  `<infIntermed><CNPJ>${taxId}</CNPJ><idCadIntTran>loja-1</idCadIntTran></infIntermed>`;

/** By code: edits that break the rule, and the most similar ones that do not. */
const cases: readonly (readonly [number, string, Edits, Edits])[] = [
  [
    436,
    'a means of payment out of the table',
    paidBy('<tPag>98</tPag><vPag>100.00</vPag>'),
    paidBy('<tPag>21</tPag><vPag>100.00</vPag>'),
  ],
  [
    441,
    'others without saying what',
    paidBy('<tPag>99</tPag><vPag>100.00</vPag>'),
    paidBy('<tPag>99</tPag><xPag>Permuta</xPag><vPag>100.00</vPag>'),
  ],
  [442, 'words about a means that has a name', paidBy('<tPag>01</tPag><xPag>Dinheiro</xPag><vPag>100.00</vPag>'), []],
  [
    657,
    'paid tomorrow',
    paidBy('<tPag>01</tPag><vPag>100.00</vPag><dPag>2026-11-22</dPag>'),
    paidBy('<tPag>01</tPag><vPag>100.00</vPag><dPag>2026-11-21</dPag>'),
  ],
  [
    961,
    'paid at an establishment with a wrong digit',
    paidBy('<tPag>01</tPag><vPag>100.00</vPag><CNPJPag>11444777000162</CNPJPag><UFPag>SP</UFPag>'),
    paidBy('<tPag>01</tPag><vPag>100.00</vPag><CNPJPag>11444777000161</CNPJPag><UFPag>SP</UFPag>'),
  ],
  [
    904,
    'a value for what is paid later',
    paidBy('<tPag>91</tPag><vPag>100.00</vPag>'),
    paidBy('<tPag>91</tPag><vPag>0.00</vPag>'),
  ],
  [
    865,
    'less paid than due',
    paidBy('<tPag>01</tPag><vPag>40.00</vPag>'),
    paidBy('<tPag>01</tPag><vPag>40.00</vPag></detPag><detPag><tPag>91</tPag><vPag>0.00</vPag>'),
  ],
  [
    963,
    'a card of who pays in cash',
    paidBy(`<tPag>01</tPag><vPag>100.00</vPag>${card('')}`),
    paidBy(`<tPag>17</tPag><vPag>100.00</vPag>${card(`${acquirer}<cAut>1</cAut>`)}`),
  ],
  [
    392,
    'an integrated card without its authorization',
    paidBy(sent(card(acquirer))),
    paidBy(sent(card(`${acquirer}<cAut>1</cAut>`))),
  ],
  [
    437,
    'an acquirer with a wrong digit',
    paidBy(sent(card('<CNPJ>11444777000162</CNPJ><cAut>1</cAut>'))),
    paidBy(sent()),
  ],
  [
    443,
    'a brand that nobody has',
    paidBy(sent(card(`${acquirer}<tBand>98</tBand><cAut>1</cAut>`))),
    paidBy(sent(card(`${acquirer}<tBand>27</tBand><cAut>1</cAut>`))),
  ],
  [
    796,
    'a receiver with a wrong digit',
    paidBy(sent(card(`${acquirer}<cAut>1</cAut><CNPJReceb>11444777000162</CNPJReceb>`))),
    paidBy(sent(card(`${acquirer}<cAut>1</cAut><CNPJReceb>11444777000161</CNPJReceb>`))),
  ],
  [
    965,
    'change above the limit',
    [[cash, `${cash.replace('100.00', '300100.01')}<vTroco>300000.01</vTroco>`]],
    [[cash, `${cash.replace('100.00', '300100.00')}<vTroco>300000.00</vTroco>`]],
  ],
  [853, 'one instalment, due on the day of the note', inOneInstalment('2026-11-21'), inOneInstalment('2026-11-22')],
  [797, 'an instalment more than ten years ahead', inOneInstalment('2036-11-22'), inOneInstalment('2036-11-21')],
  [
    435,
    'a platform at no presence',
    [
      ['<indPres>1</indPres>', '<indPres>0</indPres><indIntermed>1</indIntermed>'],
      ['</pag>', `</pag>${platform('11444777000161')}`],
    ],
    [['<indPres>1</indPres>', '<indPres>0</indPres><indIntermed>0</indIntermed>']],
  ],
  [438, 'a platform that is not named', mediated(), mediated(platform('11444777000161'))],
  [440, 'a platform with a wrong digit', mediated(platform('11444777000162')), mediated(platform('11444777000161'))],
  [
    439,
    'a platform of a sale without one',
    [
      ['<indPres>1</indPres>', '<indPres>2</indPres><indIntermed>0</indIntermed>'],
      ['</pag>', `</pag>${platform('11444777000161')}`],
    ],
    [
      ['<indPres>1</indPres>', '<indPres>1</indPres><indIntermed>1</indIntermed>'],
      ['</pag>', `</pag>${platform('11444777000161')}`],
    ],
  ],
];

test.each(cases)('%i: %s, and not its nearest neighbour', async (expected, _what, broken, right) => {
  expect(await company.answerTo(broken)).toBe(expected);
  expect(await company.answerTo(right)).toBe(100);
});
