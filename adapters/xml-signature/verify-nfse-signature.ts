import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { type SubtreeC14NOptions, XmlC14NMode, XmlDocument, XmlElement } from 'libxml2-wasm';
import { readXml } from '../../domain/xml/reader.ts';

/** What is wrong: the digest of what was signed, the value made with the key, or the form of the signature. */
export type SignatureReason = 'digest' | 'value' | 'form';

const sentences: Record<SignatureReason, string> = {
  digest: 'o conteúdo da NFS-e não é o que foi assinado',
  value: 'a assinatura da NFS-e não é da chave do certificado que ela traz',
  form: 'a NFS-e não traz uma assinatura no formato do sistema nacional',
};

/** The signature of an NFS-e does not hold; the words are a clause in Portuguese. */
export class SignatureRefused extends Error {
  readonly code = 'SignatureRefused';
  readonly reason: SignatureReason;

  constructor(reason: SignatureReason, options?: ErrorOptions) {
    super(sentences[reason], options);
    this.name = 'SignatureRefused';
    this.reason = reason;
  }
}

const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';
const enveloped = `${xmldsig}enveloped-signature`;
const namespaces = { ds: xmldsig, n: 'http://www.sped.fazenda.gov.br/nfse' };

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
 * Verifies that an NFS-e is what the holder of the certificate in it signed: XMLDSig over infNFSe, in the algorithms that the national
 * system and municipalities are seen to use. Whose certificate it is, and who vouches for it, is not judged.
 *
 * @throws SignatureRefused
 */
export function verifyNfseSignature(xml: string): void {
  const document = parse(xml);
  try {
    check(document);
  } finally {
    document.dispose();
  }
}

/** libxml2 knows entities: what has a DTD does not get to it. Without these letters there is none, and with them a comment may have them. */
function parse(xml: string): XmlDocument {
  try {
    if (xml.includes('<!DOCTYPE')) readXml(xml);
    return XmlDocument.fromString(xml);
  } catch (cause) {
    throw new SignatureRefused('form', { cause });
  }
}

function check(document: XmlDocument): void {
  const content = only(document.root, 'n:infNFSe');
  const signature = only(document.root, 'ds:Signature');
  const signedInfo = only(signature, 'ds:SignedInfo');
  const reference = only(signedInfo, 'ds:Reference');
  refersTo(content, reference);

  const digest = createHash(known(digests, only(reference, 'ds:DigestMethod')))
    .update(canonical(content, transformOf(reference)))
    .digest('base64');
  if (digest !== base64In(only(reference, 'ds:DigestValue'))) throw new SignatureRefused('digest');

  const algorithm = known(signatures, only(signedInfo, 'ds:SignatureMethod'));
  const statement = canonical(signedInfo, formOf(only(signedInfo, 'ds:CanonicalizationMethod')));
  const publicKey = publicKeyIn(signature);
  const value = Buffer.from(base64In(only(signature, 'ds:SignatureValue')), 'base64');
  if (!verify(algorithm, Buffer.from(statement), publicKey, value)) throw new SignatureRefused('value');
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
  if (id === '' || uri !== `#${id}` || bearers.length !== 1) throw new SignatureRefused('form');
}

/**
 * The canonical form that the digest is of. The enveloped signature is beside the content, so that its transform takes nothing away; a
 * reference by Id is to the content without its comments, whatever the form says (XMLDSig 1.0, 4.3.3.3).
 */
function transformOf(reference: XmlElement): SubtreeC14NOptions {
  const transforms = elements(only(reference, 'ds:Transforms'), 'ds:Transform');
  const forms = transforms.filter((each) => each.attr('Algorithm')?.value !== enveloped);
  if (forms.length > 1 || transforms.length - forms.length > 1) throw new SignatureRefused('form');
  return forms[0] ? { ...formOf(forms[0]), withComments: false } : inclusive;
}

function formOf(method: XmlElement): SubtreeC14NOptions {
  const form = known(canonicalForms, method);
  const prefixes = method.get('*[local-name() = "InclusiveNamespaces"]/@PrefixList')?.content;
  return prefixes === undefined ? form : { ...form, inclusiveNamespacePrefixes: prefixes.trim().split(/\s+/) };
}

function publicKeyIn(signature: XmlElement): KeyObject {
  const [first] = elements(signature, 'ds:KeyInfo/ds:X509Data/ds:X509Certificate');
  try {
    const { publicKey } = new X509Certificate(Buffer.from(first ? base64In(first) : '', 'base64'));
    if (publicKey.asymmetricKeyType === 'rsa') return publicKey;
  } catch (cause) {
    throw new SignatureRefused('form', { cause });
  }
  throw new SignatureRefused('form');
}

function known<Value>(table: ReadonlyMap<string, Value>, method: XmlElement): Value {
  const found = table.get(method.attr('Algorithm')?.value ?? '');
  if (found === undefined) throw new SignatureRefused('form');
  return found;
}

/** The one child of that name. */
function only(parent: XmlElement, path: string): XmlElement {
  const [element, ...others] = elements(parent, path);
  if (!element || others.length > 0) throw new SignatureRefused('form');
  return element;
}

function elements(from: XmlElement, path: string): XmlElement[] {
  return from.find(path, namespaces).filter((node) => node instanceof XmlElement);
}

function base64In(element: XmlElement): string {
  return element.content.replace(/\s/g, '');
}
