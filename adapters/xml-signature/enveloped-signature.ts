import { createHash, verify, X509Certificate } from 'node:crypto';
import { type SubtreeC14NOptions, XmlC14NMode, XmlDocument, XmlElement } from 'libxml2-wasm';
import { readXml } from '../../domain/xml/reader.ts';

/** What is wrong: the digest of the signed content, the signature value, or the form of the signature. */
export type SignatureReason = 'digest' | 'value' | 'form';

/** A signature is not valid. The callers, which know the kind of document, turn it into a sentence. */
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
/** Canonicalization methods by their URIs, to which `#WithComments` or `WithComments` may be added. */
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
 * Parses a document from outside; the caller disposes of it. A text with `<!DOCTYPE` goes first through our own reader, which refuses a DTD and
 * allows these letters in a comment: libxml2 would expand the entities of a DTD.
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

/** What is signed, and where its signature is. */
export type SignedContent = {
  /** The element that contains both. */
  holder: XmlElement;
  /** Namespace and name of the signed element. */
  content: { namespace: string; name: string };
  /** Whether it was signed as a document of its own and then put into another one: namespaces that are declared around it were not signed. */
  isMoved?: boolean;
};

/**
 * Checks that the content was signed with the key of the certificate in the signature.
 *
 * @returns that certificate: neither its holder nor its issuer is checked
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

/**
 * The canonical texts that may have been signed. Of moved content that is also the exclusive form, which leaves out the namespaces that are declared
 * around it and not used.
 */
function* canonicals(element: XmlElement, form: SubtreeC14NOptions, isMoved: boolean): Generator<string> {
  yield canonical(element, form);
  if (isMoved && form.mode === inclusive.mode) yield canonical(element, { ...form, ...exclusive });
}

/** Like `Array.some`, but makes no text after the first that is right. */
function some(texts: Iterable<string>, isRight: (text: string) => boolean): boolean {
  for (const text of texts) if (isRight(text)) return true;
  return false;
}

/** Canonical form of an element. The element's own method is slow: it makes an object of every node of the document to test whether it is inside. */
function canonical(element: XmlElement, form: SubtreeC14NOptions): string {
  return element.doc.canonicalizeToString({ ...form, nodeSet: new Set([element]) });
}

/** Throws unless the reference is to the content's Id, and no other element has the same Id. */
function refersTo(content: XmlElement, reference: XmlElement): void {
  const id = content.attr('Id')?.value ?? '';
  const bearers = content.doc
    .find('//*[@Id]')
    .filter((each) => each instanceof XmlElement && each.attr('Id')?.value === id);
  const uri = reference.attr('URI')?.value;
  if (id === '' || uri !== `#${id}` || bearers.length !== 1) throw new SignatureWrong('form');
}

/**
 * The canonical form of which the digest was made. The enveloped-signature transform removes nothing, because the signature is beside the content. A
 * reference by Id leaves comments out, whatever the form says (XMLDSig 1.0, 4.3.3.3).
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

/** The only child of that name; throws where there is none or more than one. */
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
