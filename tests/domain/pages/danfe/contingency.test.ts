import { expect, test } from 'vitest';
import { accessKeyMask } from '../../../../domain/masks.ts';
import { secondBarcode } from '../../../../domain/pages/danfe/contingency.ts';
import { danfeHtml } from '../../../../domain/pages/danfe/danfe.ts';
import { child, readXml } from '../../../../domain/xml/reader.ts';
import { decodeCode128 } from '../html/decode-code-128.ts';
import { sampleKey } from './authorized-xml.ts';
import { barsOf } from './bars-of.ts';
import { authorizedIn, epec, reason, signedIn } from './contingent-notes.ts';
import { textsOf } from './texts-of.ts';

const epecLegend = 'DANFE impresso em contingência - EPEC regularmente recebida pela Receita Federal do Brasil';
const paperLegend = 'DANFE em Contingência - impresso em decorrência de problemas técnicos';
const orientations = ['PORTRAIT', 'LANDSCAPE'] as const;
const onEach = orientations.map((orientation) => [orientation] as const);

test.each(onEach)('in %s a note that its EPEC announced has the legend and the protocol of the EPEC', (orientation) => {
  const { accessKey, xml } = signedIn('4');
  const html = danfeHtml(xml, { epec, orientation });
  const texts = textsOf(html);
  expect(texts).toContain(epecLegend);
  expect(texts[texts.indexOf('PROTOCOLO DE AUTORIZAÇÃO DO EPEC') + 1]).toBe('891260000000077 - 21/11/2026 09:30:40');
  expect(texts).not.toContain('PROTOCOLO DE AUTORIZAÇÃO DE USO');
  expect(texts).toContain(accessKeyMask(accessKey));
  expect(barsOf(html).map(({ widths }) => decodeCode128(widths).text)).toEqual([accessKey]);
});

test.each(onEach)('in %s the same note is a usual one once it is authorized', (orientation) => {
  const texts = textsOf(danfeHtml(authorizedIn('4'), { epec, orientation }));
  expect(texts).not.toContain(epecLegend);
  expect(texts[texts.indexOf('PROTOCOLO DE AUTORIZAÇÃO DE USO') + 1]).toMatch(/^135260000123456 - /);
});

test.each(['6', '7'])('a note that an SVC authorized (tpEmis %s) is a usual one', (emissionType) => {
  const texts = textsOf(danfeHtml(authorizedIn(emissionType)));
  expect(texts).toContain('PROTOCOLO DE AUTORIZAÇÃO DE USO');
  expect(texts.join(' ')).not.toMatch(/DANFE (impresso )?em contingência/i);
});

test.each(onEach)(
  'in %s a note on security paper has a second barcode, and its 36 figures in nine groups',
  (orientation) => {
    const xml = authorizedIn('5');
    const infNFe = child(readXml(xml), 'NFe', 'infNFe');
    const facts = (infNFe && secondBarcode(infNFe)) ?? '';
    const html = danfeHtml(xml, { orientation });
    const texts = textsOf(html);
    const bars = barsOf(html);
    expect(bars.map(({ widths }) => decodeCode128(widths).text)).toEqual([
      `${sampleKey().slice(0, 34)}5${sampleKey().slice(35)}`,
      facts,
    ]);
    expect(bars[1]?.widthCm).toBeGreaterThanOrEqual(6);
    expect(bars[1]?.heightCm).toBeGreaterThanOrEqual(0.8);
    const printed = texts[texts.indexOf('DADOS DA NF-E') + 1] ?? '';
    expect(printed.split(' ').map(({ length }) => length)).toEqual(Array.from({ length: 9 }, () => 4));
    expect(printed.replaceAll(' ', '')).toBe(facts);
    expect(texts).toContain(paperLegend);
    expect(texts.join(' ')).not.toContain('Consulta de autenticidade');
    expect(texts).toContain('Protocolo de autorização de uso: 135260000123456 - 21/11/2026 09:31:02');
  },
);

test('a buyer with letters in the CNPJ gives both barcodes the width that letters need', () => {
  const xml = authorizedIn('5').replace('<CNPJ>44555666000172</CNPJ>', '<CNPJ>12ABC34501DE35</CNPJ>');
  const bars = barsOf(danfeHtml(xml));
  expect(bars.map(({ widthCm }) => widthCm >= 11.5)).toEqual([true, true]);
  expect(decodeCode128(bars[1]?.widths ?? []).text).toContain('12ABC34501DE35');
});

test('since when and why a note was issued in contingency is printed, and of a normal one nothing', () => {
  const told = `Entrada em contingência: 21/11/2026 09:20:00 - ${reason}`;
  for (const xml of ['4', '5', '6', '7'].map((emissionType) => authorizedIn(emissionType))) {
    expect(textsOf(danfeHtml(xml))).toContain(told);
  }
  expect(textsOf(danfeHtml(signedIn('4').xml, { epec }))).toContain(told);
});

test('a cancelled note that was issued in contingency is watermarked like any other', () => {
  const cancelled = { protocol: '135260000999999', at: '2026-11-21T18:00:00-03:00' };
  for (const xml of ['4', '5', '6'].map((emissionType) => authorizedIn(emissionType))) {
    expect(textsOf(danfeHtml(xml, { cancelled }))).toContain('CANCELADA');
  }
});

test('no note is drawn before its authorization but one of tpEmis 4, signed, with the protocol of its EPEC', () => {
  const { xml } = signedIn('4');
  expect(() => danfeHtml(xml)).toThrow(TypeError);
  expect(() => danfeHtml(xml, { epec: { ...epec, protocol: '' } })).toThrow(TypeError);
  const unsigned = xml.replace(/<Signature [^]*<\/Signature>/, '');
  const others = ['6', '7', '9'] as const;
  for (const source of [unsigned, xml.replace('<mod>55', '<mod>65'), ...others.map((type) => signedIn(type).xml)]) {
    expect(() => danfeHtml(source, { epec })).toThrow(TypeError);
  }
});
