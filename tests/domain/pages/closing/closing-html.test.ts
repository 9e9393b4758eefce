import { expect, test } from 'vitest';
import { closingHtml } from '../../../../domain/pages/closing/closing-html.ts';
import { textsOf } from '../danfe/texts-of.ts';
import { bakery, consultancy, largest, seriesNumbers } from './summaries.ts';

test('the page says whose month it is, as of when, its four figures and how to check the ZIP', () => {
  const page = closingHtml(bakery);
  expect(page).toContain('<html lang="pt-BR">');
  expect(page).toContain('<title>Fechamento de outubro de 2026 - Padaria São José Ltda</title>');
  expect(textsOf(page)).toEqual(
    expect.arrayContaining([
      'FECHAMENTO FISCAL DE OUTUBRO DE 2026',
      'Padaria São José Ltda',
      'CNPJ 11.222.333/0001-81',
      'Contábil Horizonte Ltda',
      '02/11/2026 08:12:31',
      '1.842',
      '84.310,55',
      'R$ 312,40, fora dos totais',
      'lavra closings verify arquivo.zip',
    ]),
  );
  expect(page).toContain(bakery.closingId);
});

test('taxes that are nothing have no row', () => {
  const texts = textsOf(closingHtml(bakery));
  expect(texts.slice(texts.indexOf('Imposto'), texts.indexOf('Numeração'))).toContain('COFINS');
  expect(texts.filter((text) => text === 'ICMS-ST')).toHaveLength(1); // only as a column of the table by CFOP
});

test('gaps are named in red, and their absence in words', () => {
  const broken = closingHtml(bakery);
  expect(textsOf(broken)).toEqual(expect.arrayContaining(['6 números sem uso em 1 série', '1233, 1240 a 1244']));
  expect(broken).toMatch(/class="[^"]*warning">1233, 1240 a 1244</);
  const whole = closingHtml(consultancy);
  expect(textsOf(whole)).toEqual(expect.arrayContaining(['Nenhuma lacuna', 'nenhuma']));
  expect(whole).not.toMatch(/class="[^"]*warning/);
});

test('a number that is open, and one of an inutilization without an answer, are not passed over', () => {
  const numbering = [
    seriesNumbers({
      open: [{ number: 1250, documentId: bakery.closingId, status: 'REJECTED' }],
      inutilizing: [{ startNumber: 1251, endNumber: 1253 }],
      inutilized: [{ startNumber: 1190, endNumber: 1204 }],
    }),
  ];
  const texts = textsOf(closingHtml({ ...bakery, numbering }));
  const row = texts.slice(texts.indexOf('NF-e série 1'));
  // 1201 to 1322: 120 authorized, 2 cancelled, 4 inutilized (one range), 4 open (1 and 3)
  expect(row.slice(1, 8)).toEqual(['1201', '1322', '120', '2', '4', '4', 'nenhuma']);
});

test('what does not fit is counted and added up, so that every column still sums to its total', () => {
  const texts = textsOf(closingHtml(largest));
  const [others = ''] = texts.filter((text) => /^demais \d+$/.test(text));
  const from = texts.indexOf('5101');
  const shown = texts.indexOf(others) - from;
  expect(shown / 5 + Number(others.replace('demais ', ''))).toBe(300);
  const cents = (text = '') => BigInt(text.replace(/[.,]/g, ''));
  const values = texts.slice(from, from + shown).filter((_, at) => at % 5 === 1);
  const rest = cents(texts[texts.indexOf(others) + 1]);
  const total = texts.indexOf('Total', from);
  expect(values.reduce((sum, text) => sum + cents(text), rest)).toBe(cents(texts[total + 1]));
  expect(texts).toEqual(expect.arrayContaining(['mais 33 séries', '4.950 números', 'mais 2.341 no manifesto']));
});

test('a note without PDF is named with its reason', () => {
  const [note] = bakery.withoutPdf;
  expect(textsOf(closingHtml(bakery))).toContain(`${note?.accessKey}: ${note?.reason}`);
});

test('what others wrote is text and never markup', () => {
  const page = closingHtml({ ...bakery, company: { ...bakery.company, name: '<script>alert(1)</script> & "Cia"' } });
  expect(page).not.toContain('<script');
  expect(textsOf(page)).toContain('<script>alert(1)</script> & "Cia"');
});
