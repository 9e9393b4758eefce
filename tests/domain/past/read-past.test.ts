import { expect, test } from 'vitest';
import { PastRefused } from '../../../domain/past/past-refused.ts';
import { readPast } from '../../../domain/past/read-past.ts';
import { ownershipOf } from '../../../domain/past/file-ownership.ts';
import {
  pastCancellation,
  pastConfirmation,
  pastInutilization,
  pastIssuer,
  pastNote,
  pastRecipient,
  pastService,
  pastServiceCancellation,
} from '../../support/samples/past-files.ts';

const note = pastNote({ number: 42, series: 3 });
const stranger = '99888777000161';

function refusalOf(content: Buffer | string): [string, string] {
  try {
    readPast(Buffer.from(content));
  } catch (error) {
    if (error instanceof PastRefused) return [error.code, error.message];
    throw error;
  }
  throw new TypeError('it was read');
}

const changed = (content: Buffer, from: string | RegExp, to: string): string => {
  const text = content.toString();
  const next = text.replace(from, to);
  if (next === text) throw new TypeError(`nothing to change at ${from}`);
  return next;
};

test('a note tells its environment, the number that was drawn, and who bought what', () => {
  const says = readPast(note.file.content);
  expect(says).toMatchObject({
    ...{ kind: 'note', environment: 'PRODUCTION', type: 'NFE', drawn: { series: 3, number: 42 } },
    recipientName: 'Comércio de Alimentos Água Boa S/A',
    arrival: { accessKey: note.accessKey, totalValue: '100.00', status: 'AUTHORIZED' },
    records: {
      client: { document: pastRecipient, taxpayerType: 'CONTRIBUINTE' },
      products: [{ code: 'P-001', ncm: '19012090' }],
    },
  });
  expect(readPast(pastNote({ number: 1, environment: 'HOMOLOGATION' }).file.content)).toMatchObject({
    environment: 'HOMOLOGATION',
  });
});

test('of an NFS-e the number that was drawn is that of its DPS', () => {
  expect(readPast(pastService().content)).toMatchObject({
    ...{ kind: 'note', type: 'NFSE', drawn: { series: 1, number: 42 }, arrival: { number: '4711' } },
  });
  expect(readPast(pastServiceCancellation().content)).toMatchObject({ kind: 'event', arrival: { code: '101101' } });
});

test('a range tells its numbers', () => {
  expect(readPast(pastInutilization(9, 12).content)).toMatchObject({
    ...{ kind: 'range', taxId: pastIssuer, model: '55', series: 1, first: 9, last: 12, environment: 'PRODUCTION' },
  });
});

test('a range that was asked for twice is read of the second answer, which has the protocol of the first', () => {
  const again = Buffer.from(changed(pastInutilization(9, 12).content, '<cStat>102', '<cStat>563'));
  expect(readPast(again)).toMatchObject({ kind: 'range', first: 9, last: 12, protocol: '135260000000209' });
  expect(refusalOf(changed(again, /<nProt>\d+<\/nProt>/, ''))[0]).toBe('not_registered');
});

test('a byte order mark before a file is no part of it', () => {
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), note.file.content]);
  expect(readPast(marked)).toMatchObject({ kind: 'note' });
});

test.each([
  ['<NFe/>', 'not_registered'],
  ['<enviNFe/>', 'not_registered'],
  ['<evento/>', 'not_registered'],
  ['<envEvento/>', 'not_registered'],
  ['<inutNFe/>', 'not_registered'],
  ['<DPS/>', 'not_registered'],
  ['<pedRegEvento/>', 'not_registered'],
  ['<resNFe/>', 'summary'],
  ['<resEvento/>', 'summary'],
  ['<cteProc/>', 'other_document'],
  ['<mdfeProc/>', 'other_document'],
  ['<CompNfse/>', 'other_document'],
  ['<NFSe/>', 'other_document'],
  ['<CFe/>', 'other_document'],
  ['<toString/>', 'other_document'],
  ['<nfeProc/>', 'unreadable'],
  ['<procEventoNFe/>', 'unreadable'],
  ['<ProcInutNFe/>', 'unreadable'],
  ['', 'not_xml'],
  ['<a>', 'not_xml'],
  ['<!DOCTYPE a><a/>', 'not_xml'],
  ['%PDF-1.4', 'not_xml'],
])('%s is refused as %s, in a sentence', (xml, code) => {
  const [refused, sentence] = refusalOf(xml);
  expect(refused).toBe(code);
  expect(sentence).toMatch(/^[A-ZÉ].*\.$/);
});

test('what an authority did not register is refused, also where it has its form', () => {
  expect(refusalOf(pastCancellation(note.accessKey, '573').content)).toEqual([
    'not_registered',
    'A autoridade respondeu 573 ao evento: ele não foi registrado.',
  ]);
  const range = pastInutilization(9, 12).content;
  expect(refusalOf(changed(range, '<cStat>102', '<cStat>241'))[0]).toBe('not_registered');
  expect(refusalOf(changed(note.file.content, '<cStat>100', '<cStat>539'))[0]).toBe('unreadable');
});

test('what contradicts itself is refused', () => {
  const range = pastInutilization(9, 12).content;
  expect(refusalOf(changed(range, /(retInutNFe.*)<nNFFin>12/s, '$1<nNFFin>99'))[0]).toBe('unreadable');
  expect(refusalOf(changed(note.file.content, /<digVal>[^<]*/, '<digVal>AAAA'))[0]).toBe('wrong_digest');
  const other = pastNote({ number: 43 }).accessKey;
  expect(refusalOf(changed(note.file.content, /<chNFe>\d+/, `<chNFe>${other}`))[0]).toBe('unreadable');
  expect(
    refusalOf(changed(note.file.content, `Id="NFe${note.accessKey}`, `Id="NFe${note.accessKey.slice(0, 43)}X`))[0],
  ).toBe('unreadable');
  const key = /Id="NFS(\d{50})"/.exec(pastService().content.toString())?.[1] ?? '';
  const wrong = `${key.slice(0, 49)}${(Number(key.slice(49)) + 1) % 10}`;
  expect(refusalOf(changed(pastService().content, `NFS${key}`, `NFS${wrong}`))[0]).toBe('wrong_key');
});

test('whose a file is follows from issuer, recipient and author alone', () => {
  const of = (content: Buffer, taxId: string): string => ownershipOf(readPast(content), taxId);
  expect(of(note.file.content, pastIssuer)).toBe('own');
  expect(of(note.file.content, pastRecipient)).toBe('received');
  expect(() => of(note.file.content, stranger)).toThrow('e não da empresa');
  const cancelled = pastCancellation(note.accessKey).content;
  expect([of(cancelled, pastIssuer), of(cancelled, pastRecipient)]).toEqual(['own', 'foreign']);
  const confirmed = pastConfirmation(note.accessKey).content;
  expect([of(confirmed, pastIssuer), of(confirmed, pastRecipient)]).toEqual(['own', 'received']);
  expect(() => of(pastInutilization(9, 12).content, pastRecipient)).toThrow('e não da empresa');
});
