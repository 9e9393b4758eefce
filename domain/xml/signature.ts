import { createHash, sign, type KeyObject } from 'node:crypto';

/** The private key, parsed once, and the certificate as base64 of its DER, on one line. */
export type Signer = { key: KeyObject; certificateBase64: string };

/** An element that is to be signed. */
export type SignatureRequest = {
  /** The element in canonical form, without the namespace declaration that it inherits. */
  element: string;
  /** The default namespace that the element inherits in its document. */
  namespace: string;
  /** The element's `Id`. */
  id: string;
  signer: Signer;
};

const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';
const referenceStart =
  `<CanonicalizationMethod Algorithm="${c14n}"></CanonicalizationMethod>` +
  `<SignatureMethod Algorithm="${xmldsig}rsa-sha1"></SignatureMethod><Reference URI="#`;
const transforms =
  `"><Transforms><Transform Algorithm="${xmldsig}enveloped-signature"></Transform><Transform Algorithm="${c14n}"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${xmldsig}sha1"></DigestMethod><DigestValue>`;

/**
 * Signs an element as all Brazilian fiscal documents are signed: enveloped, Canonical XML 1.0, RSA-SHA1, one certificate and nothing else in KeyInfo
 * (xmldsig-core-schema_v1.01). RSA runs here and not on Node's thread pool: it takes a third of a millisecond while the series is locked, and on a
 * busy machine another thread takes longer than that only to begin (decision 16).
 *
 * @returns the `Signature` element, which goes right after the signed one, and the base64 digest (`DigestValue`, `digVal`)
 */
export function signElement(request: SignatureRequest): { signature: string; digestValue: string } {
  const { element, namespace, id, signer } = request;
  const name = element.slice(1, element.search(/[\s>]/));
  const digestValue = createHash('sha1')
    .update(`<${name} xmlns="${namespace}"${element.slice(name.length + 1)}`)
    .digest('base64');
  const signedInfo = `${referenceStart}${id}${transforms}${digestValue}</DigestValue></Reference></SignedInfo>`;
  const value = sign('RSA-SHA1', Buffer.from(`<SignedInfo xmlns="${xmldsig}">${signedInfo}`), signer.key);
  const signature =
    `<Signature xmlns="${xmldsig}"><SignedInfo>${signedInfo}<SignatureValue>${value.toString('base64')}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${signer.certificateBase64}</X509Certificate></X509Data></KeyInfo></Signature>`;
  return { signature, digestValue };
}
