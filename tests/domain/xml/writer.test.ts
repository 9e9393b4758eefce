import { expect, test } from 'vitest';
import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { cleanText } from '../../../domain/xml/clean-text.ts';
import { readXml } from '../../../domain/xml/reader.ts';
import { element, escapeText, field, group, linesField } from '../../../domain/xml/writer.ts';

const name = fc.constantFrom('a', 'b', 'infNFe', 'xNome', 'Zeta');
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('<b>&amp;</b>', ']]>', '\'"&<>', '&#13;', '<!DOCTYPE a>', 'Pão\r\nde queijo'),
);
const attributes = fc.dictionary(fc.constantFrom('Id', 'versao', 'nItem', 'a', 'Z'), xmlText());
const leaf = fc.tuple(name, text, fc.constantFrom(field, linesField)).map(([of, content, write]) => write(of, content));
const tree = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.tuple(name, fc.array(tie('node'), { maxLength: 4 })).map(([of, content]) => group(of, ...content)),
    fc
      .tuple(name, attributes, fc.array(tie('node'), { maxLength: 4 }))
      .map(([of, with_, content]) => element(of, with_, ...content)),
  ),
})).node;

test('what is written is read back as it was meant', () => {
  fc.assert(
    fc.property(text, (content) => {
      const written = field('xNome', content);
      expect(written === '' ? '' : readXml(written).text).toBe(cleanText(content));
    }),
    { numRuns: 500 },
  );
});

test('lines are read back as lines, each as it was meant, whoever normalizes line ends on the way', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (lines) => {
      const written = linesField('xDescServ', lines.join('\r\n'));
      const expected = lines.flatMap((line) => line.split(/[\r\n\u0085\u2028\u2029]/)).map(cleanText);
      const read = (xml: string) => (xml === '' ? '' : readXml(xml).text);
      expect(read(written)).toBe(expected.filter((line) => line !== '').join('\n'));
      expect(read(written.replaceAll('\n', '\r\n'))).toBe(read(written));
    }),
    { numRuns: 300 },
  );
});

test('attributes are read back to the last tab, and in canonical order', () => {
  fc.assert(
    fc.property(attributes, (given) => {
      const { attributes: found } = readXml(element('a', given));
      expect({ ...found }).toEqual({ ...given });
      expect(Object.keys(found)).toEqual(Object.keys(given).sort());
    }),
  );
});

test('what is written is its own canonical form', () => {
  fc.assert(
    fc.property(tree, (content) => {
      const written = element('NFe', { versao: '4.00', xmlns: 'http://www.portalfiscal.inf.br/nfe', Id: 'x' }, content);
      const document = XmlDocument.fromString(written);
      expect(written).toBe(document.canonicalizeToString());
      document.dispose();
    }),
    { numRuns: 300 },
  );
});

test('text put in as it is keeps its line ends through canonical form', () => {
  const written = element('a', {}, escapeText('one\r\ntwo'));
  const document = XmlDocument.fromString(written);
  expect([document.canonicalizeToString(), readXml(written).text]).toEqual([written, 'one\r\ntwo']);
  document.dispose();
});

test('what is absent leaves no trace, and what must be there is there empty', () => {
  expect(group('a', field('b', null), field('c', undefined), field('d', ' \u0000 '))).toBe('');
  expect(element('idEstrangeiro', {})).toBe('<idEstrangeiro></idEstrangeiro>');
});

function xmlText() {
  const isXml = (value: string) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(value);
  return fc.string({ unit: 'binary', maxLength: 12 }).filter(isXml);
}
