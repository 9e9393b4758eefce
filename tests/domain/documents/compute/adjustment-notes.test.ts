import { expect, test } from 'vitest';
import { Decimal } from 'decimal.js';
import { noteWarnings } from '../../../../domain/documents/compute/warnings.ts';
import { layoutNfe } from '../../../../domain/nfe/layout/inf-nfe.ts';
import { child, children, readXml, textOf, type XmlElement } from '../../../../domain/xml/reader.ts';
import { identity } from '../../../support/samples/notes.ts';
import { valueOf } from '../../taxation/cases/arithmetic.ts';
import { byHand, printed, readLine } from '../../taxation/cases/printed.ts';
import type { Expected } from '../../taxation/cases/tax-case.ts';
import { adjustedLine, adjustmentCases, keyOf } from '../check/adjustment-cases.ts';
import { checkPayload, compute, issuerOf, refusalOf, saleOf } from '../sale.ts';

/** A note of the company's own. */
const key = keyOf();
/** A company's usual defaults, all of which a credit or debit note must leave out. */
const taxDefaults = {
  ...{ ncm: '61091000', cfop: '5102', icmsSituation: '00', icmsRate: '18', ipiSituation: '50', ipiRate: '10' },
  ...{ pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' },
};

test.each(adjustmentCases)(
  '$of: the note says what was worked out by hand',
  ({ item, document, cfop, gives, totals }) => {
    const payload = saleOf([adjustedLine(item(key))], document(key));
    expect(() => checkPayload(payload)).not.toThrow();
    const note = laidOut(payload);
    expect(printed(note)).toEqual({ ...groupsOf(gives), note: expect.anything() });
    expect(totalsOf(note)).toEqual(expect.objectContaining(read(totals)));
    expect(textOf(note, 'det', 'prod', 'CFOP')).toBe(cfop);
  },
);

test.each(adjustmentCases)('$of: what is in no group of a line is in no total', ({ item, document, totals }) => {
  const said = totalsOf(laidOut(saleOf([adjustedLine(item(key))], document(key))));
  const told = new Set([...Object.keys(read(totals)), 'vProd', 'vIBSUF']);
  const silent = Object.entries(said).filter(([name]) => !told.has(name));
  expect(silent.filter(([, value]) => value !== '0.00')).toEqual([]);
  const hasAmounts = 'vIBS' in read(totals);
  expect('vCBS' in said).toBe(hasAmounts);
});

test.each(adjustmentCases)('$of: it is a note of its purpose, type and direction, and nothing is paid by it', (of) => {
  const payload = saleOf([adjustedLine(of.item(key))], of.document(key));
  const note = laidOut(payload);
  const ide = (tag: string) => textOf(note, 'ide', tag);
  const { rtcCreditType, rtcDebitType, referencedAccessKey } = payload;
  expect([ide('finNFe'), ide('tpNF'), ide('indPres')]).toEqual(rtcCreditType ? ['5', '0', '0'] : ['6', '1', '0']);
  expect([ide('tpNFCredito'), ide('tpNFDebito')]).toEqual([rtcCreditType, rtcDebitType]);
  expect(textOf(note, 'ide', 'NFref', 'refNFe')).toBe(referencedAccessKey);
  const { accessKey, number } = payload.items[0]?.referencedItem ?? {};
  expect(textOf(note, 'det', 'DFeReferenciado', 'chaveAcesso')).toBe(accessKey);
  expect(textOf(note, 'det', 'DFeReferenciado', 'nItem')).toBe(number?.toString());
  expect(children(child(note, 'pag')!, 'detPag').map((one) => [textOf(one, 'tPag'), textOf(one, 'vPag')])).toEqual([
    ['90', '0.00'],
  ]);
});

test('the hand-made arithmetic is right', () => {
  for (const line of adjustmentCases.flatMap(({ gives }) => Object.values(gives).flat())) {
    const { expression, result } = readLine(line);
    if (expression === undefined) continue;
    const places = result.split('.')[1]?.length ?? 0;
    expect(`${line} = ${valueOf(expression).toFixed(places, Decimal.ROUND_HALF_UP)}`).toBe(`${line} = ${result}`);
  }
});

test('every type that the law has today has its case', () => {
  const types = adjustmentCases
    .map(({ document }) => document(key))
    .map((asked) => [asked.rtcCreditType, asked.rtcDebitType]);
  const credits = new Set(types.flatMap(([credit]) => credit ?? []));
  const debits = new Set(types.flatMap(([, debit]) => debit ?? []));
  expect([...credits]).toEqual(['01', '03', '04', '05', '06']);
  expect([...debits]).toEqual(['01', '02', '03', '04', '05', '06', '07', '08']);
});

test('the presumed credit of the Zona Franca is written from 2029 on, one line for each type', () => {
  const line = (type: string, value: string) => adjustedLine({ zfmPresumedCredit: { period: '2028-12', type, value } });
  const payload = saleOf([line('1', '55'), line('2', '7.5')], { rtcCreditType: '02' });
  const note = laidOut(payload, new Date('2029-01-01T12:00:00-03:00'));
  const groups = children(note, 'det').map((det) => child(det, 'imposto', 'IBSCBS')!);
  expect(groups.map((group) => [textOf(group, 'CST'), textOf(group, 'cClassTrib')])).toEqual([
    ['810', '810001'],
    ['810', '810001'],
  ]);
  expect(groups.map((group) => child(group, 'gCredPresIBSZFM')?.children.map(({ text }) => text))).toEqual([
    ['2028-12', '1', '55.00'],
    ['2028-12', '2', '7.50'],
  ]);
  expect(textOf(note, 'total', 'IBSCBSTot', 'vBCIBSCBS')).toBe('0.00');
});

test('a month that a transfer has no place for is warned of', () => {
  const line = (period?: string) => adjustedLine({ adjustment: { ...(period ? { period } : {}), ibs: '1', cbs: '0' } });
  const payload = saleOf([line(), line('2026-10')], { rtcDebitType: '01' });
  expect(noteWarnings(compute({ payload }), payload).map(({ path }) => path)).toEqual(['items[1].adjustment.period']);
});

test('a company of the Simples adjusts IBS and CBS by the same classes, and has none on goods that come back', () => {
  const issuer = issuerOf('SIMPLES', { taxDefaults: { icmsSituation: '102' } });
  const loan = compute({ issuer, payload: saleOf([adjustedLine({ unitValue: '250' })], ofType('01', key)) });
  expect(loan.items[0]?.ibsCbs).toMatchObject({ classification: '000001', amounts: { ibsValue: '0.25' } });
  const back = adjustedLine({ unitValue: '250', ncm: '61091000', cfop: '1202' });
  const refused = compute({ issuer, payload: saleOf([back], ofType('03', key)) });
  expect(refused.items[0]).toMatchObject({ ibsCbs: null, icms: { situation: '102' } });
});

test('between states the note has the CFOP of its route', () => {
  const client = {
    ...issuerOf('NORMAL').settings.address,
    state: 'RJ',
    municipalityCode: '3304557',
    city: 'Rio de Janeiro',
  };
  const to = { ...compute({ payload: saleOf([sold()]) }).recipient!, address: client, stateRegistration: '99999993' };
  const cfopOf = (payload: ReturnType<typeof saleOf>) => compute({ client: to, payload }).items[0]?.cfop;
  expect(cfopOf(saleOf([adjustedLine({ unitValue: '1' })], ofType('01', key)))).toBe('2949');
  expect(cfopOf(saleOf([adjustedLine({ unitValue: '1', ncm: '61091000' })], { rtcDebitType: '06' }))).toBe('6922');
});

test('refused goods without a CFOP ask for it where such a note takes it from', () => {
  const untaxed = { icmsSituation: '40', pisSituation: '07', cofinsSituation: '07' };
  const back = adjustedLine({ unitValue: '250', ncm: '61091000', ...untaxed });
  const refusal = refusalOf(() => compute({ payload: saleOf([back], ofType('03', key)) }));
  expect(refusal.paths).toEqual(['items[0].cfop']);
  expect(refusal.message).toContain('informe-o no item ou no modelo fiscal');
});

test('an ordinary note gives credit back where its class asks for it', () => {
  const item = { ...sold(), ibsCbsClassification: '410026', creditReversal: { ibs: '0.1', cbs: '0' } };
  const { items, totals } = compute({ payload: saleOf([item]) });
  expect(items[0]?.ibsCbs).toMatchObject({
    situation: '410',
    amounts: null,
    creditReversal: { ibs: '0.10', cbs: '0.00' },
  });
  expect(totals.ibsCbs).toMatchObject({ ibs: null, creditReversal: { ibs: '0.10', cbs: '0.00' } });
});

test('a return names its items, and the whole notes that were sent beside them are not printed', () => {
  const goods = sold({ cfop: '1202', referencedItem: { accessKey: key, number: 2 } });
  const payload = saleOf([goods], { purpose: 'RETURN', operationType: 'IN', referencedDocuments: [key] });
  expect(() => checkPayload(payload)).not.toThrow();
  const note = laidOut(payload);
  expect(children(child(note, 'ide')!, 'NFref')).toEqual([]);
  expect(child(note, 'det', 'DFeReferenciado')?.children.map(({ name, text }) => [name, text])).toEqual([
    ['chaveAcesso', key],
    ['nItem', '2'],
  ]);
});

function ofType(rtcCreditType: string, referencedAccessKey: string) {
  return { rtcCreditType, referencedAccessKey };
}

/** Goods under no tax but IBS and CBS. */
function sold(fields: object = {}) {
  const untaxed = { icmsSituation: '41', pisSituation: '08', cofinsSituation: '08', ipiSituation: null };
  return adjustedLine({ quantity: '10', unitValue: '100', ncm: '61091000', ...untaxed, ...fields });
}

function laidOut(payload: ReturnType<typeof saleOf>, on = new Date('2026-11-21T15:00:00Z')): XmlElement {
  const issuer = issuerOf('NORMAL', { taxDefaults });
  return readXml(layoutNfe(compute({ issuer, payload, on }), { ...identity, issuedAt: on }).infNFe);
}

/** The groups that a case names, and no others. */
function groupsOf(gives: Expected) {
  const all = byHand(gives);
  return Object.fromEntries(Object.keys(gives).map((name) => [name, all[name]]));
}

/** Every amount below `total` by name; of equal names, the inner one's. */
function totalsOf(note: XmlElement): Record<string, string> {
  const found: Record<string, string> = {};
  const collect = ({ name, text, children: inner }: XmlElement) => {
    if (inner.length === 0) found[name] = text;
    inner.forEach(collect);
  };
  collect(child(note, 'total')!);
  return found;
}

function read(lines: string[]): Record<string, string> {
  return Object.fromEntries(lines.map(readLine).map(({ field, result }) => [field, result]));
}
