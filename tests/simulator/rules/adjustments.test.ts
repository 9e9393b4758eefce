import { afterAll, beforeAll, expect, test } from 'vitest';
import { modulus11 } from '../../../domain/modulus-11.ts';
import type { Adjustment } from '../support/adjustment-note.ts';
import { adjustmentEdits } from '../support/adjustment-note.ts';
import type { Authorized } from '../support/events.ts';
import { normalRegime } from '../support/normal-regime.ts';
import type { TestCompany, Edits } from '../support/test-company.ts';
import { applicant } from '../support/test-company.ts';

let company: TestCompany;
let sale: Authorized;

beforeAll(async () => {
  company = await applicant();
  sale = await company.authorized(900_001);
});
afterAll(() => company.started.stop());

const answerTo = (adjustment: Adjustment, edits: Edits = []): Promise<number> =>
  company.answerTo([...adjustmentEdits(adjustment), ...edits]);

const values = '<vIBS>1.00</vIBS><vCBS>9.00</vCBS>';
const nothing = '<vIBS>0.00</vIBS><vCBS>0.00</vCBS>';
const transfer = `<gTransfCred>${values}</gTransfCred>`;
const period = '<competApur>2026-10</competApur>';
const correction = `<gAjusteCompet>${period}${values}</gAjusteCompet>`;
const reversed = '<vIBSEstCred>1.00</vIBSEstCred><vCBSEstCred>9.00</vCBSEstCred>';
const reversal = `<gEstornoCred>${reversed}</gEstornoCred>`;
const presumed =
  `<gCredPresIBSZFM>${period}<tpCredPresIBSZFM>1</tpCredPresIBSZFM>` +
  '<vCredPresIBSZFM>10.00</vCredPresIBSZFM></gCredPresIBSZFM>';
const taxed = ['000', '000001'] as const;
const untaxed = ['410', '410001'] as const;
const key = (): string => sale.chNFe;

const cooperative: Adjustment = { kind: 'debit', type: '01', taxClass: ['800', '800002'], group: transfer };
const annulled: Adjustment = { kind: 'debit', type: '02', taxClass: ['811', '811001'], group: correction };
const loss: Adjustment = { kind: 'debit', type: '07', taxClass: ['410', '410030'], group: reversal, reversal };
const unprocessed = (): Adjustment => ({
  kind: 'debit',
  type: '03',
  taxClass: ['811', '811002'],
  group: correction,
  itemReference: [key()],
});
const interest = (): Adjustment => ({ kind: 'debit', type: '04', taxClass: taxed, itemReference: [key(), '1'] });
const creditOf = (type: string): Adjustment => ({ kind: 'credit', type, taxClass: taxed, noteReference: key() });

test('debit notes of all eight types are authorized', async () => {
  expect(await answerTo(cooperative)).toBe(100);
  expect(await answerTo(annulled)).toBe(100);
  expect(await answerTo(unprocessed())).toBe(100);
  expect(await answerTo(interest())).toBe(100);
  expect(await answerTo({ ...cooperative, type: '05', taxClass: ['800', '800001'] })).toBe(100);
  expect(await answerTo({ kind: 'debit', type: '06', taxClass: taxed })).toBe(100);
  expect(await answerTo(loss)).toBe(100);
  expect(await answerTo({ ...annulled, type: '08', taxClass: ['811', '811003'] })).toBe(100);
});

test('credit notes of the types in force are authorized, the presumed credit of the zone not before 2029', async () => {
  for (const type of ['01', '03', '04']) expect(await answerTo(creditOf(type))).toBe(100);
  const succession: Adjustment = { kind: 'credit', type: '05', taxClass: ['800', '800001'], group: transfer };
  expect(await answerTo(succession)).toBe(100);
  const zone: Adjustment = { kind: 'credit', type: '02', taxClass: ['810', '810001'], group: presumed };
  expect(await answerTo(zone)).toBe(1145);
});

test('a type belongs to its purpose, and its purpose to a direction', async () => {
  const drop: Edits[number] = [/<tpNF(Debito|Credito)>\d\d<\/tpNF\1>/, ''];
  expect(await answerTo(cooperative, [drop])).toBe(1009);
  expect(await answerTo(creditOf('01'), [drop])).toBe(1164);
  expect(await company.answerTo([...normalRegime, ['</finNFe>', '</finNFe><tpNFDebito>04</tpNFDebito>']])).toBe(1139);
  expect(await company.answerTo([...normalRegime, ['</finNFe>', '</finNFe><tpNFCredito>05</tpNFCredito>']])).toBe(1163);
  expect(
    await answerTo(creditOf('04'), [
      ['<tpNF>0', '<tpNF>1'],
      ['<CFOP>1949', '<CFOP>5949'],
    ]),
  ).toBe(1161);
  expect(
    await answerTo(cooperative, [
      ['<tpNF>1', '<tpNF>0'],
      ['<CFOP>5102', '<CFOP>1949'],
    ]),
  ).toBe(1162);
});

test('a note of credit or debit has no other tax, and nothing is paid by it', async () => {
  const icms = '<imposto><ICMS><ICMS40><orig>0</orig><CST>41</CST></ICMS40></ICMS>';
  const withoutBenefit: Edits[number] = ['<CFOP>', '<cBenef>SEM CBENEF</cBenef><CFOP>'];
  const pis = '<imposto><PIS><PISNT><CST>07</CST></PISNT></PIS>';
  expect(await answerTo(cooperative, [['<imposto>', icms]])).toBe(1001);
  expect(await answerTo(cooperative, [['<imposto>', pis]])).toBe(1001);
  expect(await answerTo({ kind: 'debit', type: '06', taxClass: taxed }, [['<imposto>', pis]])).toBe(100);
  expect(await answerTo(loss, [['<imposto>', icms], withoutBenefit])).toBe(100);
  expect(await answerTo(creditOf('03'), [['<imposto>', icms], withoutBenefit])).toBe(100);
  expect(await answerTo(cooperative, [['<tPag>90</tPag><vPag>0.00', '<tPag>01</tPag><vPag>100.00']])).toBe(871);
  expect(await company.answerTo([...normalRegime, [/<ICMS>.*<\/ICMS>/, '']])).toBe(1002);
});

test('a type that is bound to a classification has that one, and nothing else has it', async () => {
  expect(await answerTo({ ...cooperative, taxClass: ['800', '800001'] })).toBe(1202);
  expect(await answerTo({ kind: 'debit', type: '01', taxClass: taxed })).toBe(1200);
  expect(await answerTo({ ...creditOf('05'), taxClass: taxed })).toBe(1201);
  expect(await answerTo({ ...interest(), taxClass: ['410', '410030'], group: reversal, reversal })).toBe(1202);
});

test('each situation has its own group, and the group says something', async () => {
  expect(await answerTo({ ...cooperative, group: '' })).toBe(1132);
  expect(await answerTo({ ...interest(), taxClass: untaxed, group: transfer })).toBe(1131);
  expect(await answerTo({ ...cooperative, group: `<gTransfCred>${nothing}</gTransfCred>` })).toBe(1129);
  expect(await answerTo({ ...annulled, group: '' })).toBe(1170);
  expect(await answerTo({ ...interest(), taxClass: untaxed, group: correction })).toBe(1169);
  expect(await answerTo({ ...annulled, group: `<gAjusteCompet>${period}${nothing}</gAjusteCompet>` })).toBe(1171);
  expect(await answerTo({ ...loss, group: '' })).toBe(1173);
  expect(await answerTo({ ...annulled, group: correction + reversal, reversal })).toBe(1172);
  expect(await answerTo({ ...loss, reversal: reversal.replace('1.00', '2.00') })).toBe(1176);
  expect(await answerTo({ ...loss, reversal: reversal.replace('9.00', '8.00') })).toBe(1177);
  const donated: Edits = [
    ...normalRegime,
    ['<CST>000</CST><cClassTrib>000001', '<CST>410</CST><cClassTrib>410026'],
    [
      /<gIBSCBS>.*<\/gIBSCBS>/,
      '<gEstornoCred><vIBSEstCred>0.00</vIBSEstCred><vCBSEstCred>0.00</vCBSEstCred></gEstornoCred>',
    ],
  ];
  expect(await company.answerTo(donated)).toBe(1174);
});

test('an ordinary note transfers no credit', async () => {
  const transferred: Edits = [
    ...normalRegime,
    [/<gIBSCBS>.*<\/gIBSCBS>/, transfer],
    ['<CST>000</CST><cClassTrib>000001', '<CST>800</CST><cClassTrib>800002'],
  ];
  expect(await company.answerTo(transferred)).toBe(1202);
});

test('debit for what was not processed names whole notes, debit for interest their items', async () => {
  expect(await answerTo({ ...unprocessed(), itemReference: [key(), '1'] })).toBe(1039);
  expect(await answerTo({ ...interest(), itemReference: [key()] })).toBe(1048);
  expect(await answerTo({ ...interest(), itemReference: undefined })).toBe(1038);
  expect(await answerTo({ ...interest(), noteReference: key() })).toBe(1010);
  expect(await answerTo({ ...creditOf('02'), itemReference: [key(), '1'] })).toBe(1027);
  expect(
    await answerTo({
      kind: 'credit',
      type: '05',
      taxClass: ['800', '800001'],
      group: transfer,
      itemReference: [key(), '1'],
    }),
  ).toBe(1042);
});

test('two items do not refer to the same item, nor to two documents', async () => {
  const twice = (reference: string): Edits => [
    [/<det nItem="1">(.*)<\/det>/, `<det nItem="1">$1</det><det nItem="2">$1</det>`],
    ...(reference === '<nItem>1</nItem>' ? [] : [[/<nItem>1<\/nItem>(?!.*<nItem>)/, reference] as const]),
    ['<vProd>100.00</vProd><vFrete>', '<vProd>200.00</vProd><vFrete>'],
    ['<vNF>100.00', '<vNF>200.00'],
    ['<vNFTot>100.00', '<vNFTot>200.00'],
    ['<vBCIBSCBS>82.00', '<vBCIBSCBS>164.00'],
    [/<vIBSUF>0.08<\/vIBSUF><\/gIBSUF><gIBSMun><vDif>/, '<vIBSUF>0.16</vIBSUF></gIBSUF><gIBSMun><vDif>'],
    ['<vIBS>0.08</vIBS><vCredPres>', '<vIBS>0.16</vIBS><vCredPres>'],
    ['<vCBS>0.74</vCBS><vCredPres>', '<vCBS>1.48</vCBS><vCredPres>'],
  ];
  expect(await answerTo(interest(), twice('<nItem>2</nItem>'))).toBe(100);
  expect(await answerTo(interest(), twice('<nItem>1</nItem>'))).toBe(1072);
});

test('a credit note refers to one note, of the model and the issuer that it goes back to, which stands', async () => {
  expect(await answerTo({ ...creditOf('04'), noteReference: undefined })).toBe(254);
  const two: Edits[number] = ['</NFref>', `</NFref><NFref><refNFe>${key()}</refNFe></NFref>`];
  expect(await answerTo(creditOf('04'), [two])).toBe(255);
  const altered = (from: number, text: string): string => {
    const digits = key().slice(0, from) + text + key().slice(from + text.length, 43);
    return `${digits}${modulus11(digits)}`;
  };
  const mistyped = `${key().slice(0, 43)}${(Number(key()[43]) + 1) % 10}`;
  expect(await answerTo({ ...creditOf('04'), noteReference: mistyped })).toBe(547);
  expect(await answerTo({ ...creditOf('04'), noteReference: altered(6, '11444777000161') })).toBe(269);
  expect(await answerTo({ ...creditOf('04'), noteReference: altered(0, '41') })).toBe(678);
  expect(await answerTo({ ...creditOf('04'), noteReference: altered(20, '65') })).toBe(1003);
  expect(await answerTo({ ...creditOf('01'), noteReference: altered(25, '000999999') })).toBe(1095);
});
