import { createHash, createVerify } from 'node:crypto';
import { XmlDocument } from 'libxml2-wasm';
import type { TaxIdentity } from '../certificates/tax-identity.ts';
import type { Trust } from '../certificates/trust.ts';
import type { Element } from './element.ts';
import { child, children, standalone, textOf } from './element.ts';

/** A signed document: the text it is in, the element that carries an `Id`, and the `Signature` beside it. */
export type Signed = { source: string; content: Element; signature: Element | undefined };

export type SignatureVerdict = { cStat: number } | { signer: TaxIdentity; digVal: string };

const differsFromComputed = 297;
const differsFromPattern = 298;
const namespace = 'http://www.w3.org/2000/09/xmldsig#';
const canonicalization = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const transforms = [`${namespace}enveloped-signature`, canonicalization];

/**
 * Judges a signature in the authority's order (MOC 7.0 Anexo I, groups E and F): the certificate (290 to 295), the form
 * that the system asks for (298), then digest and RSA value (297).
 */
export function verifySignature({ source, content, signature }: Signed, trust: Trust, at: Date): SignatureVerdict {
  const der = Buffer.from(textOf(signature, 'KeyInfo', 'X509Data', 'X509Certificate') ?? '', 'base64');
  const judged = trust.judge(der, 'signature', at);
  if ('cStat' in judged) return judged;
  if (!signature || !asPattern(signature, content)) return { cStat: differsFromPattern };

  const signedInfo = child(signature, 'SignedInfo');
  const digVal = withoutSpaces(textOf(signedInfo, 'Reference', 'DigestValue'));
  const computed = createHash('sha1').update(canonical(source, content)).digest('base64');
  if (!signedInfo || computed !== digVal) return { cStat: differsFromComputed };

  const value = Buffer.from(withoutSpaces(textOf(signature, 'SignatureValue')), 'base64');
  const genuine = createVerify('RSA-SHA1').update(canonical(source, signedInfo)).verify(judged.publicKey, value);
  return genuine ? { signer: judged.identity, digVal } : { cStat: differsFromComputed };
}

/**
 * Inclusive C14N of one element of `source`, as a document of its own: what the signer saw before the message was wrapped
 * in a lot and an envelope.
 */
function canonical(source: string, element: Element): string {
  const document = XmlDocument.fromString(standalone(source, element));
  try {
    return document.canonicalizeToString();
  } finally {
    document.dispose();
  }
}

function asPattern(signature: Element, content: Element): boolean {
  const reference = child(signature, 'SignedInfo', 'Reference');
  const used = children(child(reference, 'Transforms'), 'Transform').map(algorithm);
  return (
    signature.namespace === namespace &&
    names(signature) === 'SignedInfo SignatureValue KeyInfo' &&
    names(child(signature, 'SignedInfo')) === 'CanonicalizationMethod SignatureMethod Reference' &&
    names(reference) === 'Transforms DigestMethod DigestValue' &&
    names(child(signature, 'KeyInfo')) === 'X509Data' &&
    names(child(signature, 'KeyInfo', 'X509Data')) === 'X509Certificate' &&
    algorithm(child(signature, 'SignedInfo', 'CanonicalizationMethod')) === canonicalization &&
    algorithm(child(signature, 'SignedInfo', 'SignatureMethod')) === `${namespace}rsa-sha1` &&
    algorithm(child(reference, 'DigestMethod')) === `${namespace}sha1` &&
    used.join(' ') === transforms.join(' ') &&
    content.attributes['Id'] !== undefined &&
    reference?.attributes['URI'] === `#${content.attributes['Id']}`
  );
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
