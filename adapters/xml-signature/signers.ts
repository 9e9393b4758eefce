import type { X509Certificate } from 'node:crypto';
import { XmlElement } from 'libxml2-wasm';
import { nfeNamespace } from '../../domain/nfe/build-nfe.ts';
import { checkSigned, parseSigned, SignatureWrong } from './enveloped-signature.ts';

const nfseNamespace = 'http://www.sped.fazenda.gov.br/nfse';

type Place = { namespace: string; root: RegExp; holder: string; content: string; isMoved: boolean; isOptional?: true };

const ofNfe = { namespace: nfeNamespace, isMoved: true };
const ofNfse = { namespace: nfseNamespace };

/** Where the signature of the issuer or declarant is in each kind of document, and that of the authority around it. */
const places: Record<'declared' | 'authority', Place[]> = {
  declared: [
    { ...ofNfe, root: /^nfeProc$/, holder: 'n:NFe', content: 'infNFe' },
    { ...ofNfe, root: /^procEventoNFe$/, holder: 'n:evento', content: 'infEvento' },
    { ...ofNfe, root: /^[Pp]rocInutNFe$/, holder: 'n:inutNFe', content: 'infInut' },
    { ...ofNfse, root: /^NFSe$/, holder: 'n:infNFSe/n:DPS', content: 'infDPS', isMoved: true },
    // An event that the authority registers by itself has no request with a signature.
    {
      ...ofNfse,
      ...{ root: /^evento$/, holder: 'n:infEvento/n:pedRegEvento', content: 'infPedReg', isMoved: true },
      isOptional: true,
    },
  ],
  authority: [
    { ...ofNfse, root: /^NFSe$/, holder: '.', content: 'infNFSe', isMoved: false },
    { ...ofNfse, root: /^evento$/, holder: '.', content: 'infEvento', isMoved: false },
  ],
};

/** The certificates of a document's signatures. */
export type Signers = {
  /** That of the issuer, or of whoever asked for an event or an inutilization; null where an authority registered the event by itself. */
  declared: X509Certificate | null;
  /** That of the national system, around an NFS-e and its events; null where the layout has none. */
  authority: X509Certificate | null;
};

/**
 * Checks every signature of a note, event or inutilization as an authority registered it.
 *
 * @returns the certificates: neither their holders nor their issuers are checked
 * @throws SignatureWrong
 */
export function signersOf(xml: string): Signers {
  const document = parseSigned(xml);
  try {
    const { root } = document;
    const signers = { declared: signerAt(root, places.declared), authority: signerAt(root, places.authority) };
    if (!signers.declared && !signers.authority) throw new SignatureWrong('form');
    return signers;
  } finally {
    document.dispose();
  }
}

function signerAt(root: XmlElement, among: readonly Place[]): X509Certificate | null {
  const place = among.find((each) => each.root.test(root.name) && each.namespace === root.namespaceUri);
  if (!place) return null;
  const { namespace, holder: path, content: name, isMoved, isOptional } = place;
  const holder = root.get(path, { n: namespace });
  if (!(holder instanceof XmlElement)) throw new SignatureWrong('form');
  if (isOptional && !holder.get('ds:Signature', { ds: 'http://www.w3.org/2000/09/xmldsig#' })) return null;
  return checkSigned({ holder, content: { namespace, name }, isMoved });
}
