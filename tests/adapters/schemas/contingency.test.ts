import { createHash, createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Csc } from '../../../domain/companies/security-codes.ts';
import { environments } from '../../../domain/companies/settings.ts';
import type { IssuedInContingency } from '../../../domain/contingency-mode.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { epecEvent, epecFactsOf } from '../../../domain/nfe/epec.ts';
import { signEvent } from '../../../domain/nfe/events.ts';
import { child, readXml, textOf } from '../../../domain/xml/reader.ts';
import tables from '../../../tables/endpoints.json' with { type: 'json' };
import { computedNote, identity, issuer, recipient } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();
const csc: Csc = { id: '1', token: '0123456789ABCDEF0123' };
const since = new Date('2026-11-21T12:20:00Z');
const reason = 'Sem resposta da SEFAZ autorizadora';
const inContingency = (emissionType: IssuedInContingency['emissionType']) => ({ emissionType, since, reason });

test.each(['4', '6', '7'] as const)(
  'an NF-e of tpEmis %s passes the official schema, and an independent verifier',
  (type) => {
    const { xml } = buildNfe(computedNote(), { ...identity, contingency: inContingency(type) }, { signer, csc: null });
    expect(validator.validate('nfe_v4.00.xsd', xml)).toEqual([]);
    expect(verifies(xml)).toBe(true);
  },
);

test.each<[string, Partial<ClientSnapshot>]>([
  ['a company', {}],
  ['a company with letters in its CNPJ', { document: '12ABC34501DE35' }],
  ['a person', { document: '52998224725', documentType: 'CPF', taxpayerType: 'NAO_CONTRIBUINTE' }],
  ['a foreigner', { document: 'AB123456', documentType: 'FOREIGN', country: 'AR' }],
  ['a foreigner without a number', { document: '', documentType: null, country: 'AR' }],
])('the EPEC of a note to %s passes the official schema, and an independent verifier', (_, overrides) => {
  const to = computedNote({ recipient: { ...recipient, ...overrides } });
  const { accessKey, xml: note } = buildNfe(
    to,
    { ...identity, contingency: inContingency('4') },
    { signer, csc: null },
  );
  const { environment, version, issuedAt: at } = identity;
  const header = { accessKey, sequence: 1, taxId: issuer.taxId, cOrgao: '91', environment, at, state: 'SP', version };
  const { xml } = signEvent(epecEvent({ ...header, note: epecFactsOf(note) }), signer);
  expect(validator.validate('EPEC_v1.00.xsd', xml)).toEqual([]);
  expect(verifies(xml)).toBe(true);
});

/** Who buys: the recipient of an NFC-e, and what its QR code of version 3 says of it. */
const consumers: { consumer: ClientSnapshot; said: [kind: string, id: string] }[] = [
  { consumer: { ...recipient, document: '', documentType: null, address: null }, said: ['', ''] },
  { consumer: { ...recipient, document: '52998224725', documentType: 'CPF' }, said: ['2', '52998224725'] },
  { consumer: { ...recipient, document: '11444777000161', documentType: 'CNPJ' }, said: ['1', '11444777000161'] },
  { consumer: { ...recipient, document: '12ABC34501DE35', documentType: 'CNPJ' }, said: ['1', '12ABC34501DE35'] },
  { consumer: { ...recipient, document: 'AB123456', documentType: 'FOREIGN' }, said: ['3', ''] },
];

const sale = fc.record({
  buyer: fc.constantFrom(...consumers),
  version: fc.constantFrom('2' as const, '3' as const),
  state: fc.constantFrom(...Object.keys(tables.nfceQrCode)),
  environment: fc.constantFrom(...environments),
  cents: fc.integer({ min: 1, max: 999_999_999_999_999 }),
  issuedAt: fc.date({ min: new Date('2026-01-02'), max: new Date('2027-12-30'), noInvalidDate: true }),
  number: fc.integer({ min: 1, max: 999_999_999 }),
});

test('an NFC-e issued offline passes the official schema, and its QR code says what the note says and can be proved', () => {
  fc.assert(
    fc.property(sale, ({ buyer: { consumer, said }, version, state, environment, cents, issuedAt, number }) => {
      const total = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const xml = consumerNote({ consumer, version, state, total, issued: { environment, issuedAt, number } });
      expect(validator.validate('nfe_v4.00.xsd', xml)).toEqual([]);
      expect(verifies(xml)).toBe(true);

      const note = readXml(xml);
      const [, parameter = ''] = (textOf(note, 'infNFeSupl', 'qrCode') ?? '').split('?p=');
      const shown = parameter.split('|');
      const proof = shown.pop() ?? '';
      const infNFe = child(note, 'infNFe');
      expect(shown).toEqual([
        infNFe?.attributes['Id']?.slice(3),
        version,
        infNFe && textOf(infNFe, 'ide', 'tpAmb'),
        infNFe && textOf(infNFe, 'ide', 'dhEmi')?.slice(8, 10),
        infNFe && textOf(infNFe, 'total', 'ICMSTot', 'vNF'),
        ...(version === '2' ? [hexOf(/<DigestValue>([^<]+)/.exec(xml)?.[1] ?? ''), csc.id] : said),
      ]);
      expect(isProved(version, shown.join('|'), proof)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a note says the same of its sale in every form: only what follows from tpEmis differs', () => {
  const [online, offline] = [null, inContingency('9')].map((contingency) => {
    const note = computedNote({ model: '65' });
    const { xml } = buildNfe(note, { ...identity, contingency }, { signer, csc });
    return /<\/ide>(.*?)(<infRespTec>.*)?<\/infNFe>/.exec(xml)?.[1];
  });
  expect(online).toContain('<det nItem="1">');
  expect(offline).toBe(online);
});

type NoteOptions = {
  consumer: ClientSnapshot;
  version: '2' | '3';
  state: string;
  total: string;
  issued: { environment: 'PRODUCTION' | 'HOMOLOGATION'; issuedAt: Date; number: number };
};

function consumerNote({ consumer, version, state, total, issued }: NoteOptions): string {
  const address = { ...issuer.settings.address, state };
  const settings = { ...issuer.settings, address, nfce: { qrCodeVersion: version } };
  const { totals } = computedNote();
  const note = computedNote({
    model: '65',
    finalConsumer: true,
    recipient: consumer,
    totals: { ...totals, note: total },
    issuer: { ...issuer, settings },
  });
  return buildNfe(note, { ...identity, ...issued, contingency: inContingency('9') }, { signer, csc }).xml;
}

/** The digit pairs of a text's characters, by another way than the product's. */
function hexOf(text: string): string {
  return [...text].map((character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

function isProved(version: '2' | '3', shown: string, proof: string): boolean {
  return version === '2'
    ? proof === createHash('sha1').update(`${shown}${csc.token}`).digest('hex').toUpperCase()
    : verify('RSA-SHA1', Buffer.from(shown), createPublicKey(signer.certificatePem), Buffer.from(proof, 'base64'));
}

function verifies(xml: string): boolean {
  const verifier = new SignedXml({ publicCert: signer.certificatePem });
  verifier.loadSignature(/<Signature [^]*<\/Signature>/.exec(xml)?.[0] ?? '');
  return verifier.checkSignature(xml);
}
