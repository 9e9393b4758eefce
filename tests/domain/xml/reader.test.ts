import { expect, test } from 'vitest';
import { child, children, readXml, textOf } from '../../../domain/xml/reader.ts';

test('elements and attributes are found by local name, whatever the prefix', () => {
  const root = readXml('<a:root xmlns:a="urn:a" a:id="1" versao="4.00"><a:item>x</a:item><item>y</item></a:root>');
  expect(root).toMatchObject({ name: 'root', attributes: { id: '1', versao: '4.00' } });
  expect(Object.keys(root.attributes)).toEqual(['id', 'versao']);
  expect(children(root, 'item').map((item) => item.text)).toEqual(['x', 'y']);
});

test('a path ends in the first match, and in undefined where one step is missing', () => {
  const root = readXml('<a><b><c>first</c><c>second</c></b></a>');
  expect(textOf(root, 'b', 'c')).toBe('first');
  expect(textOf(root, 'x', 'c')).toBeUndefined();
  expect(child(root)).toBe(root);
});

test('the five entities, character references and CDATA become text', () => {
  expect(readXml('<a>&lt;&gt;&amp;&quot;&apos;&#233;&#xE3;<![CDATA[<b>&amp;]]></a>').text).toBe('<>&"\'éã<b>&amp;');
});

test('start and end cut out the bytes of an element as they came', () => {
  const source = '\ufeff<?xml version="1.0"?>\r\n<a>\r\n <b x=\'>\' >é &amp; 😀</b ><c/><d></d>\r\n</a>\r\n';
  const root = readXml(source);
  expect(root.children.map(({ start, end }) => source.slice(start, end))).toEqual([
    "<b x='>' >é &amp; 😀</b >",
    '<c/>',
    '<d></d>',
  ]);
  expect(source.slice(root.start, root.end)).toBe(source.trim().slice(source.trim().indexOf('<a>')));
});

test.each(['utf-8', 'UTF-8', 'ISO-8859-1', 'windows-1252'])('bytes declared %s are read as such', (encoding) => {
  const source = `<?xml version="1.0" encoding="${encoding}"?><a>São João</a>`;
  const bytes = Buffer.from(source, encoding.toLowerCase() === 'utf-8' ? 'utf8' : 'latin1');
  expect(readXml(bytes).text).toBe('São João');
});

test('UTF-16 is read by its byte order mark or, without one, by its first bytes', () => {
  const little = Buffer.from('\ufeff<a>São João</a>', 'utf16le');
  expect(readXml(little).text).toBe('São João');
  expect(readXml(little.subarray(2)).text).toBe('São João');
  expect(readXml(Buffer.from(little).swap16()).text).toBe('São João');
});

const laughs = '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>';

test.each([
  ['internal entities', laughs],
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>'],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd">%x;]><a/>'],
  ['nothing but a name', '<!DOCTYPE a><a/>'],
])('a DOCTYPE with %s is refused', (_, source) => {
  expect(() => readXml(source)).toThrow(expect.objectContaining({ name: 'XmlRefused', code: 'doctype' }));
});

test('a DOCTYPE is refused in UTF-16 too', () => {
  const bytes = Buffer.from(`\ufeff${laughs}`, 'utf16le');
  expect(() => readXml(bytes)).toThrow(expect.objectContaining({ code: 'doctype' }));
  expect(() => readXml(Buffer.from(bytes).swap16())).toThrow(expect.objectContaining({ code: 'doctype' }));
});

test.each([
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['an unclosed element', '<a><b></a>'],
  ['two roots', '<a/><a/>'],
  ['no root', '<?xml version="1.0"?>'],
  ['nothing', ''],
  ['an unbound prefix', '<x:a/>'],
  ['a duplicate attribute', '<a x="1" x="2"/>'],
  ['a truncated end', '<a><b>1</b>'],
  ['a control character', '<a>\u0001</a>'],
  ['plain words', 'Service Unavailable'],
])('%s is refused as malformed', (_, source) => {
  expect(() => readXml(source)).toThrow(expect.objectContaining({ name: 'XmlRefused', code: 'malformed' }));
});

test.each([
  ['UTF-8 that is not', Buffer.from([0x3c, 0x61, 0x3e, 0xe3, 0x3c, 0x2f, 0x61, 0x3e])],
  ['an encoding that is not accepted', Buffer.from('<?xml version="1.0" encoding="UTF-7"?><a/>')],
])('%s is refused', (_, bytes) => {
  expect(() => readXml(bytes)).toThrow(expect.objectContaining({ code: 'encoding' }));
});

test('depth is limited before anything deep is built', () => {
  const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
  expect(readXml(nested(64)).name).toBe('a');
  expect(() => readXml(nested(65))).toThrow(expect.objectContaining({ code: 'too_deep' }));
  expect(() => readXml('<a>'.repeat(200_000))).toThrow(expect.objectContaining({ code: 'too_deep' }));
  expect(() => readXml(nested(3), { maxDepth: 2 })).toThrow(expect.objectContaining({ code: 'too_deep' }));
});

test('size is limited in bytes, of text and of bytes alike', () => {
  const source = `<a>${'é'.repeat(10)}</a>`;
  expect(readXml(source, { maxBytes: 27 }).text).toHaveLength(10);
  expect(() => readXml(source, { maxBytes: 26 })).toThrow(expect.objectContaining({ code: 'too_large' }));
  expect(() => readXml(Buffer.from(source), { maxBytes: 26 })).toThrow(expect.objectContaining({ code: 'too_large' }));
});

test('an attribute named like an object property is only an attribute', () => {
  const { attributes } = readXml('<a __proto__="x" constructor="y"/>');
  expect(Object.entries(attributes)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
});
