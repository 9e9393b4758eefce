import type { X509Certificate } from 'node:crypto';
import { type SignatureReason, SignatureWrong } from '../../../adapters/xml-signature/enveloped-signature.ts';
import { type Signers, signersOf } from '../../../adapters/xml-signature/signers.ts';
import { CertificateRefused } from '../../../domain/companies/certificate-refused.ts';
import { chainOf, holderOf } from '../../../domain/companies/certificate.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { taxIdRoot } from '../../../domain/tax-id.ts';
import type { Report } from './closing-faults.ts';

const sentences: Record<SignatureReason, string> = {
  digest: 'O conteúdo não é o que foi assinado',
  value: 'A assinatura não é da chave do certificado que o arquivo traz',
  form: 'O arquivo não traz uma assinatura no formato do seu leiaute',
};

/** A document whose signatures are checked. */
export type SignedFile = {
  name: string;
  xml: string;
  /** When it was authorized; it was signed just before. */
  at: Date;
  /** CNPJ or CPF that must have signed it; null where none is prescribed. */
  by: string | null;
};

type Parts = {
  /** Root and intermediate certificates; null where chains are not checked. */
  trusted: X509Certificate[] | null;
  report: Report;
};

/** Makes a checker of signatures and of the certificates that made them. Each certificate is checked once, and its faults are reported once. */
export function signatureChecker({ trusted, report }: Parts): {
  /** Whether a file has all signatures, by whoever must sign; other faults are only reported. */
  check: (file: SignedFile) => boolean;
} {
  const holders = new Map<string, string | null>();
  const chained = new Set<string>();

  function check(file: SignedFile): boolean {
    const signers = signersIn(file);
    if (signers === null) return false;
    const isOwners = signers.declared === null || checkOwner(signers.declared, file);
    for (const certificate of [signers.declared, signers.authority]) {
      if (certificate === null) continue;
      checkTime(certificate, file);
      checkChain(certificate, file);
    }
    return isOwners;
  }

  function signersIn({ name, xml }: SignedFile): Signers | null {
    try {
      return signersOf(xml);
    } catch (error) {
      if (!(error instanceof SignatureWrong)) throw error;
      report('wrong_signature', name, sentences[error.reason]);
      return null;
    }
  }

  /** Whether the certificate may sign for this taxpayer: that of a head office signs for its branches, that of a person only for the person. */
  function checkOwner(certificate: X509Certificate, { name, by }: SignedFile): boolean {
    if (by === null) return true;
    const known = holders.get(certificate.fingerprint256);
    const holder = known === undefined ? holderOf(certificate) : known;
    holders.set(certificate.fingerprint256, holder);
    if (holder !== null && taxIdRoot(holder) === taxIdRoot(by)) return true;
    const whose = holder === null ? 'não traz CNPJ nem CPF' : `é de ${taxIdMask(holder)}`;
    report('wrong_certificate', name, `O certificado da assinatura ${whose}, e quem assina deve ser ${taxIdMask(by)}`);
    return false;
  }

  function checkTime({ validFromDate, validToDate }: X509Certificate, { name, at }: SignedFile): void {
    if (validFromDate <= at && at <= validToDate) return;
    const valid = `de ${brasiliaDay(validFromDate)} a ${brasiliaDay(validToDate)}`;
    report('wrong_certificate', name, `O certificado valia ${valid}, e a assinatura é de ${brasiliaDay(at)}`);
  }

  function checkChain(certificate: X509Certificate, { name, at }: SignedFile): void {
    if (trusted === null || chained.has(certificate.fingerprint256)) return;
    chained.add(certificate.fingerprint256);
    try {
      chainOf(certificate, { file: [], trusted, now: at });
    } catch (error) {
      if (!(error instanceof CertificateRefused)) throw error;
      report('untrusted_certificate', name, error.message);
    }
  }

  return { check };
}
