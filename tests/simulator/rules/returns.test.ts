import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Authorized } from '../support/events.ts';
import type { NoteOptions } from '../support/note.ts';
import type { TestCompany, Edits } from '../support/test-company.ts';
import { applicant } from '../support/test-company.ts';

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
  ['<CFOP>5102', '<CFOP>1202'],
  [/<detPag>.*<\/detPag>/, '<detPag><tPag>90</tPag><vPag>0.00</vPag></detPag>'],
];
const beforeByItem = new Date('2026-11-02T12:00:00-03:00');

const answerTo = (edits: Edits, options: NoteOptions = {}): Promise<number> =>
  company.answerTo([...returned, ...edits], options);

test('a return refers to the item that comes back', async () => {
  expect(await answerTo([byItem(sale.chNFe, 1)])).toBe(100);
});

test('a return that refers to its note as a whole is refused since 2026-11-03', async () => {
  expect(await answerTo([asWhole(sale.chNFe)])).toBe(321);
  expect(await answerTo([asWhole(sale.chNFe)], { issuedAt: beforeByItem })).toBe(150);
});

test('each item of a return says what it is', async () => {
  const secondItem: Edits[number] = [/(<det nItem=")1(".*<\/det>)/, '$11$2$12$2'];
  const doubled: Edits = [
    [/(<vProd>100\.00<\/vProd>)(<vFrete>)/, '<vProd>200.00</vProd>$2'],
    ['<vNF>100.00', '<vNF>200.00'],
  ];
  expect(await answerTo([byItem(sale.chNFe, 1), secondItem, ...doubled])).toBe(1072);
  expect(await answerTo([secondItem, ...doubled, byItem(sale.chNFe, 1)])).toBe(321);
  expect(await answerTo([byItem(sale.chNFe)])).toBe(1102);
  expect(await answerTo([asWhole(sale.chNFe), byItem(sale.chNFe, 1)])).toBe(1010);
  const two: Edits = [secondItem, ...doubled, byItem(sale.chNFe, 1), lastBy(another.chNFe, 1)];
  expect(await answerTo(two)).toBe(100);
});

test('goods that go out again go to whom the note came from', async () => {
  const out: Edits = [['<tpNF>0', '<tpNF>1'], ['<CFOP>1202', '<CFOP>5202'], byItem(sale.chNFe, 1)];
  expect(await answerTo(out)).toBe(1194);
});

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
