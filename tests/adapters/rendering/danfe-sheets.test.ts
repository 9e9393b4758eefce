import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import { danfeHtml } from '../../../domain/pages/danfe/danfe.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { authorizedXml } from '../../domain/pages/danfe/authorized-xml.ts';
import { authorizedIn } from '../../domain/pages/danfe/contingent-notes.ts';
import { shapes } from '../../domain/pages/danfe/shapes.ts';
import { overlapsOf } from './overlaps.ts';
import { picture } from './picture.ts';
import { type PrintedPage, type PrintedText, printed } from './printed.ts';

let renderer: Renderer;

beforeAll(async () => {
  const { path, args } = await chromiumExecutable();
  renderer = createRenderer({ executablePath: path, args });
});

afterAll(() => renderer.close());

const orientations = ['PORTRAIT', 'LANDSCAPE'] as const;
const grey = [0x80, 0x80, 0x80] as const;
const issuedAt = '2026-12-01T10:00:00-03:00';
const place =
  '<CNPJ>11222333000181</CNPJ><xNome>Armazém Geral do Porto Ltda</xNome><xLgr>Rua do Cais</xLgr><nro>9</nro><xBairro>Porto</xBairro><cMun>3548500</cMun><xMun>Santos</xMun><UF>SP</UF><CEP>11010000</CEP>';
const notes = {
  'a note with every block': authorizedXml({
    issuedAt,
    items: 12,
    instalments: 40,
    places: `<retirada>${place}</retirada><entrega>${place}</entrega>`,
    complement: 'Observação do contribuinte, de interesse do fisco. '.repeat(60),
    extra: {
      total:
        '<ISSQNtot><vServ>100.00</vServ><vBC>100.00</vBC><vISS>5.00</vISS><dCompet>2026-12-01</dCompet></ISSQNtot><ISTot><vIS>12.00</vIS></ISTot>',
    },
  }),
  'a note without charge, services and reform': authorizedXml({ regime: '1' }).replace(/<cobr>.*<\/cobr>/, ''),
  'long names and large amounts': authorizedXml({
    issuedAt,
    items: 60,
    issuerTaxId: '12ABC34501DE35',
    issuerName: 'INDÚSTRIA E COMÉRCIO DE EQUIPAMENTOS AGRÍCOLAS DO BRASIL S/A',
    recipientName: 'COOPERATIVA AGROINDUSTRIAL DOS PRODUTORES DE SOJA DO CERRADO',
    unitPrice: '1234567890.1234567890',
    itemInfo: () => 'Lote 4711, fabricação 11/2026, validade 11/2027; produto sujeito a registro',
  })
    .replaceAll('<xLgr>Rua das Acácias', `<xLgr>${'Rua das Acácias Floridas do Jardim '.repeat(3)}`)
    .replaceAll('>123.45<', '>1234567890.12<')
    .replaceAll('>1336.20<', '>9999999999999.99<'),
};

const onPaper = {
  'a note on security paper': authorizedIn('5', { items: 3 }),
  'a note on security paper to letters': authorizedIn('2', { issuerTaxId: '12ABC34501DE35' }),
};

/** Shapes whose items fill the table differently from those above. */
const tables = ['ST, IPI, discount, large amounts', 'batches, medicine, order, marketplace', 'delivery and pickup'];
const variants = orientations.flatMap((orientation) =>
  [...Object.entries({ ...notes, ...onPaper }), ...tables.map((name) => [name, shapes[name]!().xml] as const)].map(
    ([name, xml]) => [orientation, name, xml] as const,
  ),
);

test.each(variants)('in %s no text of %s covers another or leaves the sheet', async (orientation, _, xml) => {
  const logo = picture({ widthPx: 40, heightPx: 40, rgb: grey });
  const pages = await printed(await renderer.pdf(danfeHtml(xml, { orientation, logo })));
  for (const { widthCm, heightCm, texts } of pages) {
    expect(widthCm > heightCm).toBe(orientation === 'LANDSCAPE');
    const level = texts.filter(({ isTurned }) => !isTurned);
    for (const { text, leftCm, topCm, widthCm: wide } of level) {
      const isInside = leftCm > 0.2 && leftCm + wide < widthCm - 0.15 && topCm > 0.4 && topCm < heightCm - 0.2;
      expect({ text, isInside }).toEqual({ text, isInside: true });
    }
    expect(overlapsOf(level)).toEqual([]);
  }
});

test.each(
  orientations.flatMap(
    (orientation) =>
      [
        [orientation, 400, 100],
        [orientation, 100, 400],
      ] as const,
  ),
)(
  'in %s a logo of %i by %i keeps its shape, inside the emitter box and clear of its words',
  async (orientation, wide, high) => {
    const logo = picture({ widthPx: wide, heightPx: high, rgb: grey });
    const pages = await printed(await renderer.pdf(danfeHtml(authorizedXml({ items: 60 }), { orientation, logo })));
    expect(pages.length).toBeGreaterThan(1);
    for (const { images, texts } of pages) {
      expect(images).toHaveLength(1);
      const [image] = images;
      const stretched = (image?.widthCm ?? NaN) / (image?.heightCm ?? NaN) / (wide / high);
      expect(Math.abs(stretched - 1)).toBeLessThan(0.03); // a browser places images on whole pixels
      const { boxLeft, boxHeight } =
        orientation === 'PORTRAIT' ? { boxLeft: 0.25, boxHeight: 3.92 } : { boxLeft: 2.21, boxHeight: 3.1 };
      const name = texts.find(({ text }) => text.startsWith('Comércio de Máquinas'));
      expect(image?.leftCm).toBeGreaterThan(boxLeft);
      expect(image?.heightCm).toBeLessThan(boxHeight);
      const { leftCm = NaN, topCm = NaN, widthCm = NaN, heightCm = NaN } = image ?? {};
      const isBeside = leftCm + widthCm < (name?.leftCm ?? NaN);
      const isAbove = topCm + heightCm < (name?.topCm ?? NaN) - (name?.sizeCm ?? NaN) / 2;
      expect(isBeside || isAbove).toBe(true);
    }
  },
);

test('the stub of a landscape sheet is read from below, along its left edge', async () => {
  const pdf = await renderer.pdf(danfeHtml(authorizedXml({ items: 60 }), { orientation: 'LANDSCAPE' }));
  const [first, second] = await printed(pdf);
  const stubOf = (page: PrintedPage | undefined) => page?.texts.filter(({ leftCm }) => leftCm < 2.1) ?? [];
  expect(stubOf(first).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['NF-e', 'DATA DE RECEBIMENTO', 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR']),
  );
  expect(stubOf(first).every(({ isTurned }) => isTurned)).toBe(true);
  expect(stubOf(second)).toEqual([]);
});

test('the titles beside the blocks of a landscape sheet stand in their strip, clear of its rules', async () => {
  const [strip, capital] = [{ leftCm: 2.21, rightCm: 2.92 }, 0.66]; // capitals of Tinos are two thirds of its size
  const pages = await printed(
    await renderer.pdf(danfeHtml(notes['a note with every block'], { orientation: 'LANDSCAPE' })),
  );
  const titles = pages.flatMap(({ texts }) =>
    texts.filter(({ isTurned, leftCm }) => isTurned && leftCm > strip.leftCm),
  );
  expect(titles.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['TRANSPORTADOR /', 'VOLUMES', 'TRANSPORTADOS']),
  );
  const clear = titles.map(({ text, leftCm, sizeCm }) => ({
    text,
    isClear: leftCm - capital * sizeCm > strip.leftCm + 0.025 && leftCm < strip.rightCm - 0.025,
  }));
  expect(clear.filter(({ isClear }) => !isClear)).toEqual([]);
});

test.each(['landscape, ST and IPI', 'landscape, every block'])(
  'titles beside the blocks of %s can be read',
  async (name) => {
    const { xml } = shapes[name]!();
    const [first] = await printed(await renderer.pdf(danfeHtml(xml, { orientation: 'LANDSCAPE' })));
    const titles = first?.texts.filter(({ isTurned, leftCm }) => isTurned && leftCm > 2.21) ?? [];
    expect(titles.length).toBeGreaterThan(10);
    const small = titles.filter(({ sizeCm }) => (sizeCm / 2.54) * 72 < 5.45);
    expect(small.map(({ text }) => text)).toEqual([]);
    const close = titles.flatMap((one, index) =>
      titles
        .slice(index + 1)
        .filter((other) => areBeside(one, other) && Math.abs(one.leftCm - other.leftCm) < one.sizeCm)
        .map((other) => `${one.text} / ${other.text}`),
    );
    expect(close).toEqual([]);
  },
);

/** Whether two texts that are turned (read from below) stand beside one another. */
function areBeside(one: PrintedText, other: PrintedText): boolean {
  return one.topCm - one.widthCm < other.topCm && other.topCm - other.widthCm < one.topCm;
}
