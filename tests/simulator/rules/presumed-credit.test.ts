import { expect, test } from 'vitest';
import { readNote } from '../../../simulator/rules/note.ts';
import { presumedCreditRules } from '../../../simulator/rules/ibs-cbs/presumed-credit.ts';
import { readXml } from '../../../simulator/xml/element.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { consumerNote } from '../support/consumer-note.ts';
import { checkEdits } from '../support/check-edits.ts';
import { normalRegime } from '../support/normal-regime.ts';
import type { Edits } from '../support/test-company.ts';

const share = (tax: 'IBS' | 'CBS', value: string, field = 'vCredPres') =>
  `<g${tax}CredPres><pCredPres>1.0000</pCredPres><${field}>${value}</${field}></g${tax}CredPres>`;
const group = (code: string, shares: string): Edits[number] => [
  '</gIBSCBS>',
  `</gIBSCBS><gCredPresOper><vBCCredPres>4.00</vBCCredPres><cCredPres>${code}</cCredPres>${shares}</gCredPresOper>`,
];
const usedGoods: Edits[number] = ['<indTot>1</indTot>', '<indTot>1</indTot><indBemMovelUsado>1</indBemMovelUsado>'];
const ofClass: Edits[number] = ['<cClassTrib>000001', '<cClassTrib>000003'];
const total = (tax: 'IBS' | 'CBS', before: string, after: string, credit: string): Edits[number] => [
  `<v${tax}>${before}</v${tax}><vCredPres>0.00`,
  `<v${tax}>${after}</v${tax}><vCredPres>${credit}`,
];

/** Used goods that are resold: 0.04 of their IBS is credited. */
const resold: Edits = [
  ...normalRegime,
  usedGoods,
  group('04', share('IBS', '0.04') + share('CBS', '0.04')),
  ['<vIBS>0.08</vIBS><gCBS>', '<vIBS>0.04</vIBS><gCBS>'],
  total('IBS', '0.08', '0.04', '0.04'),
  total('CBS', '0.74', '0.74', '0.04'),
];
const conditional = (code: string, tax: 'IBS' | 'CBS'): Edits => [
  ...normalRegime,
  usedGoods,
  group(code, share(tax, '0.04', 'vCredPresCondSus')),
];

test('a credit of used goods is taken off their IBS', () => {
  expect(checkEdits(resold)).toBeUndefined();
  expect(checkEdits([...resold, ['<vIBS>0.04</vIBS><gCBS>', '<vIBS>0.08</vIBS><gCBS>']])).toBe(1150);
  expect(checkEdits([...resold, ['<vIBS>0.04</vIBS><vCredPres>0.04', '<vIBS>0.04</vIBS><vCredPres>0.00']])).toBe(1086);
  expect(checkEdits([...resold, ['<vCBS>0.74</vCBS><vCredPres>0.04', '<vCBS>0.74</vCBS><vCredPres>0.00']])).toBe(1087);
});

test.each<[cStat: number, what: string, Edits]>([
  [1175, 'of a class that has none', [...resold, [/<indBemMovelUsado>1<\/indBemMovelUsado>/, '']]],
  [1055, 'of no code', conditional('14', 'CBS')],
  [
    1053,
    'of IBS, before it gives any',
    [...normalRegime, ofClass, group('05', share('IBS', '0.04', 'vCredPresCondSus'))],
  ],
  [
    1050,
    'of CBS, before it gives any',
    [...normalRegime, ofClass, group('05', share('CBS', '0.04', 'vCredPresCondSus'))],
  ],
  [1056, 'of IBS, under a condition', conditional('05', 'IBS')],
  [1060, 'of CBS, under a condition', conditional('05', 'CBS')],
  [1124, 'of more than used goods cost', [...resold, [/(<gCBSCredPres>.*?<vCredPres>)0\.04/s, '$1100.01']]],
])('%i: a presumed credit %s', (cStat, _what, edits) => {
  expect(checkEdits(edits)).toBe(cStat);
});

test('a condition is one of used goods', () => {
  expect(
    checkEdits([
      ...conditional('04', 'CBS'),
      [/(<vCBS>0\.74<\/vCBS><vCredPres>0\.00<\/vCredPres><vCredPresCondSus>)0\.00/, '$10.04'],
    ]),
  ).toBeUndefined();
});

test('a consumer note has neither of the two credits (1049, 1138)', () => {
  const signer = makeSigner();
  const key = signer.key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const certificate = {
    pfx: Buffer.alloc(0),
    taxId: '11222333000181',
    notAfter: '',
    certificate: signer.certificatePem,
    key,
  };
  const zfm =
    '<gCredPresIBSZFM><competApur>2026-10</competApur><tpCredPresIBSZFM>1</tpCredPresIBSZFM><vCredPresIBSZFM>1.00</vCredPresIBSZFM></gCredPresIBSZFM>';
  const brokenBy = (edit: Edits[number]): number[] => {
    const note = readNote(readXml(consumerNote(certificate, { edits: [...normalRegime, edit] }).xml));
    if (!note) throw new Error('there is no note');
    return presumedCreditRules.filter((rule) => rule.broken(note, {} as never)).map(({ cStat }) => cStat);
  };
  expect(brokenBy(group('04', share('CBS', '0.04')))).toEqual([1049]);
  expect(brokenBy(['</gIBSCBS>', `</gIBSCBS>${zfm}`])).toEqual([1138]);
});
