import { createHash, createVerify } from 'node:crypto';
import type { TaxIdentity } from '../certificates/tax-identity.ts';
import type { Trust } from '../certificates/trust.ts';
import { canonical, canonicalization } from './canonical.ts';
import type { Element } from './element.ts';
import { child, children, textOf } from './element.ts';

/** A signed document: the text it is in, the element that carries an `Id`, and the `Signature` beside it. */
export type Signed = { source: string; content: Element; signature: Element | undefined };

export type SignatureVerdict = { cStat: number } | { signer: TaxIdentity; digVal: string };

/** The algorithms that a system takes, by their identifiers. */
export type SignatureForm = {
  canonicalization: readonly string[];
  /** Identifiers with OpenSSL's names. */
  signature: Readonly<Record<string, string>>;
  digest: Readonly<Record<string, string>>;
};

const differsFromComputed = 297;
const differsFromPattern = 298;
export const namespace = 'http://www.w3.org/2000/09/xmldsig#';
export const enveloped = `${namespace}enveloped-signature`;

/** The one form of layout 4.00. */
const form400: SignatureForm = {
  canonicalization: [canonicalization.inclusive],
  signature: { [`${namespace}rsa-sha1`]: 'RSA-SHA1' },
  digest: { [`${namespace}sha1`]: 'sha1' },
};

/**
 * Judges a signature in the authority's order (MOC 7.0 Anexo I, groups E and F): the certificate (290 to 295), the form
 * that the system asks for (298), then digest and RSA value (297).
 */
export function verifySignature(
  { source, content, signature }: Signed,
  trust: Trust,
  at: Date,
  form: SignatureForm = form400,
): SignatureVerdict {
  const der = Buffer.from(textOf(signature, 'KeyInfo', 'X509Data', 'X509Certificate') ?? '', 'base64');
  const judged = trust.judge(der, 'signature', at);
  if ('cStat' in judged) return judged;
  const used = signature && algorithmsOf(signature, content, form);
  if (!used) return { cStat: differsFromPattern };

  const signedInfo = child(signature, 'SignedInfo');
  const digVal = withoutSpaces(textOf(signedInfo, 'Reference', 'DigestValue'));
  const computed = createHash(used.digest)
    .update(canonical(source, content, used.transform))
    .digest('base64');
  if (!signedInfo || computed !== digVal) return { cStat: differsFromComputed };

  const value = Buffer.from(withoutSpaces(textOf(signature, 'SignatureValue')), 'base64');
  const said = canonical(source, signedInfo, used.canonicalization);
  const genuine = createVerify(used.signature).update(said).verify(judged.publicKey, value);
  return genuine ? { signer: judged.identity, digVal } : { cStat: differsFromComputed };
}

type Algorithms = { canonicalization: string; transform: string; signature: string; digest: string };

/** The algorithms of a signature that is built as the system asks for; undefined for any other. */
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
