import { expect, test } from 'vitest';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { danfeHtml } from '../../../../domain/pages/danfe/danfe.ts';
import { textWidth } from '../../../../domain/pages/html/text.ts';
import { item, personIn, saleOf } from '../../documents/sale.ts';
import { authorizedXml } from './authorized-xml.ts';
import { issuedNote } from './issued-note.ts';
import { type Shape, shapes } from './shapes.ts';
import { textsOf } from './texts-of.ts';

const orientations = ['PORTRAIT', 'LANDSCAPE'] as const;
const withSt = item({
  ...{ icmsSituation: '10', icmsRate: '18', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest: '2806300' },
  ...{ ipiSituation: '50', ipiRate: '5', discount: '1.23' },
});
const withoutSt = item({ icmsSituation: '00', icmsRate: '18' });

test.each(orientations)('in %s every row has base and value of ST where one item is charged it', (orientation) => {
  const html = danfeHtml(issuedNote({ payload: saleOf([withoutSt, withSt, withoutSt]) }), { orientation });
  expect(columnOf(html, 'B. CÁLC.\nICMS ST')).toEqual(['0,00', '1.468,19', '0,00']);
  expect(columnOf(html, 'VALOR\nICMS ST')).toEqual(['0,00', '84,49', '0,00']);
});

test.each(orientations)('in %s no amount of an item is left out, however large all of them are', (orientation) => {
  const large = { ...withSt, quantity: '9999.9999', unitValue: '98765432.0987654321', discount: '1234567.89' };
  const xml = issuedNote({ payload: saleOf([large]) });
  const texts = textsOf(danfeHtml(xml, { orientation }));
  for (const tag of ['qCom', 'vUnCom', 'vDesc', 'vProd', 'vBC', 'vBCST', 'vICMS', 'vICMSST', 'vIPI', 'pICMS', 'pIPI']) {
    const [, value = ''] = new RegExp(`<${tag}>([^<]+)<`).exec(xml) ?? [];
    expect(texts.map((text) => text.replaceAll('.', '').replace(/0+$/, ''))).toContain(
      value.replace('.', ',').replace(/0+$/, ''),
    );
  }
});

test('columns stand by themselves while the description has room, and share their place when it has not', () => {
  const titles = (fields: Partial<ItemInput>) =>
    textsOf(danfeHtml(issuedNote({ payload: saleOf([{ ...withSt, ...fields }]) }))).join(' ');
  expect(titles({})).toContain('B. CÁLC. ICMS B. CÁLC. ICMS ST');
  expect(titles({ quantity: '9999', unitValue: '98765432.0987654321' })).toContain('BC ICMS BC ICMS ST');
});

test.each(Object.entries(shapes))('of %s no line crosses a rule between columns', (_of, shape) => {
  for (const orientation of orientations) expect(crossingsOf(drawn(shape(), orientation))).toEqual([]);
});

test('an item says in words what has no column', () => {
  const texts = textsOf(drawn(shapes['batches, medicine, order, marketplace']?.()));
  expect(texts).toContain(
    'Pedido OC-2026-0815 item 10 | Lote AX2210: 6, fab. 10/01/2026, val. 10/01/2028 | ' +
      'Lote AX2211: 4, fab. 10/02/2026, val. 10/02/2028 | ANVISA 1234567890123 | PMC R$ 123,45',
  );
  expect(texts).toContain('Pedido de compra: OC-2026-0815; Contrato: CT-77');
  expect(texts).toContain('Intermediador da transação: CNPJ: 11.444.777/0001-61; Cadastro do vendedor: minha-loja');
});

test.each([
  ['benefits', 'cBenef SP010010 | ICMS desonerado 180,00 (motivo 9)'],
  ['benefits', 'FCP: alíquota 2,00%, R$ 20,00.'],
  ['return with IPI', 'IPI devolvido 100,00% 12,50'],
  ['return with IPI', 'Valor do IPI devolvido: R$ 37,50'],
  ['export', 'Drawback 20260001234'],
  ['export', 'Local de embarque: Porto de Santos - SP'],
  [
    'import',
    'DI/DUIMP 26BR00000000001 de 01/11/2026, desembaraço em Santos - SP em 05/11/2026 | II: BC 1.000,00, valor 140,00',
  ],
  ['fuel', 'ANP 320102001 GASOLINA C COMUM | consumo em SP | biocombustível 30,00%'],
])('a note of %s says: %s', (shape, words) => {
  expect(textsOf(drawn(shapes[shape]?.())).join(' ')).toContain(words);
});

test('ST that was retained before is printed with the item that is resold', () => {
  const retained =
    '<ICMS60><orig>0</orig><CST>60</CST><vBCSTRet>150.00</vBCSTRet><pST>18.00</pST><vICMSSubstituto>10.00</vICMSSubstituto><vICMSSTRet>17.00</vICMSSTRet></ICMS60>';
  const xml = authorizedXml().replace(/<ICMS00>.*?<\/ICMS00>/, retained);
  expect(textsOf(danfeHtml(xml))).toContain('ICMS-ST retido anteriormente: BC 150,00, valor 17,00');
});

test('the fund of an item is printed once, by its note or by the page', () => {
  const foreign = authorizedXml().replace('</vICMS></ICMS00>', '</vICMS><pFCP>2.00</pFCP><vFCP>20.00</vFCP></ICMS00>');
  expect(textsOf(danfeHtml(foreign)).join(' ')).toContain('FCP 2,00% 20,00');
  const own = issuedNote({ payload: saleOf([item({ icmsSituation: '00', fcpRate: '2' })]) });
  const words = textsOf(danfeHtml(own)).join(' ');
  expect(words).toContain('FCP: alíquota 2,00%, R$ 20,00.');
  expect(words).not.toContain('FCP 2,00%');
  expect(words).not.toContain('Valor do FCP:');
});

test('what stands in groups of few items is printed: parted ICMS, what is due elsewhere, PIS and COFINS of who sells on', () => {
  const parted =
    '<ICMSPart><orig>0</orig><CST>10</CST><vBCST>1.00</vBCST><pBCOp>55.2800</pBCOp><UFST>MG</UFST></ICMSPart>';
  const passed = '<ICMSST><vBCSTDest>1500.00</vBCSTDest><vICMSSTDest>90.00</vICMSSTDest></ICMSST>';
  const collected =
    '</PIS><PISST><vBC>1100.00</vBC><pPIS>0.6500</pPIS><vPIS>7.15</vPIS><indSomaPISST>0</indSomaPISST></PISST>';
  const told = (group: string) =>
    textsOf(
      danfeHtml(
        authorizedXml()
          .replace(/<ICMS00>.*?<\/ICMS00>/, group)
          .replace('</PIS>', collected),
      ),
    ).join(' ');
  expect(told(parted)).toContain('ICMS partilhado: BC da operação própria 55,28%, ICMS-ST de MG');
  expect(told(passed)).toContain('ICMS-ST da UF de destino: BC 1.500,00, valor 90,00');
  expect(told(passed)).toContain('PIS-ST BC 1.100,00 0,65% 7,15 (fora do total da nota)');
});

test('a product without benefit says nothing of one', () => {
  expect(textsOf(drawn(shapes['one item']?.())).join(' ')).not.toContain('cBenef');
});

test('what the issuer wrote about the item is not printed twice', () => {
  const additionalInfo = 'Lote AX2210, validade 01/2028';
  const lots = [{ number: 'AX2210', quantity: '10', manufacturedOn: '2026-01-10', expiresOn: '2028-01-10' }];
  const xml = issuedNote({ payload: saleOf([item({ icmsSituation: '00', additionalInfo, lots })]) });
  expect(textsOf(danfeHtml(xml)).filter((text) => text.includes('AX2210'))).toEqual([additionalInfo]);
});

test('DIFAL and its fund are printed once', () => {
  const payload = saleOf([item({ icmsSituation: '00', fcpRate: '2', quantity: '100' })]);
  const words = textsOf(danfeHtml(issuedNote({ client: personIn('BA'), payload }))).join(' ');
  expect(words).toContain('DIFAL da UF de destino R$ 1350,00; FCP R$ 200,00');
  expect(words).not.toContain('Valor do ICMS interestadual para a UF de destino');
  expect(words).not.toContain('Valor do FCP da UF de destino');
});

test('approximate taxes are printed once, with the law that wants them', () => {
  const payload = saleOf([item({ icmsSituation: '00', approximateTaxes: '1234.56' })]);
  const words = textsOf(danfeHtml(issuedNote({ payload }))).join(' ');
  expect(words.match(/12\.741/g)).toHaveLength(1);
  expect(words).toContain('Valor aproximado dos tributos (Lei 12.741/2012): R$ 1234,56');
});

function drawn(shape: Shape | undefined, orientation?: (typeof orientations)[number]): string {
  if (!shape) throw new TypeError('No such shape');
  return danfeHtml(shape.xml, { ...shape.options, ...(orientation ? { orientation } : {}) });
}

type Place = { leftCm: number; topCm: number; lines: string[] };

/** The text boxes of a class on each sheet. */
function boxesOf(section: string, kind: string): Place[] {
  const found = section.matchAll(
    new RegExp(`<div class="${kind}[^"]*" style="left:([\\d.]+)cm;top:([\\d.]+)cm[^"]*">([^<]*)<`, 'g'),
  );
  return [...found].map(([, left, top, text = '']) => ({
    leftCm: Number(left),
    topCm: Number(top),
    lines: text.split('\n'),
  }));
}

/** The lines in the column of the first sheet with that title. */
function columnOf(html: string, title: string): string[] {
  const [, section = ''] = html.split('<section>');
  const head = boxesOf(section, 'column-title').find(({ lines }) => lines.join('\n') === title);
  const column = boxesOf(section, 'lines').find(
    ({ leftCm, topCm }) => leftCm === head?.leftCm && topCm > (head?.topCm ?? Infinity),
  );
  return column?.lines.filter(Boolean) ?? [];
}

const lineCm = 0.26;

/** Lines of the item table that a vertical rule crosses. */
function crossingsOf(html: string): string[] {
  return html.split('<section>').flatMap((section) => {
    const columns = boxesOf(section, 'column-title');
    const top = Math.max(...columns.map(({ topCm }) => topCm));
    const rules = [...section.matchAll(/M([\d.]+) ([\d.]+)v([\d.]+)/g)].map(([, x, y, length]) => ({
      x: Number(x),
      from: Number(y),
      to: Number(y) + Number(length),
    }));
    const inTable = boxesOf(section, 'lines').filter(
      ({ leftCm, topCm }) => topCm > top && topCm < top + 1 && columns.some((column) => column.leftCm <= leftCm),
    );
    return inTable.flatMap(({ leftCm, topCm, lines }) =>
      lines.filter((line, index) => {
        const middle = topCm + (index + 0.5) * lineCm;
        const right = leftCm + textWidth(line, 6.5);
        return (
          leftAligned(leftCm, columns) &&
          rules.some(({ x, from, to }) => x > leftCm && x < right && from < middle && to > middle)
        );
      }),
    );
  });
}

/** Whether text at this place is left-aligned, as the description and the lines below it are. */
function leftAligned(leftCm: number, columns: readonly Place[]): boolean {
  return columns.findIndex((column) => column.leftCm === leftCm) < 2;
}
