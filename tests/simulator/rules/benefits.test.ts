import { expect, test } from 'vitest';
import type { Circumstances } from '../support/check-edits.ts';
import { checkEdits } from '../support/check-edits.ts';
import { comingBack, interstate, normalRegimeWith, referring, toTaxpayer } from '../support/operations.ts';
import type { Edits } from '../support/test-company.ts';

const exempt = '<ICMS40><orig>0</orig><CST>40</CST></ICMS40>';
const taxed =
  '<ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>100.00</vBC><pICMS>18.00</pICMS><vICMS>18.00</vICMS></ICMS00>';
const ofTaxed = { base: '100.00', value: '18.00' };
const since = new Date('2026-04-06T12:00:00-03:00');
const before = new Date('2026-04-05T12:00:00-03:00');

test('930: what the state has benefits for says its benefit, or that it has none', () => {
  expect(checkEdits(normalRegimeWith(exempt))).toBe(930);
  expect(checkEdits([...normalRegimeWith(exempt), code('SP010010')])).toBeUndefined();
  expect(checkEdits([...normalRegimeWith(exempt), code('SEM CBENEF')])).toBeUndefined();
  expect(checkEdits(normalRegimeWith(taxed, ofTaxed))).toBeUndefined();
});

test('930: from the day of the state, in homologation earlier, and in other states by their own days or never', () => {
  const asked = (judged: Circumstances): unknown => checkEdits(normalRegimeWith(exempt), judged);
  expect(asked({ at: since })).toBe(930);
  expect(asked({ at: before })).toBeUndefined();
  expect(asked({ at: new Date('2026-01-12T12:00:00-03:00'), environment: 2 })).toBe(930);
  expect(asked({ at: new Date('2026-01-11T12:00:00-03:00'), environment: 2 })).toBeUndefined();
  expect(asked({ state: 'MA' })).toBeUndefined();
});

test('930: Simples, entries, adjustments and returns are not asked', () => {
  const entry: Edits = [
    ['<tpNF>1', '<tpNF>0'],
    ['<CFOP>5102', '<CFOP>1102'],
  ];
  const adjusting: Edits = [
    ['<finNFe>1', '<finNFe>3'],
    [/<detPag>.*<\/detPag>/, '<detPag><tPag>90</tPag><vPag>0.00</vPag></detPag>'],
  ];
  expect(checkEdits([])).toBeUndefined();
  expect(checkEdits([...normalRegimeWith(exempt), ...entry])).toBeUndefined();
  expect(checkEdits([...normalRegimeWith(exempt), ...adjusting])).toBeUndefined();
  expect(checkEdits([...normalRegimeWith(exempt), ...comingBack('1202'), referring(sold)])).toBeUndefined();
});

test('928, 931 and 946: a code is one of the state, for the situation that it stands with', () => {
  expect(checkEdits([...normalRegimeWith(taxed, ofTaxed), code('SP010010')])).toBe(928);
  expect(checkEdits([...normalRegimeWith('<ICMS40><orig>0</orig><CST>41</CST></ICMS40>'), code('SP010010')])).toBe(931);
  expect(checkEdits([...normalRegimeWith(exempt), code('SP010011')])).toBe(946);
});

test('934: where the state asks for it, an exemption says its value and its reason', () => {
  const fromRio = (icms: string, ...edits: Edits): unknown =>
    checkEdits([...normalRegimeWith(icms), ...edits], { state: 'RJ' });
  expect(fromRio(exempt)).toBe(934);
  expect(fromRio(exemptBy('1.00', '9'), total('1.00'))).toBeUndefined();
  const nothingReduced =
    '<ICMS90><orig>0</orig><CST>90</CST><modBC>3</modBC><vBC>0.00</vBC><pRedBC>0.00</pRedBC><pICMS>0.00</pICMS><vICMS>0.00</vICMS></ICMS90>';
  expect(fromRio(nothingReduced, ...toTaxpayer('RJ'))).toBeUndefined();
});

test('929: a deferral says all of itself', () => {
  const fields =
    '<modBC>3</modBC><pRedBC>0.00</pRedBC><vBC>100.00</vBC><pICMS>18.00</pICMS><vICMSOp>18.00</vICMSOp>' +
    '<pDif>100.0000</pDif><vICMSDif>18.00</vICMSDif><vICMS>0.00</vICMS>';
  const deferred = (said: string): Edits => [
    ...normalRegimeWith(`<ICMS51><orig>0</orig><CST>51</CST>${said}</ICMS51>`, { base: '100.00', value: '0.00' }),
    ...toTaxpayer(),
    code('SEM CBENEF'),
  ];
  expect(checkEdits(deferred(fields))).toBeUndefined();
  expect(checkEdits(deferred(fields.replace('<pRedBC>0.00</pRedBC>', '')))).toBe(929);
  expect(checkEdits(deferred(''))).toBe(929);
});

test('665: a reduction within a deferral says its own code where the state asks for it', () => {
  const reduced = (own: string): Edits => [
    ...normalRegimeWith(
      `<ICMS51><orig>0</orig><CST>51</CST><modBC>3</modBC><pRedBC>10.00</pRedBC>${own}<vBC>90.00</vBC><pICMS>18.00</pICMS>` +
        '<vICMSOp>16.20</vICMSOp><pDif>100.0000</pDif><vICMSDif>16.20</vICMSDif><vICMS>0.00</vICMS></ICMS51>',
      { base: '90.00', value: '0.00' },
    ),
    ...toTaxpayer(),
  ];
  expect(checkEdits(reduced(''), { state: 'SC' })).toBe(665);
  expect(checkEdits(reduced('<cBenefRBC>SC820001</cBenefRBC>'), { state: 'SC' })).toBeUndefined();
});

test('627, 625, 652 and 626: what is not charged for the free zone says so, and lowers the price', () => {
  const toZone: Edits = [
    ...toTaxpayer('AM'),
    ['</indIEDest><IE>041939808</IE>', '</indIEDest><IE>041939808</IE><ISUF>210140267</ISUF>'],
  ];
  const forZone = (value: string, deducted: string): Edits => [
    ...normalRegimeWith(exemptBy(value, '7', deducted)),
    ...(value === '0.00' ? [] : [total(value)]),
    code('SP010010'),
  ];
  const deducted = '<indDeduzDeson>1</indDeduzDeson>';
  const right = [...forZone('7.00', deducted), ...interstate('6109'), ...toZone, ...lowered];
  expect(checkEdits(right)).toBeUndefined();
  expect(checkEdits([...forZone('0.00', deducted), ...interstate('6109'), ...toZone])).toBe(627);
  expect(checkEdits([...right, [/<ISUF>.*<\/ISUF>/, '']])).toBe(625);
  expect(checkEdits([...right, ['<CFOP>6109', '<CFOP>6102']])).toBe(626);
  expect(checkEdits([...forZone('7.00', ''), ...interstate('6109'), ...toZone])).toBe(652);
});

test('235 and 251: a registration at SUFRAMA has its digit, and is of somebody in the area', () => {
  const registered = (isuf: string, ...edits: Edits): unknown =>
    checkEdits([
      ...interstate('6102'),
      ...toTaxpayer('AM'),
      ['</IE></dest>', `</IE><ISUF>${isuf}</ISUF></dest>`],
      ...edits,
    ]);
  expect(registered('210140267')).toBeUndefined();
  expect(registered('210140268')).toBe(235);
  expect(registered('10158000')).toBeUndefined();
  const inAmapa = (municipality: string): unknown =>
    registered(
      '210140267',
      ['<cMun>1302603', `<cMun>${municipality}`],
      ['<UF>AM', '<UF>AP'],
      ['<IE>041939808', '<IE>030123459'],
    );
  expect(inAmapa('1600303')).toBeUndefined();
  expect(inAmapa('1600501')).toBe(251);
});

test('610 and 795: only what an item deducts lowers the total', () => {
  const [kept, deducted] = ['<indDeduzDeson>0</indDeduzDeson>', '<indDeduzDeson>1</indDeduzDeson>'];
  const exempted = (said: string): Edits => [
    ...normalRegimeWith(exemptBy('7.00', '9', said)),
    total('7.00'),
    code('SP010010'),
  ];
  expect(checkEdits([...exempted(deducted), ...lowered])).toBeUndefined();
  expect(checkEdits(exempted(deducted))).toBe(610);
  expect(checkEdits(exempted(kept))).toBeUndefined();
  expect(checkEdits(exempted(''))).toBeUndefined();
  expect(checkEdits([...exempted(kept), ...lowered])).toBe(610);
  expect(checkEdits([...normalRegimeWith(exemptBy('7.00', '9', kept)), total('6.00'), code('SP010010')])).toBe(795);
});

test('E1: in every state a return to another state is left alone', () => {
  const back: Edits = [
    ...normalRegimeWith('<ICMS51><orig>0</orig><CST>51</CST></ICMS51>'),
    ...comingBack('1202'),
    referring(sold),
  ];
  const parana: Circumstances = { state: 'PR', at: new Date('2026-02-01T12:00:00-03:00') }; // a day before codes of program makers are demanded
  expect(checkEdits(back, parana)).toBe(929);
  const fromAfar: Edits = [
    ['<idDest>1', '<idDest>2'],
    ['<CFOP>1202', '<CFOP>2202'],
  ];
  expect(checkEdits([...back, ...fromAfar], parana)).toBeUndefined();
});

const sold = '35261111222333000181550010000000011630362748';

const lowered: Edits = [
  ['<vNF>100.00', '<vNF>93.00'],
  ['<vPag>100.00', '<vPag>93.00'],
];

function code(cBenef: string): Edits[number] {
  return ['<CFOP>', `<cBenef>${cBenef}</cBenef><CFOP>`];
}

function exemptBy(value: string, reason: string, deducted = ''): string {
  const said = `<vICMSDeson>${value}</vICMSDeson><motDesICMS>${reason}</motDesICMS>${deducted}`;
  return `<ICMS40><orig>0</orig><CST>40</CST>${said}</ICMS40>`;
}

function total(exempted: string): Edits[number] {
  return ['<vICMSDeson>0.00</vICMSDeson>', `<vICMSDeson>${exempted}</vICMSDeson>`];
}
