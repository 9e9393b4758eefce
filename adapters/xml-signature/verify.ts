import type { X509Certificate } from 'node:crypto';
import { type XmlDocument, XmlElement } from 'libxml2-wasm';
import { holderOf } from '../../domain/companies/certificate.ts';
import { nfeNamespace } from '../../domain/nfe/build-nfe.ts';
import type { SchemaType, SignatureCheck } from '../../domain/received/kinds.ts';
import { checkSigned, parseSigned, type SignatureReason, SignatureWrong } from './enveloped-signature.ts';

/** Verifies the signature of a received file, which is kept whatever comes of it; null for summaries, which have none, and for events of NFS-e. */
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
    return { verdict: 'INVALID', reason: error.message };
  }
}

const nfeSentences: Record<SignatureReason, string> = {
  digest: 'O conteúdo do documento não é o que foi assinado',
  value: 'A assinatura do documento não é da chave do certificado que ele traz',
  form: 'O documento não traz uma assinatura no formato da NF-e',
};

const namespaces = { n: nfeNamespace, ds: 'http://www.w3.org/2000/09/xmldsig#' };

/**
 * Verifies the issuer's own signature of an nfeProc, or the author's of a procEventoNFe: that the content is what was signed, and that the
 * certificate's CNPJ has the root of whose document it is. Who vouches for the certificate is not judged: the authority did.
 */
function verifyNfeSignature(xml: string): SignatureCheck {
  let document: XmlDocument | null = null;
  try {
    document = parseSigned(xml);
    return verdictOnNfe(document.root);
  } catch (error) {
    if (!(error instanceof SignatureWrong)) throw error;
    return { verdict: 'INVALID', reason: nfeSentences[error.reason] };
  } finally {
    document?.dispose();
  }
}

function verdictOnNfe(root: XmlElement): SignatureCheck {
  const holder = elementAt(root, 'n:NFe') ?? elementAt(root, 'n:evento');
  if (!holder || !elementAt(holder, 'ds:Signature')) {
    return { verdict: 'ABSENT', reason: 'O documento não traz assinatura' };
  }
  const content = { namespace: nfeNamespace, name: holder.name === 'NFe' ? 'infNFe' : 'infEvento' };
  const certificate = checkSigned({ holder, content, isMoved: true });
  const signer = holder.name === 'NFe' ? issuerOf(holder) : textAt(holder, 'n:infEvento/n:CNPJ');
  return signer === null ? valid : ownership(certificate, signer);
}

const valid: SignatureCheck = { verdict: 'VALID', reason: null };

/** The CNPJ of who must have signed a note; null where nobody in particular must: a person's certificate has none, and the tax office signs its own. */
function issuerOf(note: XmlElement): string | null {
  return isOfTaxOffice(textAt(note, 'n:infNFe/n:ide/n:serie')) ? null : textAt(note, 'n:infNFe/n:emit/n:CNPJ');
}

/** Series 890 to 919: issued at the tax office's own site (MOC 7.0, B07). */
function isOfTaxOffice(series: string | null): boolean {
  return series !== null && Number(series) >= 890 && Number(series) <= 919;
}

function ownership(certificate: X509Certificate, taxId: string): SignatureCheck {
  const holder = holderOf(certificate);
  if (holder?.slice(0, 8) === taxId.slice(0, 8)) return valid;
  const whose = holder === null ? 'não traz CNPJ' : `é de ${holder}`;
  return { verdict: 'INVALID', reason: `O certificado da assinatura ${whose}, e o documento é de ${taxId}` };
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

/** The signature of an NFS-e does not hold; the words are a clause in Portuguese. */
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
 * Verifies that an NFS-e is what the holder of the certificate in it signed: XMLDSig over infNFSe, in the algorithms that the national
 * system and municipalities are seen to use. Whose certificate it is, and who vouches for it, is not judged.
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
