import { createHash } from 'node:crypto';
import { SignatureWrong } from '../../adapters/xml-signature/enveloped-signature.ts';
import { signersOf } from '../../adapters/xml-signature/signers.ts';
import { verifyReceived } from '../../adapters/xml-signature/verify.ts';
import { holderOf } from '../../domain/companies/certificate.ts';
import { PastRefused } from '../../domain/past/past-refused.ts';
import { type PastXml, readPast } from '../../domain/past/read-past.ts';
import { type FileOwnership, ownershipOf } from '../../domain/past/file-ownership.ts';
import type { SignatureCheck } from '../../domain/received/kinds.ts';
import { taxIdRoot } from '../../domain/tax-id.ts';

/** A file as it lies in a folder or a ZIP. */
export type PastSource = { name: string; content: Buffer };

/** A file that can be kept. */
export type ExaminedFile = {
  xml: Buffer;
  sha256: string;
  says: PastXml;
  whose: FileOwnership;
  signature: SignatureCheck | null;
};

/** SHA-256 of a file, in lowercase hex. */
export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Reads a file and checks its signatures: it was signed by whoever has to sign, and what an authority registered has the digest that its protocol
 * names. So a file that somebody has changed is refused.
 *
 * @param taxId CNPJ or CPF of the company whose files these are
 * @throws PastRefused
 */
export function examineFile({ content, sha256 }: { content: Buffer; sha256: string }, taxId: string): ExaminedFile {
  const says = readPast(content);
  const whose = ownershipOf(says, taxId);
  return { xml: content, sha256, says, whose, signature: verified(says, textOf(content)) };
}

/** The text without a byte order mark, which editors add and which was not signed. */
function textOf(content: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(content);
}

function verified(says: PastXml, xml: string): SignatureCheck | null {
  if (says.kind === 'range') return signedBy(xml, says.taxId);
  const { schemaType } = says.arrival;
  if (schemaType === 'EVENTO_NFSE') return signedBy(xml, null);
  const check = verifyReceived(schemaType, xml);
  if (check !== null && check.state !== 'VALID') throw wrongSignature(check.reason ?? 'A assinatura não confere');
  return check;
}

/** @param taxId null where somebody else signs, such as the national system */
function signedBy(xml: string, taxId: string | null): null {
  let certificate;
  try {
    certificate = signersOf(xml).declared;
  } catch (cause) {
    if (!(cause instanceof SignatureWrong)) throw cause;
    throw wrongSignature('A assinatura não confere com o conteúdo', { cause });
  }
  if (taxId === null || certificate === null) return null;
  const holder = holderOf(certificate);
  if (holder === null || taxIdRoot(holder) !== taxIdRoot(taxId)) {
    throw wrongSignature(
      `O certificado da assinatura é de ${holder ?? 'quem não tem CNPJ nem CPF'}, e o documento é de ${taxId}`,
    );
  }
  return null;
}

function wrongSignature(clause: string, options?: ErrorOptions): PastRefused {
  return new PastRefused('wrong_signature', `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`, options);
}
