import type { Csc, Csrt } from '../companies/security-codes.ts';
import { type Issuer, qrCodeVersionOf } from '../companies/settings.ts';
import type { ComputedNote } from '../documents/computed-note.ts';
import { DomainError } from '../errors.ts';
import { signElement, type Signer } from '../xml/signature.ts';
import { element } from '../xml/writer.ts';
import type { NoteIdentity } from './layout/ide.ts';
import { layoutNfe } from './layout/inf-nfe.ts';
import { layoutInfNFeSupl, type QrCodeProof } from './qr-code.ts';

/** The keys and codes with which a note is made: the company's certificate, and its CSC and CSRT for the note's environment. */
export type SigningInputs = { signer: Signer; csc: Csc | null; csrt?: Csrt | null };

/**
 * The signed NF-e or NFC-e, byte for byte as it is stored and sent.
 *
 * @throws DomainError `invalid_state` where the company's QR code needs a CSC and there is none
 */
export function buildNfe(
  note: ComputedNote,
  identity: NoteIdentity,
  means: SigningInputs,
): { accessKey: string; xml: string; digestValue: string } {
  const { accessKey, infNFe, issuedAt } = layoutNfe(note, identity, means.csrt);
  const isCoupon = note.printedAs === 'COUPON';
  if (note.model === '55' && !isCoupon) return { accessKey, ...signNfe(infNFe, accessKey, means.signer) };

  const { settings } = note.issuer;
  const { environment } = identity;
  // The QR code of an NF-e has version 3 only (rule ZX02-220, 672).
  const proof: QrCodeProof = isCoupon
    ? { version: '3', signer: means.signer }
    : qrCodeProof(note.issuer, identity, means);
  const recipient = note.recipient ?? { document: '', documentType: null };
  const subject = { accessKey, environment, issuedAt, total: note.totals.note, recipient };
  const signed = signNfe(infNFe, accessKey, means.signer, (digestValue) =>
    layoutInfNFeSupl(settings.address.state, { ...subject, digestValue }, proof),
  );
  return { accessKey, ...signed };
}

/**
 * Whether a signed note is of an issuer without a state registration (C17). Only the XML up to the end of `emit` is searched: groups behind it may
 * have an IE of their own.
 */
export function isOfUnregistered(signedNFe: string): boolean {
  const [before = ''] = signedNFe.split('</emit>', 1);
  return !before.includes('<IE>');
}

/** Whether a signed note is an NF-e in a coupon (tpImp 6). */
export function isInCoupon(signedNFe: string): boolean {
  const [ide = ''] = signedNFe.split('</ide>', 1);
  return ide.includes('<tpImp>6</tpImp>');
}

function qrCodeProof(
  issuer: Pick<Issuer, 'taxId' | 'settings'>,
  { environment }: NoteIdentity,
  { signer, csc }: SigningInputs,
): QrCodeProof {
  const version = qrCodeVersionOf(issuer, csc !== null);
  if (version === '3') return { version, signer };
  if (csc) return { version, csc };
  const message =
    `O QR Code da NFC-e na versão 2 precisa do CSC, e a empresa não tem um em ${environment}. ` +
    'Registre-o com "lavra company csc set", ou use --nfce-qr-code-version 3 em "lavra company set".';
  throw new DomainError('invalid_state', message);
}

/**
 * Signs the `infNFe` of `layoutNfe` and wraps it as the `NFe` that is stored and sent, byte for byte.
 *
 * @param supplement infNFeSupl of an NFC-e or of an NF-e in a coupon, which may contain the digest of the signed element
 */
export function signNfe(
  infNFe: string,
  accessKey: string,
  signer: Signer,
  supplement?: Supplement,
): { xml: string; digestValue: string } {
  return signedEnvelope({ name: 'NFe' }, { element: infNFe, id: `NFe${accessKey}`, supplement }, signer);
}

/** The namespace of every message about an NF-e. */
export const nfeNamespace = 'http://www.portalfiscal.inf.br/nfe';

/** Makes the unsigned part that stands between an element and its signature, from the element's digest. */
type Supplement = (digestValue: string) => string;

/**
 * Signs one element and puts it, followed by its signature, into the root that is sent: NFe, evento or inutNFe.
 *
 * @returns the whole root, and the base64 digest that the authority answers as `digVal`
 */
export function signedEnvelope(
  root: { name: string; versao?: string },
  signed: { element: string; id: string; supplement?: Supplement | undefined },
  signer: Signer,
): { xml: string; digestValue: string } {
  const { element: content, id, supplement } = signed;
  const { signature, digestValue } = signElement({ element: content, id, namespace: nfeNamespace, signer });
  const between = supplement ? supplement(digestValue) : '';
  const { name, ...attributes } = root;
  return { xml: element(name, { xmlns: nfeNamespace, ...attributes }, content, between, signature), digestValue };
}
