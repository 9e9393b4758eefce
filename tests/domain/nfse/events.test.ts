import { expect, test } from 'vitest';
import { NfseUnreadable } from '../../../domain/nfse/document.ts';
import { buildNfseCancellation, readNfseEvent } from '../../../domain/nfse/events.ts';
import { child, readXml, textOf } from '../../../domain/xml/reader.ts';
import { eventAround, nfseKey } from '../../support/samples/nfse.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const signer = makeSigner();
const cancellation = {
  accessKey: nfseKey,
  environment: 'HOMOLOGATION' as const,
  authorTaxId: '11222333000181',
  reasonCode: '2',
  justification: 'O serviço não foi prestado ao tomador',
  occurredAt: new Date('2026-11-21T15:00:00Z'),
  version: '0.1.0',
};

test('a cancellation names the note, its author, the reason, and the authority’s own words', () => {
  const { id, xml } = buildNfseCancellation(cancellation, signer);
  const infPedReg = child(readXml(xml), 'infPedReg');
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?><pedRegEvento xmlns="')).toBe(true);
  expect(id).toBe(`PRE${nfseKey}101101`);
  expect(infPedReg?.attributes).toEqual({ Id: id });
  expect(infPedReg?.children.map(({ name, text }) => [name, text])).toEqual([
    ['tpAmb', '2'],
    ['verAplic', 'Lavra 0.1.0'],
    ['dhEvento', '2026-11-21T12:00:00-03:00'],
    ['CNPJAutor', '11222333000181'],
    ['chNFSe', nfseKey],
    ['e101101', ''],
  ]);
  expect(infPedReg && child(infPedReg, 'e101101')?.children.map(({ text }) => text)).toEqual([
    'Cancelamento de NFS-e',
    '2',
    'O serviço não foi prestado ao tomador',
  ]);
});

test('a person cancels by CPF', () => {
  const { xml } = buildNfseCancellation({ ...cancellation, authorTaxId: '52998224725' }, signer);
  expect(xml).toContain('<CPFAutor>52998224725</CPFAutor>');
  expect(xml).not.toContain('CNPJAutor');
});

test('the time of an event has the offset of the state that issued the note', () => {
  const accessKey = `1200401${nfseKey.slice(7)}`;
  const { xml } = buildNfseCancellation({ ...cancellation, accessKey }, signer);
  expect(textOf(readXml(xml), 'infPedReg', 'dhEvento')).toBe('2026-11-21T10:00:00-05:00');
});

const requested = () => buildNfseCancellation(cancellation, signer).xml.replace(/^<\?[^>]*>/, '');

test('a registered cancellation is read back', () => {
  const xml = eventAround(requested());
  expect(readNfseEvent(xml)).toEqual({
    id: `EVT${nfseKey}101101001`,
    accessKey: nfseKey,
    code: '101101',
    sequence: 1,
    registeredAt: new Date('2026-11-21T15:00:09Z'),
    nDFSe: '123457',
    substituteKey: null,
    xml,
  });
});

test('a substitution says by which note, under any prefix and generator', () => {
  const other = `${nfseKey.slice(0, 23)}0000000004712${nfseKey.slice(36)}`;
  const detail = `<n:e105102><n:xDesc>Cancelamento de NFS-e por Substituição</n:xDesc><n:cMotivo>99</n:cMotivo><n:chSubstituta>${other}</n:chSubstituta></n:e105102>`;
  const request = `<n:pedRegEvento versao="1.01"><n:infPedReg Id="PRE${nfseKey}105102"><n:chNFSe>${nfseKey}</n:chNFSe>${detail}</n:infPedReg></n:pedRegEvento>`;
  const xml =
    `<n:evento xmlns:n="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><n:infEvento Id="EVT${nfseKey}105102001"><n:ambGer>1</n:ambGer>` +
    `<n:nSeqEvento>1</n:nSeqEvento><n:dhProc>2026-11-21T12:00:09</n:dhProc><n:nDFSe>9</n:nDFSe>${request}</n:infEvento></n:evento>`;
  expect(readNfseEvent(xml)).toMatchObject({
    code: '105102',
    substituteKey: other,
    registeredAt: new Date('2026-11-21T15:00:09Z'),
  });
});

test.each([
  ['no XML', () => 'evento'],
  ['a DTD', () => `<!DOCTYPE a><evento/>`],
  ['another document', () => '<pedRegEvento/>'],
  ['an Id of another form', () => eventAround(requested()).replace(`EVT${nfseKey}`, 'EVT1')],
  ['no time', () => eventAround(requested()).replace(/<dhProc>.*<\/dhProc>/, '')],
  ['a time that is none', () => eventAround(requested()).replace(/(<dhProc>)[^<]*/, '$1ontem')],
  ['an Id of another note than the request', () => eventAround(requested(), `9${nfseKey.slice(1)}`)],
])('an event with %s is unreadable, and nothing else', (_, xml) => {
  expect(() => readNfseEvent(xml())).toThrow(NfseUnreadable);
});
