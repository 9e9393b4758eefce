import { expect, test } from 'vitest';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { IssuedInContingency } from '../../../domain/contingency-mode.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { epecEvent, epecFactsOf } from '../../../domain/nfe/epec.ts';
import { child, readXml, textOf } from '../../../domain/xml/reader.ts';
import { computedNote, identity, issuer, recipient } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const signer = makeSigner();

function signed(overrides: Partial<ComputedNote> = {}, emissionType: IssuedInContingency['emissionType'] = '4') {
  const contingency = { emissionType, since: new Date('2026-11-21T12:20:00Z'), reason: 'Sem resposta da SEFAZ' };
  return buildNfe(computedNote(overrides), { ...identity, contingency }, { signer, csc: null });
}

function epecOf(overrides: Partial<ComputedNote> = {}) {
  const { accessKey, xml } = signed(overrides);
  const header = { accessKey, sequence: 1, taxId: issuer.taxId, cOrgao: '91', environment: 'HOMOLOGATION' as const };
  const at = { at: new Date('2026-11-21T12:31:00Z'), state: 'SP', version: '0.1.0' };
  const { id, infEvento } = epecEvent({ ...header, ...at, note: epecFactsOf(xml) });
  const detail = child(readXml(infEvento), 'detEvento');
  return { accessKey, id, infEvento, detail, dest: detail && child(detail, 'dest') };
}

const listed = (element: ReturnType<typeof child>) => element?.children.map(({ name, text }) => [name, text]);

test('an EPEC goes to the national environment and says of its note what the layout asks for, in its order', () => {
  const { accessKey, id, infEvento, detail, dest } = epecOf();
  expect(id).toBe(`ID110140${accessKey}01`);
  expect(textOf(readXml(infEvento), 'cOrgao')).toBe('91');
  expect(listed(detail)?.slice(0, -1)).toEqual([
    ['descEvento', 'EPEC'],
    ['cOrgaoAutor', '35'],
    ['tpAutor', '1'],
    ['verAplic', 'Lavra 0.1.0'],
    ['dhEmi', '2026-11-21T09:30:00-03:00'],
    ['tpNF', '1'],
    ['IE', '110042490114'],
  ]);
  expect(listed(dest)).toEqual([
    ['UF', 'SP'],
    ['CNPJ', recipient.document],
    ['IE', '116881331118'],
    ['vNF', '100.00'],
    ['vICMS', '18.00'],
    ['vST', '0.00'],
  ]);
});

test.each<[string, Partial<ClientSnapshot>, string[][]]>([
  [
    'a person',
    { document: '52998224725', documentType: 'CPF', taxpayerType: 'NAO_CONTRIBUINTE', stateRegistration: '' },
    [
      ['UF', 'SP'],
      ['CPF', '52998224725'],
    ],
  ],
  [
    'a foreigner',
    { document: 'AB123456', documentType: 'FOREIGN', country: 'AR' },
    [
      ['UF', 'EX'],
      ['idEstrangeiro', 'AB123456'],
    ],
  ],
  [
    'a foreigner without a number',
    { document: '', documentType: null, country: 'AR' },
    [
      ['UF', 'EX'],
      ['idEstrangeiro', ''],
    ],
  ],
])('the recipient is %s, as in the note', (_, overrides, expected) => {
  const { dest } = epecOf({ recipient: { ...recipient, ...overrides }, destination: '1' });
  expect(listed(dest)?.slice(0, -3)).toEqual(expected);
});

test('values are those of the signed note, whatever the sale says by then', () => {
  const { totals } = computedNote();
  const { dest } = epecOf({ totals: { ...totals, note: '1234.56', icms: '222.22', st: '33.30' } });
  expect(listed(dest)?.slice(-3)).toEqual([
    ['vNF', '1234.56'],
    ['vICMS', '222.22'],
    ['vST', '33.30'],
  ]);
});

test('only an NF-e that was issued for it has an EPEC', () => {
  expect(() => epecFactsOf(signed({}, '6').xml)).toThrow(TypeError);
  expect(() => epecFactsOf('<nfeProc><NFe/></nfeProc>')).toThrow(TypeError);
  const consumerNote = {
    model: '65' as const,
    issuer: { ...issuer, settings: { ...issuer.settings, nfce: { qrCodeVersion: '3' as const } } },
  };
  expect(() => epecFactsOf(signed(consumerNote).xml)).toThrow(TypeError);
});
