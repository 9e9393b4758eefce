import { createHash, sign, type KeyObject } from 'node:crypto';

/** Who signs: the private key, parsed once, and the certificate as base64 of its DER, on one line. */
export type Signer = { key: KeyObject; certificateBase64: string };

/** One element to be signed. */
export type SignatureRequest = {
  /** The element in canonical form, without the namespace declaration that it inherits. */
  element: string;
  /** The default namespace that the element inherits from where it will stand. */
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
 * Signs an element as every Brazilian fiscal document is signed: enveloped, Canonical XML 1.0, RSA-SHA1, one certificate and
 * nothing else in KeyInfo (xmldsig-core-schema_v1.01). RSA runs here and not on Node's thread pool: it takes a third of a millisecond
 * under the lock of the series, and on a busy machine another thread alone takes longer to begin (decision 16).
 *
 * @returns the `Signature` element, to be put right after the signed one, and the base64 digest (`DigestValue`, `digVal`)
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
