import { expect, test } from 'vitest';
import { child, readXml, textOf, writeElement } from '../../../simulator/xml/element.ts';

test('fields stand in order, without white space, and what is undefined is left out', () => {
  const infProt = { '@Id': undefined, tpAmb: 2, nProt: undefined, chNFe: '' };
  expect(writeElement('protNFe', { '@versao': '4.00', infProt })).toBe(
    '<protNFe versao="4.00"><infProt><tpAmb>2</tpAmb><chNFe></chNFe></infProt></protNFe>',
  );
});

test('a text is read back as it was, also where it looks like markup or like an entity', () => {
  for (const text of ['a < b & "c" > \'d\'', '&lt;', '&amp;amp;', 'entidade &nbsp; indefinida', '&#38;', 'São João']) {
    const read = readXml(writeElement('r', { '@a': text, xMotivo: text }));
    expect(textOf(read, 'xMotivo')).toBe(text);
    expect(read.attributes['a']).toBe(text);
  }
});

test('what is inside stays as it was written, byte for byte', () => {
  const event = `<evento xmlns="urn:e" b='1'  a="&#50;"><x/>\n<y></y></evento>`;
  const written = writeElement('procEventoNFe', { '@xmlns': 'urn:p', '@versao': '1.00' }, event);
  expect(written).toBe(`<procEventoNFe xmlns="urn:p" versao="1.00">${event}</procEventoNFe>`);
});

test('an element below a namespace of its own declares it, those below inherit it', () => {
  const written = writeElement('s:Envelope', { '@xmlns:s': 'urn:s', 's:Body': { r: { '@xmlns': 'urn:r', f: 1 } } });
  expect(written).toBe('<s:Envelope xmlns:s="urn:s"><s:Body><r xmlns="urn:r"><f>1</f></r></s:Body></s:Envelope>');
  expect(child(readXml(written), 'Body', 'r', 'f')?.namespace).toBe('urn:r');
});
