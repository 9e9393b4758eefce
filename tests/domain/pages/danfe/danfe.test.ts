import { expect, test } from 'vitest';
import { danfeHtml } from '../../../../domain/pages/danfe/danfe.ts';
import { decodeCode128 } from '../html/decode-code-128.ts';
import { authorizedXml, sampleKey } from './authorized-xml.ts';
import { barsOf } from './bars-of.ts';
import { textsOf } from './texts-of.ts';

test('all blocks that the law names are there, in its order', () => {
  const titles = textsOf(
    danfeHtml(authorizedXml({ issuedAt: '2026-12-01T08:00:00-03:00', extra: { total: services } })),
  ).filter((text) => blocks.includes(text));
  expect(titles).toEqual(blocks);
});

const services =
  '<ISSQNtot><vServ>100.00</vServ><vBC>100.00</vBC><vISS>5.00</vISS><dCompet>2026-11-21</dCompet></ISSQNtot>';
const blocks = [
  'DANFE',
  'DESTINATÁRIO / REMETENTE',
  'FATURA / DUPLICATAS',
  'CÁLCULO DO IMPOSTO',
  'TOTAL DO IBS / CBS / IS',
  'TRANSPORTADOR / VOLUMES TRANSPORTADOS',
  'DADOS DOS PRODUTOS / SERVIÇOS',
  'CÁLCULO DO ISSQN',
  'DADOS ADICIONAIS',
];

test('blocks without content in the XML are suppressed', () => {
  const texts = textsOf(danfeHtml(authorizedXml({ regime: '1' })));
  expect(texts).not.toContain('CÁLCULO DO ISSQN');
  expect(texts).not.toContain('TOTAL DO IBS / CBS / IS');
  expect(texts).not.toContain('LOCAL DE ENTREGA');
});

test('the key is printed in groups of four, and the bars hold the same key', () => {
  for (const issuerTaxId of ['11222333000181', '12ABC34501DE35']) {
    const html = danfeHtml(authorizedXml({ issuerTaxId }));
    expect(textsOf(html)).toContain(sampleKey(issuerTaxId).replace(/(.{4})(?=.)/g, '$1 '));
    expect(decodeCode128(barsOf(html)[0]!.widths).text).toBe(sampleKey(issuerTaxId));
  }
});

test('bars are 6 cm wide or more, of a key with letters 11.5 cm, and 0.8 cm high', () => {
  expect(barsOf(danfeHtml(authorizedXml()))[0]?.widthCm).toBeGreaterThanOrEqual(6);
  const [withLetters] = barsOf(danfeHtml(authorizedXml({ issuerTaxId: '12ABC34501DE35' })));
  expect(withLetters?.widthCm).toBeGreaterThanOrEqual(11.5);
  expect(withLetters?.heightCm).toBeGreaterThanOrEqual(0.8);
});

test('the protocol is printed with the moment that the authority wrote, in its own offset', () => {
  expect(textsOf(danfeHtml(authorizedXml()))).toContain('135260000123456 - 21/11/2026 09:31:02');
});

test("dates and times are those of the note's own offset", () => {
  const texts = textsOf(danfeHtml(authorizedXml({ issuedAt: '2026-11-21T23:45:10-05:00' })));
  expect(texts).toEqual(expect.arrayContaining(['21/11/2026', '23:45:10']));
});

test('unit prices keep their real decimals', () => {
  expect(textsOf(danfeHtml(authorizedXml({ unitPrice: '0.0123456789' })))).toContain('0,0123456789');
});

test('what the issuer wrote about an item is printed below its description', () => {
  const html = danfeHtml(authorizedXml({ items: 2, itemInfo: (index) => `Lote ${index + 7}; validade 12/2027` }));
  expect(textsOf(html)).toEqual(expect.arrayContaining(['Lote 7; validade 12/2027', 'Lote 8; validade 12/2027']));
});

test('the taxes of the reform are printed by item, at the effective rate where it is reduced', () => {
  expect(textsOf(danfeHtml(authorizedXml()))).toContain(
    'IBS/CBS: cClassTrib 000001 | BC 91,87 | IBS UF 0,10% 0,09 | IBS Mun. 0,00% 0,00 | CBS 0,90% 0,83',
  );
  const reduced = authorizedXml().replace(
    '</pCBS>',
    '</pCBS><gRed><pRedAliq>60.0000</pRedAliq><pAliqEfet>0.3600</pAliqEfet></gRed>',
  );
  expect(textsOf(danfeHtml(reduced)).join('\n')).toContain('CBS 0,36% 0,83');
});

test('words of a note cannot become markup', () => {
  const hostile = '<script>alert(1)</script> "Tom" & \'Jerry\'';
  const html = danfeHtml(
    authorizedXml({ issuerName: hostile, recipientName: hostile, describe: () => hostile, complement: hostile }),
  );
  expect(html).not.toContain('<script');
  expect(textsOf(html)).toContain('<script>alert(1)</script> "Tom" & \'Jerry\'');
});

test('a logo is a data: URL of an image and nothing else', () => {
  expect(danfeHtml(authorizedXml(), { logo: 'data:image/png;base64,AAAA' })).toContain(
    'src="data:image/png;base64,AAAA"',
  );
  expect(() => danfeHtml(authorizedXml(), { logo: 'https://example.com/logo.png' })).toThrow(TypeError);
});

test('homologation is watermarked as without fiscal value, production is not', () => {
  expect(textsOf(danfeHtml(authorizedXml({ environment: '2' })))).toContain('SEM VALOR FISCAL');
  expect(danfeHtml(authorizedXml({ environment: '1' }))).not.toContain('SEM VALOR FISCAL');
});

test('a cancelled note is watermarked on every sheet, with protocol and moment of the cancellation', () => {
  const cancelled = { protocol: '135260000999999', at: '2026-11-21T18:00:00-03:00' };
  const texts = textsOf(danfeHtml(authorizedXml({ items: 60 }), { cancelled }));
  const sheets = texts.filter((text) => text.startsWith('FOLHA')).length;
  expect(sheets).toBeGreaterThan(1);
  expect(texts.filter((text) => text === 'CANCELADA')).toHaveLength(sheets);
  expect(texts).toContain('Protocolo 135260000999999 - 21/11/2026 18:00:00');
  expect(textsOf(danfeHtml(authorizedXml()))).not.toContain('CANCELADA');
});

test('ten items with the taxes of the reform stand on one sheet', () => {
  expect(foliosOf(authorizedXml({ items: 10 }))).toEqual(['FOLHA 1/1']);
});

test.each([1, 10, 60, 200, 990])(
  'of %i items each is printed once, on sheets numbered from the first to the last',
  (items) => {
    const xml = authorizedXml({
      items,
      describe: (index) => `Item ${index + 1} com ação, çedilha e descrição longa`.repeat(3),
    });
    const texts = textsOf(danfeHtml(xml));
    const codes = texts.filter((text) => /^P-\d{4}$/.test(text));
    expect(codes).toEqual(Array.from({ length: items }, (_, index) => `P-${String(index + 1).padStart(4, '0')}`));
    const folios = foliosOf(xml);
    expect(folios).toEqual(folios.map((_, index) => `FOLHA ${index + 1}/${folios.length}`));
  },
);

test('every sheet repeats emitter, DANFE box, key, nature of the operation and registrations', () => {
  const xml = authorizedXml({ items: 60 });
  const texts = textsOf(danfeHtml(xml));
  const sheets = foliosOf(xml).length;
  for (const words of [
    'Comércio de Máquinas São João Ltda',
    'DANFE',
    '11.222.333/0001-81',
    '110042490114',
    'Venda de mercadoria adquirida de terceiros',
  ])
    expect(texts.filter((text) => text === words)).toHaveLength(sheets);
});

test('additional data of 5,000 characters are printed whole, over as many sheets as they need', () => {
  const complement = Array.from({ length: 700 }, (_, index) => `obs${index}`).join(' ');
  const texts = textsOf(danfeHtml(authorizedXml({ items: 12, complement })));
  const printed = texts.join(' ').match(/obs\d+/g);
  expect(printed).toEqual(complement.split(' '));
});

test('instalments beyond the block, exempted ICMS, FCP and the share of the other state are printed in the additional data', () => {
  const xml = authorizedXml({ instalments: 22 })
    .replace('<vICMSDeson>0.00', '<vICMSDeson>10.00')
    .replace('<vFCP>0.00', '<vICMSUFDest>7.50</vICMSUFDest><vFCP>2.00');
  const words = textsOf(danfeHtml(xml)).join(' ');
  expect(words).toContain('Demais duplicatas: 021 10/01/2027 R$ 668,10; 022 10/01/2027 R$ 668,10');
  expect(words).toContain('Valor do ICMS desonerado: R$ 10,00');
  expect(words).toContain('Valor do FCP: R$ 2,00');
  expect(words).toContain('Valor do ICMS interestadual para a UF de destino: R$ 7,50');
});

test('places of pickup and delivery have their own blocks', () => {
  const place =
    '<CNPJ>44555666000172</CNPJ><xNome>Depósito Sul</xNome><xLgr>Rua B</xLgr><nro>5</nro><xBairro>Centro</xBairro><xMun>Itu</xMun><UF>SP</UF>';
  const texts = textsOf(
    danfeHtml(authorizedXml({ places: `<retirada>${place}</retirada><entrega>${place}</entrega>` })),
  );
  expect(texts).toEqual(expect.arrayContaining(['LOCAL DE RETIRADA', 'LOCAL DE ENTREGA']));
  expect(texts.filter((text) => text === 'Depósito Sul')).toHaveLength(2);
});

test('a first sheet with every block, twenty instalments and long additional data still has its table of items', () => {
  const place =
    '<CNPJ>44555666000172</CNPJ><xLgr>Rua B</xLgr><nro>5</nro><xBairro>Centro</xBairro><xMun>Itu</xMun><UF>SP</UF>';
  const xml = authorizedXml({
    items: 3,
    instalments: 40,
    places: `<retirada>${place}</retirada><entrega>${place}</entrega>`,
    complement: 'observação '.repeat(400),
    extra: { total: services },
  });
  const html = danfeHtml(xml);
  const [first = ''] = html.split('</section>');
  const topOf = (title: string) => Number(new RegExp(`top:([\\d.]+)cm">${title}<`).exec(first)?.[1]);
  expect(topOf('CÁLCULO DO ISSQN') - topOf('DADOS DOS PRODUTOS / SERVIÇOS')).toBeGreaterThan(1);
  expect(
    textsOf(html)
      .join(' ')
      .match(/observação/g),
  ).toHaveLength(400);
});

test('only what was authorized is drawn', () => {
  expect(() => danfeHtml('<NFe><infNFe/></NFe>')).toThrow(TypeError);
  expect(() => danfeHtml('<!DOCTYPE a><a/>')).toThrow(expect.objectContaining({ code: 'doctype' }));
});

function foliosOf(xml: string): string[] {
  return textsOf(danfeHtml(xml)).filter((text) => text.startsWith('FOLHA'));
}

test('an issuer without a state registration leaves its box blank', () => {
  const xml = authorizedXml();
  const [registered = ''] = /<IE>(\d+)<\/IE>/.exec(xml)?.slice(1) ?? [];
  const without = danfeHtml(xml.replace(`<IE>${registered}</IE>`, ''));
  expect(textsOf(danfeHtml(xml))).toContain(registered);
  expect(textsOf(without)).not.toContain(registered);
  expect(textsOf(without)).toContain('INSCRIÇÃO ESTADUAL');
});
