import { expect, test } from 'vitest';
import { isAccessKey, parseAccessKey } from '../../../domain/access-key.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import { child, children, readXml, textOf, type XmlElement } from '../../../domain/xml/reader.ts';
import { computedIcms, computedItem, computedNote, identity, issuer, recipient } from '../../support/samples/notes.ts';

function laidOut(overrides: Partial<ComputedNote> = {}, issued: Partial<typeof identity> = {}): XmlElement {
  return readXml(layoutNfe(computedNote(overrides), { ...identity, ...issued }).infNFe);
}

test('the access key says what the note says', () => {
  const { accessKey, infNFe } = layoutNfe(computedNote(), identity);
  const note = readXml(infNFe);
  expect(isAccessKey(accessKey)).toBe(true);
  expect(note.attributes['Id']).toBe(`NFe${accessKey}`);
  expect(parseAccessKey(accessKey)).toEqual({
    stateCode: textOf(note, 'ide', 'cUF'),
    yearMonth: '2611',
    taxId: textOf(note, 'emit', 'CNPJ'),
    model: textOf(note, 'ide', 'mod'),
    series: Number(textOf(note, 'ide', 'serie')),
    number: Number(textOf(note, 'ide', 'nNF')),
    emissionType: textOf(note, 'ide', 'tpEmis'),
    cNF: textOf(note, 'ide', 'cNF'),
  });
  expect(textOf(note, 'ide', 'cDV')).toBe(accessKey.slice(-1));
});

test('the month of the key is the month of issue where the issuer is, not in Greenwich', () => {
  const { accessKey, infNFe } = layoutNfe(computedNote(), { ...identity, issuedAt: new Date('2026-12-01T02:00:00Z') });
  expect(accessKey.slice(2, 6)).toBe('2611');
  expect(textOf(readXml(infNFe), 'ide', 'dhEmi')).toBe('2026-11-30T23:00:00-03:00');
});

test('the invoice has the number of the note', () => {
  const installments = [{ number: '001', dueDate: '2026-12-21', value: '10.00' }];
  const invoice = { original: '10.00', discount: '0.00', net: '10.00', installments };
  expect(textOf(laidOut({ invoice }, { number: 4711 }), 'cobr', 'fat', 'nFat')).toBe('4711');
});

test('in homologation the recipient of an NF-e is the authority’s sentence, in production the recipient', () => {
  const sentence = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';
  expect(textOf(laidOut(), 'dest', 'xNome')).toBe(sentence);
  const production = laidOut({}, { environment: 'PRODUCTION' });
  expect(textOf(production, 'dest', 'xNome')).toBe(recipient.name);
  expect(textOf(production, 'ide', 'tpAmb')).toBe('1');
});

test('in homologation the first item of an NFC-e, and only that, is the authority’s sentence', () => {
  const items = [computedItem(), computedItem({ number: 2 })];
  const descriptions = children(laidOut({ model: '65', items }), 'det').map((det) => textOf(det, 'prod', 'xProd'));
  expect(descriptions).toEqual([
    'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL',
    'Pão de queijo congelado 1 kg',
  ]);
});

test.each([
  ['CNPJ', { documentType: 'CNPJ' as const, document: '12ABC34501DE35' }, 'CNPJ', '12ABC34501DE35'],
  ['CPF', { documentType: 'CPF' as const, document: '52998224725' }, 'CPF', '52998224725'],
  ['nothing', { documentType: null, document: '', type: null }, 'idEstrangeiro', ''],
  ['a passport', { documentType: 'FOREIGN' as const, document: 'AB123456' }, 'idEstrangeiro', 'AB123456'],
])('a recipient identified by %s is written so', (_, overrides, tag, value) => {
  const dest = child(laidOut({ recipient: { ...recipient, ...overrides } }), 'dest');
  expect(dest?.children[0]).toMatchObject({ name: tag, text: value });
});

test.each([
  ['CONTRIBUINTE', '1', '116881331118'],
  ['ISENTO', '2', undefined],
  ['NAO_CONTRIBUINTE', '9', '116881331118'],
] as const)('a recipient who is %s has indIEDest %s', (taxpayerType, indicator, registration) => {
  const dest = laidOut({ recipient: { ...recipient, taxpayerType } });
  expect([textOf(dest, 'dest', 'indIEDest'), textOf(dest, 'dest', 'IE')]).toEqual([indicator, registration]);
});

test('an anonymous consumer leaves no dest on an NFC-e', () => {
  expect(
    child(laidOut({ model: '65', recipient: { ...recipient, document: '', documentType: null } }), 'dest'),
  ).toBeUndefined();
});

test('a foreign recipient lives in the municipality and state that the layout reserves for abroad', () => {
  const abroad = { ...recipient, documentType: 'FOREIGN' as const, document: 'X1234567', country: 'AR' };
  const dest = child(laidOut({ recipient: abroad, destination: '3' }), 'dest');
  const address = dest && child(dest, 'enderDest');
  expect(['cMun', 'xMun', 'UF', 'CEP', 'cPais', 'xPais'].map((name) => address && textOf(address, name))).toEqual([
    '9999999',
    'EXTERIOR',
    'EX',
    undefined,
    '639',
    'Argentina',
  ]);
  expect(dest && textOf(dest, 'indIEDest')).toBe('9');
});

test('the plate of the vehicle is in the XML', () => {
  const transport = {
    freightType: 'SENDER' as const,
    carrier: null,
    vehicle: { plate: 'ABC1D23', state: 'SP', rntc: null },
    volume: null,
  };
  expect(textOf(laidOut({ transport }), 'transp', 'veicTransp', 'placa')).toBe('ABC1D23');
});

test('only remote sales say that nobody stood between', () => {
  const indicators = ['0', '1', '2', '3', '4', '5', '9'].map((presence) =>
    textOf(laidOut({ presence }), 'ide', 'indIntermed'),
  );
  expect(indicators).toEqual([undefined, undefined, '0', '0', '0', undefined, '0']);
});

test('where any line has IBS and CBS, every line says what it adds to vNFTot', () => {
  const plain = computedItem({ number: 2, ibsCbs: null, freight: '7.00', discount: '2.00' });
  const note = laidOut({ items: [computedItem(), plain] });
  expect(children(note, 'det').map((line) => textOf(line, 'vItem'))).toEqual(['100.00', '105.00']);
});

test('a line without IBS and CBS has neither group nor vItem, and the note no vNFTot', () => {
  const { totals } = computedNote();
  const note = laidOut({ items: [computedItem({ ibsCbs: null })], totals: { ...totals, ibsCbs: null } });
  expect(child(note, 'det', 'imposto', 'IBSCBS')).toBeUndefined();
  expect(child(note, 'det', 'vItem')).toBeUndefined();
  expect(child(note, 'total', 'vNFTot')).toBeUndefined();
});

test('the registration as substitute stands where ICMS-ST is charged for its state, after the own one', () => {
  const settings = { ...issuer.settings, substituteStateRegistrations: { RJ: '12345674' } };
  const inRio = { ...recipient, address: { ...recipient.address, state: 'RJ', municipalityCode: '3304557' } };
  const substituted = computedItem({ icms: computedIcms({ situation: '10', stBase: '40.00', stValue: '7.20' }) });
  const sale = {
    issuer: { ...issuer, settings },
    recipient: inRio,
    destination: '2',
    items: [substituted],
  } satisfies Partial<ComputedNote>;
  const iest = (note: Partial<ComputedNote>) => textOf(laidOut(note), 'emit', 'IEST');
  expect(iest(sale)).toBe('12345674');
  const names = child(laidOut(sale), 'emit')?.children.map(({ name }) => name);
  expect(names?.slice(-5)).toEqual(['IE', 'IEST', 'IM', 'CNAE', 'CRT']);
  expect(iest({ ...sale, items: [computedItem()] })).toBeUndefined();
  expect(iest({ ...sale, recipient, destination: '1' })).toBeUndefined();
  expect(iest({ ...sale, recipient: { ...inRio, address: { ...inRio.address, state: 'MG' } } })).toBeUndefined();
  expect(iest({ ...sale, operationType: 'IN' })).toBeUndefined();
});

test('a referenced CT-e is referenced as one', () => {
  const nfe = '52060433009911002506550120000007800267301615';
  const cte = `${nfe.slice(0, 20)}57${nfe.slice(22)}`;
  const references = children(laidOut({ referencedDocuments: [nfe, cte] }).children[0] ?? laidOut(), 'NFref');
  expect(references.map((reference) => reference.children[0]?.name)).toEqual(['refNFe', 'refCTe']);
});

test('the offset of dhEmi is that of the issuer’s state', () => {
  const settings = {
    ...issuer.settings,
    address: { ...issuer.settings.address, state: 'AC', municipalityCode: '1200401' },
  };
  const note = laidOut({ issuer: { ...issuer, settings } });
  expect(textOf(note, 'ide', 'dhEmi')).toBe('2026-11-21T07:30:00-05:00');
  expect(textOf(note, 'ide', 'cUF')).toBe('12');
});

test('the same note and identity give the same text', () => {
  expect(layoutNfe(computedNote(), identity)).toEqual(layoutNfe(computedNote(), identity));
});

test('a situation without a group is a mistake of ours, not a note with a hole', () => {
  const icms = computedIcms();
  expect(() => laidOut({ items: [computedItem({ icms: { ...icms, situation: '99' } })] })).toThrow(TypeError);
});
