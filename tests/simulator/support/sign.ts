import { SignedXml } from 'xml-crypto';

/** Signs an element by its Id, with a library that neither product nor simulator uses to verify. */
export function sign(xml: string, element: string, certificate: { key: string; certificate: string }): string {
  const signed = new SignedXml({
    privateKey: certificate.key,
    publicCert: certificate.certificate,
    signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  });
  signed.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    ],
    digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
  });
  signed.computeSignature(xml);
  return signed.getSignedXml();
}
