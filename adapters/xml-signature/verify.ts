import type { X509Certificate } from 'node:crypto';
import { type XmlDocument, XmlElement } from 'libxml2-wasm';
import { holderOf } from '../../domain/companies/certificate.ts';
import { nfeNamespace } from '../../domain/nfe/build-nfe.ts';
import type { SchemaType, SignatureCheck } from '../../domain/received/kinds.ts';
import { taxIdRoot } from '../../domain/tax-id.ts';
import { checkSigned, parseSigned, type SignatureReason, SignatureWrong } from './enveloped-signature.ts';

/**
 * Verifies the signature of a received file, which is kept whatever the result. Null for summaries, which have none, and for events of NFS-e, which
 * are not checked.
 */
export function verifyReceived(schemaType: SchemaType, xml: string): SignatureCheck | null {
  switch (schemaType) {
    case 'PROC_NFE':
    case 'PROC_EVENTO':
      return verifyNfeSignature(xml);
    case 'NFSE':
      return ofNfse(xml);
    case 'RES_NFE':
    case 'RES_EVENTO':
    case 'EVENTO_NFSE':
      return null;
  }
}

function ofNfse(xml: string): SignatureCheck {
  try {
    verifyNfseSignature(xml);
    return valid;
  } catch (error) {
    if (!(error instanceof SignatureRefused)) throw error;
    return { state: 'INVALID', reason: error.message };
  }
}

const nfeSentences: Record<SignatureReason, string> = {
  digest: 'O conteúdo do documento não é o que foi assinado',
  value: 'A assinatura do documento não é da chave do certificado que ele traz',
  form: 'O documento não traz uma assinatura no formato da NF-e',
};

const namespaces = { n: nfeNamespace, ds: 'http://www.w3.org/2000/09/xmldsig#' };

/**
 * Verifies the issuer's signature of an nfeProc, or the author's of a procEventoNFe: that the content was signed with the certificate's key, and that
 * the certificate is of a CNPJ with the same root as the issuer's or author's, or of the same CPF. Who issued the certificate is not checked: the
 * authority did that.
 */
function verifyNfeSignature(xml: string): SignatureCheck {
  let document: XmlDocument | null = null;
  try {
    document = parseSigned(xml);
    return checkOfNfe(document.root);
  } catch (error) {
    if (!(error instanceof SignatureWrong)) throw error;
    return { state: 'INVALID', reason: nfeSentences[error.reason] };
  } finally {
    document?.dispose();
  }
}

function checkOfNfe(root: XmlElement): SignatureCheck {
  const holder = elementAt(root, 'n:NFe') ?? elementAt(root, 'n:evento');
  if (!holder || !elementAt(holder, 'ds:Signature')) {
    return { state: 'ABSENT', reason: 'O documento não traz assinatura' };
  }
  const content = { namespace: nfeNamespace, name: holder.name === 'NFe' ? 'infNFe' : 'infEvento' };
  const certificate = checkSigned({ holder, content, isMoved: true });
  const signer = holder.name === 'NFe' ? issuerOf(holder) : authorOf(holder);
  return signer === null ? valid : ownership(certificate, signer);
}

const valid: SignatureCheck = { state: 'VALID', reason: null };

/** The CNPJ or CPF by which a note must be signed; null where others may sign for its issuer. */
function issuerOf(note: XmlElement): string | null {
  const [series, tpEmis] = ['serie', 'tpEmis'].map((name) => textAt(note, `n:infNFe/n:ide/n:${name}`) ?? '');
  if (isSignedByOthers(Number(series), tpEmis)) return null;
  return textAt(note, 'n:infNFe/n:emit/n:CNPJ') ?? textAt(note, 'n:infNFe/n:emit/n:CPF');
}

/** The same for an event; null for a person's event about a note that others sign for him. */
function authorOf(event: XmlElement): string | null {
  const key = textAt(event, 'n:infEvento/n:chNFe') ?? '';
  const isOthers = isSignedByOthers(Number(key.slice(22, 25)), key.charAt(34));
  return textAt(event, 'n:infEvento/n:CNPJ') ?? (isOthers ? null : textAt(event, 'n:infEvento/n:CPF'));
}

/**
 * Whether others than the issuer sign: notes of series 890 to 919 are issued on the tax office's own site, those of 970 to 989 are signed by a
 * provider, and notes of Nota Fiscal Fácil (tpEmis 3) by its operator (field B07 in MOC 7.0, NT 2018.001 v1.10 and NT 2021.002).
 */
function isSignedByOthers(series: number, tpEmis: string | undefined): boolean {
  return (series >= 890 && series <= 919) || (series >= 970 && series <= 989) || tpEmis === '3';
}

function ownership(certificate: X509Certificate, taxId: string): SignatureCheck {
  const holder = holderOf(certificate);
  if (holder !== null && taxIdRoot(holder) === taxIdRoot(taxId)) return valid;
  const whose = holder === null ? 'não traz CNPJ nem CPF' : `é de ${holder}`;
  return { state: 'INVALID', reason: `O certificado da assinatura ${whose}, e o documento é de ${taxId}` };
}

function textAt(from: XmlElement, path: string): string | null {
  return elementAt(from, path)?.content.trim() || null;
}

function elementAt(from: XmlElement, path: string): XmlElement | null {
  const found = from.get(path, namespaces);
  return found instanceof XmlElement ? found : null;
}

const nfseSentences: Record<SignatureReason, string> = {
  digest: 'o conteúdo da NFS-e não é o que foi assinado',
  value: 'a assinatura da NFS-e não é da chave do certificado que ela traz',
  form: 'a NFS-e não traz uma assinatura no formato do sistema nacional',
};

/** The signature of an NFS-e is not valid; the message is a clause in Portuguese. */
export class SignatureRefused extends Error {
  readonly code = 'SignatureRefused';
  readonly reason: SignatureReason;

  constructor(reason: SignatureReason, options?: ErrorOptions) {
    super(nfseSentences[reason], options);
    this.name = 'SignatureRefused';
    this.reason = reason;
  }
}

const nfseContent = { namespace: 'http://www.sped.fazenda.gov.br/nfse', name: 'infNFSe' };

/**
 * Verifies that the infNFSe of an NFS-e was signed with the key of the certificate in it (XMLDSig, with the algorithms that the national system and
 * municipalities are known to use). Neither the certificate's holder nor its issuer is checked.
 *
 * @throws SignatureRefused
 */
export function verifyNfseSignature(xml: string): void {
  try {
    const document = parseSigned(xml);
    try {
      checkSigned({ holder: document.root, content: nfseContent });
    } finally {
      document.dispose();
    }
  } catch (cause) {
    if (cause instanceof SignatureWrong) throw new SignatureRefused(cause.reason, { cause });
    throw cause;
  }
}
