import { expect, test } from 'vitest';
import { createValidators } from '../../../adapters/schemas/validator.ts';
import { UnreadableEntry } from '../../../domain/arrivals/fields.ts';
import { gzipIn, readEntry } from '../../../domain/arrivals/read-entry.ts';
import { buildNfseCancellation } from '../../../domain/nfse/events.ts';
import { dpsOf, eventAround, infNfseOf, nfseAround, nfseKey } from '../../support/samples/nfse.ts';
import { procEvento, procNfe, receivedKey, resEvento, resNfe } from '../../support/samples/received-samples.ts';
import { schemaPack } from '../../support/servers/schema-pack.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const signer = makeSigner();
const { dps } = dpsOf(signer);
const nfse = nfseAround(infNfseOf(dps));
const request = {
  accessKey: nfseKey,
  environment: 'HOMOLOGATION',
  authorTaxId: '11222333000181',
  reasonCode: '9',
  justification: 'Pedido do tomador do serviço',
  occurredAt: new Date('2026-11-21T15:00:00Z'),
  version: '0.1.0',
} as const;
const nfseEvent = eventAround(buildNfseCancellation(request, signer).xml.replace(/^<\?[^>]*>/, ''));
type Fields = [string, string][];
const letter: { code: string; fields: Fields } = {
  code: '110110',
  fields: [
    ['descEvento', 'Carta de Correcao'],
    ['xCorrecao', 'Onde se lê A, leia-se B'],
  ],
};
const refusal: { code: string; fields: Fields } = {
  code: '210240',
  fields: [
    ['descEvento', 'Operacao nao Realizada'],
    ['xJust', 'Mercadoria devolvida na entrega'],
  ],
};

test('the samples of this file are of the official layout', () => {
  const validator = createValidators([schemaPack()])('nfe', new Date('2026-11-22T12:00:00Z'));
  expect(validator.validate('resNFe_v1.01.xsd', resNfe())).toEqual([]);
  expect(validator.validate('resEvento_v1.01.xsd', resEvento())).toEqual([]);
  expect(validator.validate('procNFe_v4.00.xsd', procNfe())).toEqual([]);
});

test('a summary tells what the list shows, number and series by its key', () => {
  expect(readEntry('NFE', 'resNFe_v1.01.xsd', resNfe())).toMatchObject({
    kind: 'note',
    schemaType: 'RES_NFE',
    accessKey: receivedKey,
    issuer: { taxId: '11222333000181', name: 'Padaria & Filhos' },
    parties: { recipient: null, carrier: null, authorized: [] },
    number: '42',
    series: '1',
    totalValue: '100.00',
    emissionDate: new Date('2026-11-21T12:30:00Z'),
    operation: 'OUT',
    status: 'AUTHORIZED',
    protocol: '135260000123456',
    authorizedAt: new Date('2026-11-21T12:31:02Z'),
    installments: [],
  });
  for (const [cSitNFe, status] of [
    ['2', 'DENIED'],
    ['3', 'CANCELLED'],
  ] as const) {
    const xml = resNfe(['<cSitNFe>1', `<cSitNFe>${cSitNFe}`]);
    expect(readEntry('NFE', 'resNFe_v1.00.xsd', xml)).toMatchObject({ status });
  }
});

test('a complete note tells its parties, its protocol and what is to be paid', () => {
  const billing =
    '<cobr><dup><nDup>001</nDup><dVenc>2026-12-20</dVenc><vDup>60.5</vDup></dup><dup><vDup>39.50</vDup></dup></cobr><pag>';
  const xml = procNfe(
    ['<pag>', billing],
    ['</modFrete>', '</modFrete><transporta><CPF>52998224725</CPF></transporta>'],
  );
  expect(readEntry('NFE', 'procNFe_v4.00.xsd', xml)).toMatchObject({
    schemaType: 'PROC_NFE',
    accessKey: receivedKey,
    parties: { recipient: '11444777000161', carrier: '52998224725', authorized: ['52998224725'] },
    number: '42',
    series: '1',
    totalValue: '100.00',
    purpose: '1',
    operation: 'OUT',
    status: 'AUTHORIZED',
    authorizedAt: new Date('2026-11-21T12:31:02Z'),
    installments: [
      { number: '001', dueDate: '2026-12-20', amount: '60.50' },
      { number: '002', dueDate: '2026-11-21', amount: '39.50' },
    ],
  });
});

test.each([
  ['150', 'AUTHORIZED'],
  ['302', 'DENIED'],
  ['101', 'CANCELLED'],
])('a protocol of %s says that the note is %s', (cStat, status) => {
  expect(readEntry('NFE', 'procNFe_v4.00.xsd', procNfe(['<cStat>100', `<cStat>${cStat}`]))).toMatchObject({ status });
});

test('events tell code, author, times and their own words, known to us or not', () => {
  const base = { kind: 'event', accessKey: receivedKey, sequence: 1, registeredAt: new Date('2026-11-21T13:00:05Z') };
  expect(readEntry('NFE', 'resEvento_v1.01.xsd', resEvento())).toMatchObject({
    ...base,
    schemaType: 'RES_EVENTO',
    code: '110111',
    author: '11222333000181',
    description: 'Cancelamento',
    cStat: null,
  });
  expect(readEntry('NFE', 'procEventoNFe_v1.00.xsd', procEvento(refusal))).toMatchObject({
    ...base,
    schemaType: 'PROC_EVENTO',
    code: '210240',
    author: '11444777000161',
    justification: 'Mercadoria devolvida na entrega',
    cStat: '135',
    protocol: '891260000123457',
  });
  expect(readEntry('NFE', 'procCCeNFe_v1.00.xsd', procEvento(letter))).toMatchObject({
    correction: 'Onde se lê A, leia-se B',
  });
  const unknown = procEvento({
    code: '112110',
    fields: [
      ['descEvento', 'Evento da reforma'],
      ['outro', 'x'],
    ],
  });
  expect(readEntry('NFE', 'procEventoNFe_v1.00.xsd', unknown)).toMatchObject({
    ...base,
    code: '112110',
    description: 'Evento da reforma',
    justification: null,
  });
});

test('an NFS-e tells its taker, what is charged and what is to be paid', () => {
  expect(readEntry('NFSE', 'NFSE', nfse)).toMatchObject({
    model: 'NFSE',
    schemaType: 'NFSE',
    accessKey: nfseKey,
    issuer: { taxId: '11222333000181', name: 'Padaria São José Ltda' },
    parties: { recipient: '11444777000161', intermediary: '52998224725' },
    number: '4711',
    payableValue: '774.06',
    status: 'AUTHORIZED',
    protocol: '123456',
    authorizedAt: new Date('2026-11-21T12:30:07Z'),
    operation: null,
  });
});

test('an event of an NFS-e tells the same, and the note that replaces another', () => {
  const expected = { schemaType: 'EVENTO_NFSE', accessKey: nfseKey, sequence: 1, author: '11222333000181' };
  expect(readEntry('NFSE', 'EVENTO', nfseEvent)).toMatchObject({
    ...expected,
    code: '101101',
    justification: 'Pedido do tomador do serviço',
    occurredAt: new Date('2026-11-21T15:00:00Z'),
    registeredAt: new Date('2026-11-21T15:00:09Z'),
    replacedBy: null,
  });
  const other = `9${nfseKey.slice(1)}`;
  const substitution = nfseEvent
    .replace(`${nfseKey}101101`, `${nfseKey}105102`)
    .replaceAll('e101101>', 'e105102>')
    .replace('</e105102>', `<chSubstituta>${other}</chSubstituta></e105102>`);
  expect(readEntry('NFSE', 'EVENTO', substitution)).toMatchObject({ ...expected, code: '105102', replacedBy: other });
});

test('bytes are read as text is, where they are UTF-8', () => {
  const xml = procEvento(letter);
  const schema = 'procEventoNFe_v1.00.xsd';
  expect(readEntry('NFE', schema, Buffer.from(xml))).toEqual(readEntry('NFE', schema, xml));
  for (const bytes of [Buffer.from(xml, 'latin1'), Buffer.from(xml, 'utf16le')]) {
    expect(() => readEntry('NFE', schema, bytes)).toThrow(UnreadableEntry);
  }
});

const otherKey = receivedKey.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
const otherNote = '35261112ABC34501DE35550010000000011123456780';
test.each<[string, 'NFE' | 'NFSE', string, () => string]>([
  ['an unknown schema', 'NFE', 'resNovo_v1.00.xsd', resNfe],
  ['no schema', 'NFE', '', resNfe],
  ['a schema that is not its root’s', 'NFE', 'procNFe_v4.00.xsd', resNfe],
  ['a root that is not its schema’s', 'NFE', 'resNFe_v1.01.xsd', resEvento],
  ['a schema of the other source', 'NFSE', 'resNFe_v1.01.xsd', resNfe],
  ['a document of the ADN that is none', 'NFSE', 'DPS', () => nfse],
  ['no XML', 'NFE', 'resNFe_v1.01.xsd', () => 'GIF89a'],
  ['half an XML', 'NFE', 'resNFe_v1.01.xsd', () => resNfe().slice(0, 200)],
  ['a DTD', 'NFE', 'resNFe_v1.01.xsd', () => `<!DOCTYPE a [<!ENTITY b "c">]>${resNfe()}`],
  ['an entity', 'NFE', 'resNFe_v1.01.xsd', () => resNfe(['Padaria &amp;', '&lol;'])],
  ['too many levels', 'NFE', 'resNFe_v1.01.xsd', () => '<resNFe>'.repeat(100) + '</resNFe>'.repeat(100)],
  ['more than 8 MiB', 'NFE', 'resNFe_v1.01.xsd', () => resNfe(['Padaria', 'P'.repeat(9 * 1024 * 1024)])],
  ['a key with a wrong digit', 'NFE', 'resNFe_v1.01.xsd', () => resNfe([receivedKey, otherKey])],
  ['no value', 'NFE', 'resNFe_v1.01.xsd', () => resNfe(['<vNF>100.00</vNF>', ''])],
  ['a value that is none', 'NFE', 'resNFe_v1.01.xsd', () => resNfe(['<vNF>100.00', '<vNF>-1'])],
  ['a date that is none', 'NFE', 'resNFe_v1.01.xsd', () => resNfe(['<dhEmi>2026-11-21', '<dhEmi>2026-13-41'])],
  ['an unknown situation', 'NFE', 'resNFe_v1.01.xsd', () => resNfe(['<cSitNFe>1', '<cSitNFe>7'])],
  [
    'a protocol of another note',
    'NFE',
    'procNFe_v4.00.xsd',
    () => procNfe([`<chNFe>${receivedKey}`, `<chNFe>${otherNote}`]),
  ],
  ['an Id that is no key', 'NFE', 'procNFe_v4.00.xsd', () => procNfe([`Id="NFe${receivedKey}`, 'Id="NFe1'])],
  ['no protocol', 'NFE', 'procNFe_v4.00.xsd', () => procNfe([/<protNFe.*<\/protNFe>/, ''])],
  ['a protocol that refuses', 'NFE', 'procNFe_v4.00.xsd', () => procNfe(['<cStat>100', '<cStat>204'])],
  [
    'a registration of another note',
    'NFE',
    'procEventoNFe_v1.00.xsd',
    () => procEvento(refusal, [/(<retEvento.*<chNFe>)\d+/, `$1${otherNote}`]),
  ],
  [
    'an Id of another event',
    'NFE',
    'procEventoNFe_v1.00.xsd',
    () => procEvento(refusal, ['Id="ID210240', 'Id="ID210200']),
  ],
  ['an NFS-e without a key', 'NFSE', 'NFSE', () => nfse.replace(`NFS${nfseKey}`, 'NFS1')],
  ['an event of another NFS-e', 'NFSE', 'EVENTO', () => nfseEvent.replace(`<chNFSe>3`, '<chNFSe>9')],
])('an entry with %s is unreadable, and says why in Portuguese', (_, source, schema, xml) => {
  expect(() => readEntry(source, schema, xml())).toThrow(UnreadableEntry);
  expect(() => readEntry(source, schema, xml())).toThrow(/^(A|O|Falta|"|cSitNFe|vNF|dhEmi)/);
});

test('the bytes of an entry are cut out of its base64, and nothing else is', () => {
  expect(gzipIn(' H4sI\nAAAA ')).toEqual(Buffer.from('H4sIAAAA', 'base64'));
  for (const broken of ['', '  ', 'H4s', 'H4s!', '<a/>', 'H4=I', 'A'.repeat(8 * 1024 * 1024 + 4)]) {
    expect(() => gzipIn(broken)).toThrow(UnreadableEntry);
  }
});
