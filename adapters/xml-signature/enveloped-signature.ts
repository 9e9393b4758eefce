import { createHash, verify, X509Certificate } from 'node:crypto';
import { type SubtreeC14NOptions, XmlC14NMode, XmlDocument, XmlElement } from 'libxml2-wasm';
import { readXml } from '../../domain/xml/reader.ts';

/** What is wrong: the digest of what was signed, the value made with the key, or the form of the signature. */
export type SignatureReason = 'digest' | 'value' | 'form';

/** A signature does not hold. Those who verify a kind of document say it in words. */
export class SignatureWrong extends Error {
  readonly code = 'SignatureWrong';
  readonly reason: SignatureReason;

  constructor(reason: SignatureReason, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'SignatureWrong';
    this.reason = reason;
  }
}

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';
const namespaces: Record<string, string> = { ds: xmldsig };
const enveloped = `${xmldsig}enveloped-signature`;

const inclusive = { mode: XmlC14NMode.XML_C14N_1_0 };
const exclusive = { mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 };
/** Canonical forms by their names, after which `#WithComments` or `WithComments` may stand. */
const canonicalForms = new Map<string, SubtreeC14NOptions>([
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', inclusive],
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments', { ...inclusive, withComments: true }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', exclusive],
  ['http://www.w3.org/2001/10/xml-exc-c14n#WithComments', { ...exclusive, withComments: true }],
]);
const digests = new Map([
  [`${xmldsig}sha1`, 'sha1'],
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
]);
const signatures = new Map([
  [`${xmldsig}rsa-sha1`, 'RSA-SHA1'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'RSA-SHA256'],
]);

/**
 * A document that somebody else made, which the caller disposes of. libxml2 knows entities: what has a DTD does not get to it. Without these
 * letters there is none, and with them a comment may have them.
 *
 * @throws SignatureWrong
 */
export function parseSigned(xml: string): XmlDocument {
  try {
    if (xml.includes('<!DOCTYPE')) readXml(xml);
    return XmlDocument.fromString(xml);
  } catch (cause) {
    throw new SignatureWrong('form', { cause });
  }
}

/** What is signed, and where its signature stands. */
export type SignedContent = {
  /** The element that holds both. */
  holder: XmlElement;
  /** Namespace and name of the element that is signed. */
  content: { namespace: string; name: string };
  /** It was signed alone, and put beside something else afterwards: namespaces that were declared around it since then are no part of it. */
  isMoved?: boolean;
};

/**
 * Checks that the content is what the holder of the certificate in the signature signed.
 *
 * @returns that certificate: whose it is, and who vouches for it, is not checked
 * @throws SignatureWrong
 */
export function checkSigned({ holder, content: { namespace, name }, isMoved = false }: SignedContent): X509Certificate {
  const content = only(holder, `n:${name}`, { ...namespaces, n: namespace });
  const signature = only(holder, 'ds:Signature');
  const signedInfo = only(signature, 'ds:SignedInfo');
  const reference = only(signedInfo, 'ds:Reference');
  refersTo(content, reference);

  const hash = known(digests, only(reference, 'ds:DigestMethod'));
  const digest = base64In(only(reference, 'ds:DigestValue'));
  const isDigest = (text: string) => createHash(hash).update(text).digest('base64') === digest;
  if (!some(canonicals(content, transformOf(reference), isMoved), isDigest)) throw new SignatureWrong('digest');

  const algorithm = known(signatures, only(signedInfo, 'ds:SignatureMethod'));
  const form = formOf(only(signedInfo, 'ds:CanonicalizationMethod'));
  const certificate = certificateIn(signature);
  const value = Buffer.from(base64In(only(signature, 'ds:SignatureValue')), 'base64');
  const isValue = (text: string) => verify(algorithm, Buffer.from(text), certificate.publicKey, value);
  if (!some(canonicals(signedInfo, form, isMoved), isValue)) throw new SignatureWrong('value');
  return certificate;
}

/** Of what was moved, the exclusive form is what the inclusive one was where it stood: it leaves out what is declared around and not used. */
function* canonicals(element: XmlElement, form: SubtreeC14NOptions, isMoved: boolean): Generator<string> {
  yield canonical(element, form);
  if (isMoved && form.mode === inclusive.mode) yield canonical(element, { ...form, ...exclusive });
}

/** As `some` of an array, but what comes after the first that is right is never made. */
function some(texts: Iterable<string>, isRight: (text: string) => boolean): boolean {
  for (const text of texts) if (isRight(text)) return true;
  return false;
}

/** Canonical form of an element: the element's own method makes an object of every node of the note to look whether it is inside. */
function canonical(element: XmlElement, form: SubtreeC14NOptions): string {
  return element.doc.canonicalizeToString({ ...form, nodeSet: new Set([element]) });
}

/** That the reference is of the note's own content, and of nothing else that has its Id. */
function refersTo(content: XmlElement, reference: XmlElement): void {
  const id = content.attr('Id')?.value ?? '';
  const bearers = content.doc
    .find('//*[@Id]')
    .filter((each) => each instanceof XmlElement && each.attr('Id')?.value === id);
  const uri = reference.attr('URI')?.value;
  if (id === '' || uri !== `#${id}` || bearers.length !== 1) throw new SignatureWrong('form');
}

/**
 * The canonical form that the digest is of. The enveloped signature is beside the content, so that its transform takes nothing away; a
 * reference by Id is to the content without its comments, whatever the form says (XMLDSig 1.0, 4.3.3.3).
 */
function transformOf(reference: XmlElement): SubtreeC14NOptions {
  const transforms = elements(only(reference, 'ds:Transforms'), 'ds:Transform');
  const forms = transforms.filter((each) => each.attr('Algorithm')?.value !== enveloped);
  if (forms.length > 1 || transforms.length - forms.length > 1) throw new SignatureWrong('form');
  return forms[0] ? { ...formOf(forms[0]), withComments: false } : inclusive;
}

function formOf(method: XmlElement): SubtreeC14NOptions {
  const form = known(canonicalForms, method);
  const prefixes = method.get('*[local-name() = "InclusiveNamespaces"]/@PrefixList')?.content;
  return prefixes === undefined ? form : { ...form, inclusiveNamespacePrefixes: prefixes.trim().split(/\s+/) };
}

function certificateIn(signature: XmlElement): X509Certificate {
  const [first] = elements(signature, 'ds:KeyInfo/ds:X509Data/ds:X509Certificate');
  try {
    const certificate = new X509Certificate(Buffer.from(first ? base64In(first) : '', 'base64'));
    if (certificate.publicKey.asymmetricKeyType === 'rsa') return certificate;
  } catch (cause) {
    throw new SignatureWrong('form', { cause });
  }
  throw new SignatureWrong('form');
}

function known<Value>(table: ReadonlyMap<string, Value>, method: XmlElement): Value {
  const found = table.get(method.attr('Algorithm')?.value ?? '');
  if (found === undefined) throw new SignatureWrong('form');
  return found;
}

/** The one child of that name. */
function only(parent: XmlElement, path: string, prefixes = namespaces): XmlElement {
  const [element, ...others] = elements(parent, path, prefixes);
  if (!element || others.length > 0) throw new SignatureWrong('form');
  return element;
}

function elements(from: XmlElement, path: string, prefixes = namespaces): XmlElement[] {
  return from.find(path, prefixes).filter((node) => node instanceof XmlElement);
}

function base64In(element: XmlElement): string {
  return element.content.replace(/\s/g, '');
}
