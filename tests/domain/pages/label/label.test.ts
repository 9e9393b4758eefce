import { expect, test } from 'vitest';
import { labelHtml } from '../../../../domain/pages/label/label.ts';
import { authorizedXml, sampleKey, type SampleNote } from '../danfe/authorized-xml.ts';
import { barsOf } from '../danfe/bars-of.ts';
import { authorizedIn, epec, reason, signedIn } from '../danfe/contingent-notes.ts';
import { textsOf } from '../danfe/texts-of.ts';
import { decodeCode128 } from '../html/decode-code-128.ts';

const withLetters = '12ABC34501DE35';

test('a sticker has the fields that NT 2020.004 asks for', () => {
  const html = labelHtml(authorizedXml());
  expect(textsOf(html)).toEqual(
    expect.arrayContaining([
      'Simplificado',
      '– Etiqueta',
      sampleKey().replace(/(.{4})(?=.)/g, '$1 '),
      '135260000123456 - 21/11/2026 09:31:02',
      '1 - SAÍDA',
      '000.001.234',
      '001',
      '21/11/2026',
      'Comércio de Máquinas São João Ltda',
      '11.222.333/0001-81',
      '110042490114',
      'Indústria Açaí & Cia. Ltda',
      '44.555.666/0001-72',
      '244123456110',
      'SP',
      'R$ 1.336,20',
    ]),
  );
});

test.each([
  ['side by side where it is of digits', {}],
  ['down the right edge where it has letters, and no shorter than such bars may be', { issuerTaxId: withLetters }],
] as [string, SampleNote][])('a scanner reads the key, whose bars stand %s', (_, sample) => {
  const bars = barsOf(labelHtml(authorizedXml(sample)));
  expect(bars.map(({ widths }) => decodeCode128(widths).text)).toEqual([sampleKey(sample.issuerTaxId)]);
  const [{ leftCm, topCm, widthCm, heightCm }] = bars as [(typeof bars)[0]];
  const isDown = heightCm > widthCm;
  expect(isDown).toBe(sample.issuerTaxId === withLetters);
  expect(Math.max(widthCm, heightCm)).toBeGreaterThanOrEqual(isDown ? 11.5 : 6);
  expect(Math.min(widthCm, heightCm)).toBeGreaterThanOrEqual(0.8);
  expect(leftCm + widthCm).toBeLessThan(9.8);
  expect(topCm).toBeLessThan(1);
});

test('where the parcel goes elsewhere, the sticker says where', () => {
  const place =
    '<entrega><CNPJ>11222333000181</CNPJ><xNome>Portaria do Edifício</xNome><xLgr>Rua do Cais</xLgr><nro>9</nro><xBairro>Porto</xBairro>' +
    '<cMun>3548500</cMun><xMun>Santos</xMun><UF>SP</UF><CEP>11010000</CEP></entrega>';
  const texts = textsOf(labelHtml(authorizedXml({ places: place })));
  expect(texts).toEqual(
    expect.arrayContaining(['LOCAL DE ENTREGA', 'Portaria do Edifício', 'Rua do Cais, 9', 'Santos / SP', '11010-000']),
  );
});

test('a note that its EPEC announced has the protocol of that, since when and why', () => {
  const { xml } = signedIn('4');
  const said = textsOf(labelHtml(xml, { epec })).join('\n');
  expect(said).toContain('891260000000077 - 21/11/2026 09:30:40');
  expect(said).toContain('EPEC regularmente recebida');
  expect(said).toContain(reason);
  expect(() => labelHtml(xml)).toThrow(TypeError);
  expect(textsOf(labelHtml(authorizedIn('6'))).join('\n')).toContain(reason);
});

test('homologation and a cancellation are said across it', () => {
  const cancelled = { protocol: '135260000000043', at: '2026-11-21T09:45:00-03:00' };
  const html = labelHtml(authorizedXml({ environment: '2' }), { cancelled });
  expect(html).toMatch(/<strong>CANCELADA<\/strong>Protocolo 135260000000043/);
  expect(html).toContain('<strong>SEM VALOR FISCAL</strong>');
});
