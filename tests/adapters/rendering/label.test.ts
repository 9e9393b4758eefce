import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import { labelHtml } from '../../../domain/pages/label/label.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { authorizedXml } from '../../domain/pages/danfe/authorized-xml.ts';
import { authorizedIn } from '../../domain/pages/danfe/contingent-notes.ts';
import { overlapsOf } from './overlaps.ts';
import { printed } from './printed.ts';

let renderer: Renderer;
beforeAll(async () => {
  const { path: executablePath, args } = await chromiumExecutable();
  renderer = createRenderer({ executablePath, args });
});
afterAll(() => renderer.close());

const place =
  '<CNPJ>11222333000181</CNPJ><xNome>Armazém Geral do Porto Ltda</xNome><xLgr>Rua do Cais</xLgr><nro>9</nro><xBairro>Porto</xBairro><cMun>3548500</cMun><xMun>Santos</xMun><UF>SP</UF><CEP>11010000</CEP>';
const long = {
  issuerName: 'INDÚSTRIA E COMÉRCIO DE EQUIPAMENTOS AGRÍCOLAS DO BRASIL S/A',
  recipientName: 'COOPERATIVA AGROINDUSTRIAL DOS PRODUTORES DE SOJA DO CERRADO',
  places: `<entrega>${place}</entrega>`,
};

test.each([
  ['a usual note', authorizedXml()],
  ['long names and another place of delivery', authorizedXml(long)],
  ['a key with letters, in contingency', authorizedIn('6', { ...long, issuerTaxId: '12ABC34501DE35' })],
])(
  'a sticker of %s is 100 by 150 mm, with nothing smaller than 6 points, over its edge or over other text',
  async (_, xml) => {
    const pages = await printed(await renderer.pdf(labelHtml(xml)));
    expect(pages).toHaveLength(1);
    const [{ widthCm, heightCm, texts } = { widthCm: 0, heightCm: 0, texts: [] }] = pages;
    expect([widthCm.toFixed(1), heightCm.toFixed(1)]).toEqual(['10.0', '15.0']);
    for (const { text, leftCm, topCm, widthCm: wide, sizeCm } of texts) {
      const isInside = leftCm > 0.38 && leftCm + wide < 9.62 && topCm > 0.4 && topCm < 14.62;
      expect({ text, isInside, isLegible: sizeCm > 0.21 }).toEqual({ text, isInside: true, isLegible: true });
    }
    expect(overlapsOf(texts)).toEqual([]);
  },
);
