import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import type { Csc } from '../../../domain/companies/security-codes.ts';
import { environments, type QrCodeVersion } from '../../../domain/companies/settings.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import type { NoteIdentity } from '../../../domain/nfe/layout/ide.ts';
import { stateCode } from '../../../domain/states.ts';
import { child, readXml, textOf } from '../../../domain/xml/reader.ts';
import tables from '../../../tables/endpoints.json' with { type: 'json' };
import { computedNote, identity, issuer, recipient } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();
const csc: Csc = { id: '1', token: '0123456789ABCDEF0123' };
const nobody = { ...recipient, document: '', documentType: null, address: null };

type NoteOptions = { state?: string; version?: QrCodeVersion | null; csc?: Csc | null; issued?: Partial<NoteIdentity> };

function consumerNote({ state = 'SP', version = null, csc: own = csc, issued = {} }: NoteOptions = {}) {
  const address = { ...issuer.settings.address, state, municipalityCode: `${stateCode(state)}00000` };
  const settings = { ...issuer.settings, address, nfce: { qrCodeVersion: version } };
  const note = computedNote({ model: '65', finalConsumer: true, recipient: nobody, issuer: { ...issuer, settings } });
  return buildNfe(note, { ...identity, ...issued }, { signer, csc: own });
}

const states = Object.keys(tables.nfceQrCode);
const places = states.flatMap((state) => environments.map((environment) => ({ state, environment })));

test('all 27 states have their pages', () => {
  expect(states.toSorted()).toEqual(Object.keys(tables.cUF).toSorted());
});

test.each(places)('an NFC-e of $state in $environment passes the official schema, with CSC and without', (place) => {
  const issued = { environment: place.environment };
  for (const own of [csc, null]) {
    const { xml } = consumerNote({ state: place.state, csc: own, issued });
    const faults = validator.validate('nfe_v4.00.xsd', xml);
    // The issuer's municipality is made up; the schema does not check whether it exists.
    expect(faults).toEqual([]);
  }
});

test('the QR code stands between the note and its signature, which holds', () => {
  const { xml, accessKey } = consumerNote();
  expect(readXml(xml).children.map(({ name }) => name)).toEqual(['infNFe', 'infNFeSupl', 'Signature']);
  const supplement = child(readXml(xml), 'infNFeSupl');
  expect(supplement && textOf(supplement, 'qrCode')).toMatch(
    new RegExp(
      `^https://www\\.homologacao\\.nfce\\.fazenda\\.sp\\.gov\\.br/[^?]+\\?p=${accessKey}\\|2\\|2\\|1\\|[0-9A-F]{40}$`,
    ),
  );
  expect(supplement && textOf(supplement, 'urlChave')).toBe('https://www.homologacao.nfce.fazenda.sp.gov.br/consulta');
  const verifier = new SignedXml({ publicCert: signer.certificatePem });
  verifier.loadSignature(/<Signature [^]*<\/Signature>/.exec(xml)?.[0] ?? '');
  expect(verifier.checkSignature(xml)).toBe(true);
});

test.each([
  { version: null, own: csc, written: '2' },
  { version: null, own: null, written: '3' },
  { version: '3' as const, own: csc, written: '3' },
])('with version $version asked for and CSC $own, the QR code is of version $written', ({ version, own, written }) => {
  const { xml } = consumerNote({ version, csc: own });
  expect(textOf(readXml(xml), 'infNFeSupl', 'qrCode')?.split('|')[1]).toBe(written);
});

test('version 2 without a CSC is refused in words that mend it', () => {
  expect(() => consumerNote({ version: '2', csc: null })).toThrow(
    expect.objectContaining({
      code: 'invalid_state',
      message: expect.stringContaining('lavra company csc set'),
    }),
  );
});

test('the token of the CSC is nowhere in the note', () => {
  expect(consumerNote().xml).not.toContain(csc.token);
});

test('an NF-e has no QR code, whatever the company has', () => {
  const { xml } = buildNfe(computedNote(), identity, { signer, csc });
  expect(child(readXml(xml), 'infNFeSupl')).toBeUndefined();
});
