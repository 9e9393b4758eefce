import type { X509Certificate } from 'node:crypto';
import { type XmlDocument, XmlElement } from 'libxml2-wasm';
import { holderOf } from '../../domain/companies/certificate-holder.ts';
import { nfeNamespace } from '../../domain/nfe/signed-envelope.ts';
import { checkSigned, parseSigned, type SignatureReason, SignatureWrong } from './enveloped-signature.ts';

/** What the signature of a document that somebody else issued is worth; `reason` is in Portuguese, null for a valid one. */
export type SignatureVerdict = { verdict: 'VALID'; reason: null } | { verdict: 'INVALID' | 'ABSENT'; reason: string };

const sentences: Record<SignatureReason, string> = {
  digest: 'O conteúdo do documento não é o que foi assinado',
  value: 'A assinatura do documento não é da chave do certificado que ele traz',
  form: 'O documento não traz uma assinatura no formato da NF-e',
};

const namespaces = { n: nfeNamespace, ds: 'http://www.w3.org/2000/09/xmldsig#' };

/**
 * Judges the issuer's own signature of an nfeProc, or the author's of a procEventoNFe: that the content is what was signed, and that the
 * certificate's CNPJ has the root of whose document it is. Who vouches for the certificate is not judged: the authority did.
 */
export function verifyNfeSignature(xml: string): SignatureVerdict {
  let document: XmlDocument | null = null;
  try {
    document = parseSigned(xml);
    return judge(document.root);
  } catch (error) {
    if (!(error instanceof SignatureWrong)) throw error;
    return { verdict: 'INVALID', reason: sentences[error.reason] };
  } finally {
    document?.dispose();
  }
}

function judge(root: XmlElement): SignatureVerdict {
  const holder = elementAt(root, 'n:NFe') ?? elementAt(root, 'n:evento');
  if (!holder || !elementAt(holder, 'ds:Signature')) {
    return { verdict: 'ABSENT', reason: 'O documento não traz assinatura' };
  }
  const content = { namespace: nfeNamespace, name: holder.name === 'NFe' ? 'infNFe' : 'infEvento' };
  const certificate = checkSigned({ holder, content, isMoved: true });
  const said = holder.name === 'NFe' ? issuerOf(holder) : textAt(holder, 'n:infEvento/n:CNPJ');
  return said === null ? valid : ownership(certificate, said);
}

const valid: SignatureVerdict = { verdict: 'VALID', reason: null };

/** The CNPJ of who must have signed a note; null where nobody in particular must: a person's certificate has none, and the tax office signs its own. */
function issuerOf(note: XmlElement): string | null {
  return isOfTaxOffice(textAt(note, 'n:infNFe/n:ide/n:serie')) ? null : textAt(note, 'n:infNFe/n:emit/n:CNPJ');
}

/** Series 890 to 919: issued at the tax office's own site (MOC 7.0, B07). */
function isOfTaxOffice(series: string | null): boolean {
  return series !== null && Number(series) >= 890 && Number(series) <= 919;
}

function ownership(certificate: X509Certificate, taxId: string): SignatureVerdict {
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
