import { createHash, createSign, createVerify } from 'node:crypto';
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import type { Credentials } from '../certificates/certificate.ts';
import type { TaxIdentity, Trust } from '../certificates/trust.ts';
import { child, children, type Element, standalone, textOf, writeElement } from './element.ts';

export const namespace = 'http://www.w3.org/2000/09/xmldsig#';
const enveloped = `${namespace}enveloped-signature`;
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Identifiers of the canonicalization algorithms of XML. */
export const canonicalization = {
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  exclusive,
  exclusiveWithComments: `${exclusive}WithComments`,
} as const;

/** A signed document: the text it is in, the element that carries an `Id`, and the `Signature` beside it. */
export type SignedElement = { source: string; content: Element; signature: Element | undefined };

/** The company or person that a valid signature names, or the code of what is wrong with it. */
export type SignatureCheck = { cStat: number } | { signer: TaxIdentity; digVal: string };

/** The algorithms that a system accepts, by their identifiers. */
export type SignatureForm = {
  canonicalization: readonly string[];
  /** Identifiers, with OpenSSL's names. */
  signature: Readonly<Record<string, string>>;
  digest: Readonly<Record<string, string>>;
};

const differsFromComputed = 297;
const differsFromPattern = 298;

/** The algorithms of layout 4.00. */
const form400: SignatureForm = {
  canonicalization: [canonicalization.inclusive],
  signature: { [`${namespace}rsa-sha1`]: 'RSA-SHA1' },
  digest: { [`${namespace}sha1`]: 'sha1' },
};

/**
 * Checks a signature in the authority's order (MOC 7.0 Anexo I, groups E and F): the certificate (290 to 295), the form that the system
 * demands (298), then digest and RSA value (297).
 */
export function verifySignature(
  { source, content, signature }: SignedElement,
  trust: Trust,
  at: Date,
  form: SignatureForm = form400,
): SignatureCheck {
  const der = Buffer.from(textOf(signature, 'KeyInfo', 'X509Data', 'X509Certificate') ?? '', 'base64');
  const certificate = trust.check(der, 'signature', at);
  if ('cStat' in certificate) return certificate;
  const used = signature && algorithmsOf(signature, content, form);
  if (!used) return { cStat: differsFromPattern };

  const signedInfo = child(signature, 'SignedInfo');
  const digVal = withoutSpaces(textOf(signedInfo, 'Reference', 'DigestValue'));
  const computed = digestOf(canonical(source, content, used.transform), used.digest);
  if (!signedInfo || computed !== digVal) return { cStat: differsFromComputed };

  const value = Buffer.from(withoutSpaces(textOf(signature, 'SignatureValue')), 'base64');
  const signedText = canonical(source, signedInfo, used.canonicalization);
  const genuine = createVerify(used.signature).update(signedText).verify(certificate.publicKey, value);
  return genuine ? { signer: certificate.identity, digVal } : { cStat: differsFromComputed };
}

type Algorithms = { canonicalization: string; transform: string; signature: string; digest: string };

/** The algorithms of a signature that has the form that the system demands; undefined for any other. */
function algorithmsOf(signature: Element, content: Element, form: SignatureForm): Algorithms | undefined {
  const signedInfo = child(signature, 'SignedInfo');
  const reference = child(signedInfo, 'Reference');
  const [first, transform = '', ...more] = children(child(reference, 'Transforms'), 'Transform').map(algorithm);
  const canonicalization = algorithm(child(signedInfo, 'CanonicalizationMethod')) ?? '';
  const signed = form.signature[algorithm(child(signedInfo, 'SignatureMethod')) ?? ''];
  const digest = form.digest[algorithm(child(reference, 'DigestMethod')) ?? ''];
  const asPattern =
    signature.namespace === namespace &&
    names(signature) === 'SignedInfo SignatureValue KeyInfo' &&
    names(signedInfo) === 'CanonicalizationMethod SignatureMethod Reference' &&
    names(reference) === 'Transforms DigestMethod DigestValue' &&
    names(child(signature, 'KeyInfo')) === 'X509Data' &&
    names(child(signature, 'KeyInfo', 'X509Data')) === 'X509Certificate' &&
    first === enveloped &&
    more.length === 0 &&
    [transform, canonicalization].every((one) => form.canonicalization.includes(one)) &&
    content.attributes['Id'] !== undefined &&
    reference?.attributes['URI'] === `#${content.attributes['Id']}`;
  return asPattern && signed && digest ? { canonicalization, transform, signature: signed, digest } : undefined;
}

function names(element: Element | undefined): string {
  return element?.children.map((one) => one.name).join(' ') ?? '';
}

function algorithm(element: Element | undefined): string | undefined {
  return element?.attributes['Algorithm'];
}

function withoutSpaces(text: string | undefined): string {
  return (text ?? '').replaceAll(/\s/g, '');
}

/** The canonical form of one element of `source`, as a document of its own: what was signed before the message was wrapped in a lot and an envelope. */
export function canonical(source: string, element: Element, algorithm: string): string {
  const document = XmlDocument.fromString(standalone(source, element));
  const { XML_C14N_1_0, XML_C14N_EXCLUSIVE_1_0 } = XmlC14NMode;
  try {
    return document.canonicalizeToString({
      mode: algorithm.startsWith(exclusive) ? XML_C14N_EXCLUSIVE_1_0 : XML_C14N_1_0,
      withComments: algorithm === canonicalization.exclusiveWithComments,
    });
  } finally {
    document.dispose();
  }
}

/** The algorithms to sign with, by their identifiers, and OpenSSL's name of the digest. */
type SigningForm = { canonicalization: string; signature: string; digest: string; hash: 'sha1' | 'sha256' };

/** How suppliers sign documents of layout 4.00, and SEFIN its own. */
export const signingForms = {
  layout400: {
    canonicalization: canonicalization.inclusive,
    signature: `${namespace}rsa-sha1`,
    digest: `${namespace}sha1`,
    hash: 'sha1',
  },
  sefin: {
    canonicalization: canonicalization.exclusiveWithComments,
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    hash: 'sha256',
  },
} as const satisfies Record<string, SigningForm>;

/**
 * The `Signature` of an element with an `Id`, given its canonical form. The signature is written in canonical form itself, so that the
 * signed bytes are the written ones. RSA of PKCS#1 is deterministic: an element that is signed again gets the same bytes.
 */
export function signatureOf(
  content: { id: string; canonical: string },
  form: SigningForm,
  { key, certificate }: Credentials,
): string {
  const transforms = [enveloped, form.canonicalization].map((one) => `<Transform Algorithm="${one}"></Transform>`);
  const inside =
    `<CanonicalizationMethod Algorithm="${form.canonicalization}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${form.signature}"></SignatureMethod>` +
    `<Reference URI="#${content.id}"><Transforms>${transforms.join('')}</Transforms>` +
    `<DigestMethod Algorithm="${form.digest}"></DigestMethod>` +
    `<DigestValue>${digestOf(content.canonical, form.hash)}</DigestValue></Reference>`;
  const value = createSign(`RSA-${form.hash.toUpperCase()}`)
    .update(`<SignedInfo xmlns="${namespace}">${inside}</SignedInfo>`)
    .sign(key, 'base64');
  return writeElement(
    'Signature',
    { '@xmlns': namespace },
    `<SignedInfo>${inside}</SignedInfo>` +
      writeElement('SignatureValue', { '#': value }) +
      writeElement('KeyInfo', { X509Data: { X509Certificate: certificate.replace(/-----[^-]+-----|\s/g, '') } }),
  );
}

/** The digest of a canonical form, in base64. */
export function digestOf(canonicalForm: string, hash = 'sha1'): string {
  return createHash(hash).update(canonicalForm).digest('base64');
}
