import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { SignedXml } from 'xml-crypto';
import { child, readXml, textOf } from '../../../domain/xml/reader.ts';
import { signElement } from '../../../domain/xml/signature.ts';
import { element, field } from '../../../domain/xml/writer.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const namespace = 'http://www.portalfiscal.inf.br/nfe';
const signer = makeSigner();

function sign(content: string): string {
  const signed = element('infNFe', { Id: 'NFe1', versao: '4.00' }, content);
  const { signature } = signElement({ element: signed, namespace, id: 'NFe1', signer });
  return element('NFe', { xmlns: namespace }, signed, signature);
}

/** Whether the signature is valid by an independent library, with the certificate alone. */
function verifies(xml: string): boolean {
  const [signature] = /<Signature [^]*<\/Signature>/.exec(xml) ?? [];
  const verifier = new SignedXml({ publicCert: signer.certificatePem });
  verifier.loadSignature(signature ?? '');
  try {
    return verifier.checkSignature(xml);
  } catch {
    return false;
  }
}

test('an independent verifier accepts what is signed, whatever the text in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(verifies(sign(field('xNome', text)))).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test.each([
  ['nfeProc', (xml: string) => element('nfeProc', { xmlns: namespace, versao: '4.00' }, xml)],
  ['enviNFe', (xml: string) => element('enviNFe', { xmlns: namespace, versao: '4.00' }, field('idLote', '1'), xml)],
  ['a declaration', (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>${xml}`],
])('a signature survives being wrapped in %s', (_, wrap) => {
  expect(verifies(wrap(sign(field('xNome', 'São João & Cia'))))).toBe(true);
});

test('one changed character breaks the signature', () => {
  const xml = sign(field('vNF', '100.00'));
  expect(verifies(xml.replace('100.00', '900.00'))).toBe(false);
});

test('another key does not verify', () => {
  const xml = sign(field('vNF', '100.00'));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const element_ = '<infNFe Id="NFe1" versao="4.00"><vNF>100.00</vNF></infNFe>';
  const other = signElement({ element: element_, namespace, id: 'NFe1', signer: { ...signer, key: privateKey } });
  expect(verifies(xml.replace(/<Signature [^]*<\/Signature>/, other.signature))).toBe(false);
});

test('the signature carries one certificate and the digest it was made of', () => {
  const signed = element('infNFe', { Id: 'NFe1' }, field('vNF', '1.00'));
  const { signature, digestValue } = signElement({ element: signed, namespace, id: 'NFe1', signer });
  const read = readXml(signature);
  expect(textOf(read, 'SignedInfo', 'Reference', 'DigestValue')).toBe(digestValue);
  expect(child(read, 'KeyInfo')?.children.map(({ name }) => name)).toEqual(['X509Data']);
  expect(textOf(read, 'KeyInfo', 'X509Data', 'X509Certificate')).toBe(signer.certificateBase64);
  expect(child(read, 'SignedInfo', 'Reference')?.attributes).toEqual({ URI: '#NFe1' });
});
