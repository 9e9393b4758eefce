import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf } from '../../domain/documents/check/adjustment-cases.ts';
import type { Authorized } from '../support/events.ts';
import { authorize } from '../support/events.ts';
import { normalRegime } from '../support/normal-regime.ts';
import type { NoteOptions } from '../support/note.ts';
import { checkEdits, wordsOnEdits } from '../support/check-edits.ts';
import { livingIn, normalRegimeWith } from '../support/operations.ts';
import type { TestCompany, Edits } from '../support/test-company.ts';
import { applicant, today } from '../support/test-company.ts';

let company: TestCompany;
let sale: Authorized;
let another: Authorized;

beforeAll(async () => {
  company = await applicant();
  sale = await company.authorized(900_001);
  another = await company.authorized(900_002);
});
afterAll(() => company.started.stop());

/** A return of goods by a buyer who issues no notes. */
const returned: Edits = [
  ['<finNFe>1', '<finNFe>4'],
  ['<tpNF>1', '<tpNF>0'],
  ['<CFOP>5102', '<CFOP>1553'],
  [/<detPag>.*<\/detPag>/, '<detPag><tPag>90</tPag><vPag>0.00</vPag></detPag>'],
];
/** A day before returns in homologation must name items; a note of that age is authorized late (150). */
const beforeByItem = new Date('2026-10-25T12:00:00-03:00');

const answerTo = (edits: Edits, options: NoteOptions = {}): Promise<number> =>
  company.answerTo([...returned, ...edits], options);

test('a return refers to the item that comes back', async () => {
  expect(await answerTo([byItem(sale.chNFe, 1)])).toBe(100);
});

test('a return that refers to its note as a whole is refused since 2026-12-14, in homologation since 2026-10-26', async () => {
  const whole = [...returned, asWhole(sale.chNFe)];
  expect(checkEdits(whole, { at: new Date('2026-12-14T00:00:00-03:00') })).toBe(321);
  expect(checkEdits(whole, { at: new Date('2026-12-13T23:59:59-03:00') })).toBeUndefined();
  expect(checkEdits(whole, { environment: 2, at: new Date('2026-10-26T00:00:00-03:00') })).toBe(321);
  expect(checkEdits(whole, { environment: 2, at: new Date('2026-10-25T23:59:59-03:00') })).toBeUndefined();
});

test('goods that consumers bring back need not name their document by the codes that are for them, until returns name items', async () => {
  expect(await answerTo([])).toBe(321);
  expect(await answerTo([['<CFOP>1553', '<CFOP>1202']])).toBe(321);
  expect(await answerTo([['<CFOP>1553', '<CFOP>1202']], { issuedAt: beforeByItem })).toBe(150);
  expect(await answerTo([], { issuedAt: beforeByItem })).toBe(321);
});

test('each item of a return says what it is', async () => {
  const secondItem: Edits[number] = [/(<det nItem=")1(".*<\/det>)/, '$11$2$12$2'];
  const doubled: Edits = [
    [/(<vProd>100\.00<\/vProd>)(<vFrete>)/, '<vProd>200.00</vProd>$2'],
    ['<vNF>100.00', '<vNF>200.00'],
  ];
  expect(await answerTo([byItem(sale.chNFe, 1), secondItem, ...doubled])).toBe(1072);
  expect(await answerTo([secondItem, ...doubled, byItem(sale.chNFe, 1)])).toBe(321);
  expect(await answerTo([byItem(sale.chNFe)])).toBe(1048);
  expect(await answerTo([asWhole(sale.chNFe), byItem(sale.chNFe, 1)])).toBe(1010);
  const two: Edits = [secondItem, ...doubled, byItem(sale.chNFe, 1), lastBy(another.chNFe, 1)];
  expect(await answerTo(two)).toBe(100);
});

test('goods that go out again go to whom the note came from', async () => {
  const out: Edits = [['<tpNF>0', '<tpNF>1'], ['<CFOP>1553', '<CFOP>5553'], byItem(sale.chNFe, 1)];
  expect(await answerTo(out)).toBe(1194);
});

test('545: a return has no more value than what it returns, but for one real', async () => {
  const freight = (value: string, total: string): Edits => [
    ['<indTot>', `<vOutro>${value}</vOutro><indTot>`],
    ['<vOutro>0.00</vOutro><vNF>100.00', `<vOutro>${value}</vOutro><vNF>${total}`],
  ];
  expect(await answerTo([byItem(sale.chNFe, 1), ...freight('1.00', '101.00')])).toBe(100);
  expect(await answerTo([byItem(sale.chNFe, 1), ...freight('1.01', '101.01')])).toBe(545);
  expect(await answerTo([byItem(unknown(sale.chNFe), 1), ...freight('1.01', '101.01')])).toBe(100);
});

test('546 and 566: nor more ICMS, or fund', async () => {
  const back = (key: string, fund: Edits): Promise<number> => answerTo([...taxedGoods, ...fund, byItem(key, 1)]);
  expect(await back(sale.chNFe, [])).toBe(546);
  expect(await back(await soldWith(900_010, normalRegime), [])).toBe(100);
  expect(await back(await soldWith(900_011, normalRegime), fund)).toBe(566);
  expect(await back(await soldWith(900_012, [...normalRegime, ...fund]), fund)).toBe(100);
});

test('567 and 581: nor more of what the destination was given', async () => {
  const toRio = (number: number, share: Edits): Promise<string> =>
    soldWith(number, [['<CFOP>5102', '<CFOP>6102'], ...afar, ...share]);
  const back = (key: string): Promise<number> =>
    answerTo([['<CFOP>1553', '<CFOP>2553'], ...afar, ...shared('20.00', '8.00', '2.00'), byItem(key, 1)]);
  expect(await back(await toRio(900_020, shared('20.00', '8.00', '2.00')))).toBe(100);
  expect(await back(await toRio(900_021, shared('18.00', '6.00', '2.00')))).toBe(567);
  expect(await back(await toRio(900_022, shared('20.00', '8.00', '0.00')))).toBe(581);
});

test('354, 863 and 610: IPI that goes back is part of a return, of its total, and of no other note', async () => {
  const ipi: Edits[number] = [
    '</imposto></det>',
    '</imposto><impostoDevol><pDevol>100.00</pDevol><IPI><vIPIDevol>0.50</vIPIDevol></IPI></impostoDevol></det>',
  ];
  const totals: Edits = [
    ['<vIPIDevol>0.00', '<vIPIDevol>0.50'],
    ['<vNF>100.00', '<vNF>100.50'],
  ];
  const back = (edits: Edits): Promise<number> =>
    answerTo([ipi, ['</impostoDevol>', `</impostoDevol>${reference(sale.chNFe, 1)}`], ...edits]);
  expect(await company.answerTo([ipi, ...totals])).toBe(354);
  expect(await back([])).toBe(863);
  expect(await back(totals.slice(0, 1))).toBe(610);
  expect(await back(totals)).toBe(100);
});

test('547 counts the reference whose check digit is wrong', () => {
  const right = keyOf({ number: 7 });
  const wrong = `${right.slice(0, 43)}${(Number(right[43]) + 1) % 10}`;
  expect(
    wordsOnEdits([
      ['</verProc>', `</verProc><NFref><refNFe>${right}</refNFe></NFref><NFref><refNFe>${wrong}</refNFe></NFref>`],
    ]),
  ).toBe('Rejeicao: Chave de Acesso referenciada com Digito Verificador invalido[nOcor:2]');
});

const taxedGoods = normalRegimeWith(
  '<ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>100.00</vBC><pICMS>18.00</pICMS><vICMS>18.00</vICMS></ICMS00>',
  { base: '100.00', value: '18.00' },
);
const fund: Edits = [
  ['</vICMS></ICMS00>', '</vICMS><pFCP>2.00</pFCP><vFCP>2.00</vFCP></ICMS00>'],
  ['<vFCP>0.00</vFCP>', '<vFCP>2.00</vFCP>'],
];
const afar: Edits = [['<idDest>1', '<idDest>2'], ...livingIn('RJ')];

/** ICMSUFDest of a company's sale to Rio: the rate there, its share and its fund. */
function shared(rate: string, share: string, fundThere: string): Edits {
  const ofFund = fundThere === '0.00' ? '' : `<vBCFCPUFDest>100.00</vBCFCPUFDest><pFCPUFDest>${fundThere}</pFCPUFDest>`;
  return [
    [
      '</COFINS></imposto>',
      `</COFINS><ICMSUFDest><vBCUFDest>100.00</vBCUFDest>${ofFund}` +
        `<pICMSUFDest>${rate}</pICMSUFDest><pICMSInter>12.00</pICMSInter><pICMSInterPart>100.00</pICMSInterPart>` +
        `${ofFund && `<vFCPUFDest>${fundThere}</vFCPUFDest>`}<vICMSUFDest>${share}</vICMSUFDest>` +
        '<vICMSUFRemet>0.00</vICMSUFRemet></ICMSUFDest></imposto>',
    ],
    [
      '</vICMSDeson><vFCP>',
      `</vICMSDeson><vFCPUFDest>${fundThere}</vFCPUFDest><vICMSUFDest>${share}</vICMSUFDest>` +
        '<vICMSUFRemet>0.00</vICMSUFRemet><vFCP>',
    ],
  ];
}

/** Authorizes a note with edits. @returns its access key */
async function soldWith(number: number, edits: Edits): Promise<string> {
  const { chNFe, nProt } = await authorize(company.started, company.certificate, number, { issuedAt: today, edits });
  expect(nProt).not.toBe('');
  return chNFe;
}

/** The key of a note that the authority does not have. */
function unknown(key: string): string {
  return key.replace('0009', '0008');
}

function byItem(key: string, nItem?: number): Edits[number] {
  return ['</det>', `${reference(key, nItem)}</det>`];
}

/** The same for the last item, which has no reference yet. */
function lastBy(key: string, nItem: number): Edits[number] {
  return [/<\/imposto><\/det>/, `</imposto>${reference(key, nItem)}</det>`];
}

function reference(key: string, nItem?: number): string {
  return `<DFeReferenciado><chaveAcesso>${key}</chaveAcesso>${nItem ? `<nItem>${nItem}</nItem>` : ''}</DFeReferenciado>`;
}

function asWhole(key: string): Edits[number] {
  return ['</verProc>', `</verProc><NFref><refNFe>${key}</refNFe></NFref>`];
}
