import { expect, test } from 'vitest';
import { SignatureRefused, verifyNfseSignature } from '../../../adapters/xml-signature/verify.ts';
import { dpsOf, infNfseOf, nfseAround, nfseKey } from '../../support/samples/nfse.ts';
import { algorithms, signedBy } from '../../support/samples/sign-nfse.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const [signer, stranger] = [makeSigner(), makeSigner()];
const { dps } = dpsOf(signer);
const unsigned = nfseAround(infNfseOf(dps));
const signed = signedBy(signer, unsigned);

/** Why a signature is refused; null if it is valid. */
function refusal(xml: string): string | null {
  try {
    verifyNfseSignature(xml);
    return null;
  } catch (error) {
    if (error instanceof SignatureRefused) return error.reason;
    throw error;
  }
}

const { c14n, c14nWithComments, exclusive, exclusiveWithComments, rsaSha1, rsaSha256, sha1, sha256 } = algorithms;
const forms = [c14n, c14nWithComments, exclusive, exclusiveWithComments].flatMap((canonicalization) => [
  { canonicalization, signature: rsaSha1, digest: sha1 },
  { canonicalization, signature: rsaSha256, digest: sha256 },
  { canonicalization, signature: rsaSha256, digest: sha1 },
]);

test.each(forms)(
  'a signature that another library made with $canonicalization, $signature and $digest is right',
  (form) => {
    expect(refusal(signedBy(signer, unsigned, { form }))).toBeNull();
  },
);

test('comments are no part of what a reference by Id signs, whatever the algorithm says (XMLDSig 1.0, 4.3.3.3)', () => {
  for (const form of forms) {
    const commented = signedBy(signer, unsigned, { form }).replace('<valores>', '<!-- gerada --><valores>');
    expect(refusal(commented)).toBeNull();
  }
});

test('a prefix, namespaces around and whitespace between are part of what is signed', () => {
  const prefixed = unsigned
    .replace(' xmlns=', ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:n=')
    .replace(/<(\/?)(?=(NFSe|infNFSe|valores|vLiq|emit|CNPJ|DPS|infDPS)[\s>])/g, '<$1n:')
    .replace('<n:infNFSe', '\r\n  <n:infNFSe');
  for (const form of forms) expect(refusal(signedBy(signer, prefixed, { form }))).toBeNull();
});

test('what is inside the signed element is the signature’s, the DPS’s own signature with it', () => {
  expect(refusal(signed.replace('<vLiq>774.06', '<vLiq>774.07'))).toBe('digest');
  expect(refusal(signed.replace('<tpAmb>2', '<tpAmb>1'))).toBe('digest');
  expect(refusal(signed.replace(/(<DPS.*?<SignatureValue>)..../s, '$1AAAA'))).toBe('digest');
});

test('what is outside the signed element is not', () => {
  expect(refusal(signed.replace('versao="1.01"><infNFSe', 'versao="1.00"><infNFSe'))).toBeNull();
});

test('a wrong value, and a value by another key, are told apart from a wrong digest', () => {
  const own = /(<\/infNFSe><Signature.*<SignatureValue>)(.{8})/s;
  expect(refusal(signed.replace(own, '$1AAAAAAAA'))).toBe('value');
  const certificate = /(<\/infNFSe>.*<X509Certificate>)[^<]*/s;
  expect(refusal(signed.replace(certificate, `$1${stranger.certificateBase64}`))).toBe('value');
  const changed = signed.replace(
    /(<\/infNFSe>.*<DigestValue>)[^<]*/s,
    '$1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  );
  expect(refusal(changed)).toBe('digest');
});

const reference = `URI="#NFS${nfseKey}"`;
test.each([
  ['is missing', unsigned],
  [
    'stands in the note’s content alone',
    unsigned.replace('</DPS>', `</DPS>${/<Signature.*?<\/Signature>/s.exec(dps)?.[0] ?? ''}`),
  ],
  ['is of another element', signed.replace(reference, 'URI="#DPS355030821122233300018100001000000000000042"')],
  ['is of the whole document', signed.replace(reference, 'URI=""')],
  ['is of something outside', signed.replace(reference, 'URI="http://example.com/nfse.xml"')],
  ['names an Id that is there twice', signed.replace('<emit>', `<emit Id="NFS${nfseKey}">`)],
  ['has another transform', signed.replace(/(<\/infNFSe>.*?)xmldsig#enveloped-signature/s, '$1xmldsig#base64')],
  ['has an unknown digest', signed.replace(/(<\/infNFSe>.*?)xmlenc#sha256/s, '$1xmlenc#sha512')],
  ['has an unknown algorithm', signed.replace(/(<\/infNFSe>.*?)#rsa-sha256/s, '$1#hmac-sha256')],
  [
    'has an unknown canonical form',
    signed.replace(/(<\/infNFSe>.*?Method Algorithm=")[^"]*/s, '$1http://www.w3.org/2006/12/xml-c14n11'),
  ],
  ['has no certificate', signed.replace(/(<\/infNFSe>.*)<KeyInfo>.*<\/KeyInfo>/s, '$1')],
  ['has a certificate that is none', signed.replace(/(<\/infNFSe>.*<X509Certificate>)[^<]*/s, '$1AAAA')],
  ['has two references', signed.replace(/(<\/infNFSe>.*?)(<Reference .*?<\/Reference>)/s, '$1$2$2')],
  ['stands twice', signed.replace(/(<\/infNFSe>)(<Signature.*<\/Signature>)/s, '$1$2$2')],
  ['is of a document with a DTD', signed.replace('<NFSe', '<!DOCTYPE NFSe><NFSe')],
  ['is of no XML', signed.slice(0, -3)],
])('a signature that %s is no signature of the note', (_, xml) => {
  expect(refusal(xml)).toBe('form');
});

test('a signature of something else that was moved into the note does not sign it', () => {
  const other = signed.replace('<vLiq>774.06', '<vLiq>0.01');
  const wrapped = other.replace(
    '</infNFSe>',
    `</infNFSe><old>${/<infNFSe.*<\/infNFSe>/s.exec(signed)?.[0] ?? ''}</old>`,
  );
  expect(refusal(wrapped)).toBe('form');
});
