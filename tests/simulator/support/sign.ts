import { SignedXml } from 'xml-crypto';

/** Algorithms of signatures: those of layout 4.00, and those that newer clients of the national NFS-e choose. */
export const forms = {
  sha1: {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  },
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
} as const;

/** Signs an element by its Id, with a library that neither product nor simulator uses to verify signatures. */
export function sign(
  xml: string,
  element: string,
  certificate: { key: string; certificate: string },
  form: (typeof forms)[keyof typeof forms] = forms.sha1,
): string {
  const signed = new SignedXml({
    privateKey: certificate.key,
    publicCert: certificate.certificate,
    signatureAlgorithm: form.signature,
    canonicalizationAlgorithm: form.canonicalization,
  });
  signed.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', form.canonicalization],
    digestAlgorithm: form.digest,
  });
  signed.computeSignature(xml);
  return signed.getSignedXml();
}
