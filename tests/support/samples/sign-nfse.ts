import { SignedXml } from 'xml-crypto';
import type { Signer } from '../../../domain/xml/signature.ts';

const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Algorithms that signatures of the national system were observed with: its own, those of our DPS, and mixtures. */
export const algorithms = {
  c14n,
  c14nWithComments: `${c14n}#WithComments`,
  exclusive,
  exclusiveWithComments: `${exclusive}WithComments`,
  rsaSha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
} as const;

export type SignatureForm = { canonicalization: string; signature: string; digest: string };

/** How SEFIN signs (observed in September 2026). */
export const sefinForm: SignatureForm = {
  canonicalization: algorithms.exclusiveWithComments,
  signature: algorithms.rsaSha256,
  digest: algorithms.sha256,
};

/** A document whose element of that name is signed by another library than the product's; the signature stands after the element. */
export function signedBy(
  { key, certificatePem }: Signer & { certificatePem: string },
  xml: string,
  { name = 'infNFSe', form = sefinForm }: { name?: string; form?: SignatureForm } = {},
): string {
  const at = `/*/*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicCert: certificatePem,
    canonicalizationAlgorithm: form.canonicalization,
    signatureAlgorithm: form.signature,
  });
  signer.addReference({
    xpath: at,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', form.canonicalization],
    digestAlgorithm: form.digest,
  });
  signer.computeSignature(xml, { location: { reference: at, action: 'after' } });
  return signer.getSignedXml();
}
