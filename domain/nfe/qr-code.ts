import { createHash, sign } from 'node:crypto';
import table from '../../tables/endpoints.json' with { type: 'json' };
import type { ClientDocumentType } from '../clients/client-input.ts';
import type { Csc } from '../companies/security-codes.ts';
import type { Environment } from '../companies/settings.ts';
import type { Signer } from '../xml/signature.ts';
import { field, group } from '../xml/writer.ts';

/** The note that the QR code of a coupon is about. */
export type QrCodeSubject = {
  /** Its tpEmis tells whether the note was issued offline. */
  accessKey: string;
  environment: Environment;
  /** dhEmi. */
  issuedAt: string;
  /** vNF, two decimals. */
  total: string;
  /** DigestValue of the signature, in base64. */
  digestValue: string;
  recipient: { document: string; documentType: ClientDocumentType | null };
};

/** What authenticates the QR code: in version 2 the company's CSC; in version 3 its certificate, for notes issued offline only. */
export type QrCodeProof = { version: '2'; csc: Csc } | { version: '3'; signer: Signer };

/**
 * The parameter `p` of the QR code (Manual do DANFE NFC-e e QR Code v6.0; NT 2025.001). For a note issued offline (tpEmis 9) it contains data of the
 * note, because the authority does not have the note yet.
 */
export function qrCodeParameter(subject: QrCodeSubject, proof: QrCodeProof): string {
  const { accessKey, environment } = subject;
  const head = [accessKey, proof.version, environment === 'PRODUCTION' ? '1' : '2'];
  const isOffline = accessKey.charAt(34) === '9';
  switch (proof.version) {
    case '2': {
      const shown = [
        ...head,
        ...(isOffline ? [dayOf(subject), subject.total, hexOf(subject.digestValue)] : []),
        proof.csc.id,
      ];
      return [...shown, hashOf(shown, proof.csc)].join('|');
    }
    case '3': {
      if (!isOffline) return head.join('|');
      const shown = [...head, dayOf(subject), subject.total, ...recipientOf(subject)];
      const signature = sign('RSA-SHA1', Buffer.from(shown.join('|')), proof.signer.key);
      return [...shown, signature.toString('base64')].join('|');
    }
  }
}

function dayOf({ issuedAt }: QrCodeSubject): string {
  return issuedAt.slice(8, 10);
}

/** The characters of the base64 text in hexadecimal, not the bytes that the text encodes. */
function hexOf(digestValue: string): string {
  return Buffer.from(digestValue).toString('hex');
}

function hashOf(shown: string[], { token }: Csc): string {
  return createHash('sha1')
    .update(shown.join('|') + token)
    .digest('hex')
    .toUpperCase();
}

/** tp_idDest and idDest; the number of a foreigner is left out, and both are empty for an unidentified consumer. */
function recipientOf({ recipient: { document, documentType } }: QrCodeSubject): [string, string] {
  switch (documentType) {
    case 'CNPJ':
      return ['1', document];
    case 'CPF':
      return ['2', document];
    case 'FOREIGN':
      return ['3', ''];
    case 'OTHER':
    case null:
      return ['', ''];
  }
}

/**
 * Group ZX, by which a consumer looks the note up, of an NFC-e and of an NF-e in a coupon; both have the same pages (NT 2026.002 v1.11, ZX02-20). It
 * follows the signed element and is not signed itself.
 */
export function layoutInfNFeSupl(state: string, subject: QrCodeSubject, proof: QrCodeProof): string {
  const pages = consumerPagesOf(state, subject.environment);
  return group(
    'infNFeSupl',
    field('qrCode', `${pages.qrCode}?p=${qrCodeParameter(subject, proof)}`), // ZX02
    field('urlChave', pages.accessKey), // ZX03
  );
}

/** Addresses at which a consumer looks a note up: `qrCode` stands before the QR code's parameters, `accessKey` is the page where a key is typed. */
type ConsumerPages = { qrCode: string; accessKey: string };

type StatePages = Record<'production' | 'homologation', { urlQrCode: string; urlChave: string }>;
const published: Record<string, StatePages> = table.nfceQrCode;

/**
 * The pages of a state, spelled as the state does: the authority compares both (rules ZX02-20 and ZX03-20, 395 and 878).
 *
 * @throws TypeError where the table has no such state
 */
function consumerPagesOf(state: string, environment: Environment): ConsumerPages {
  const pages = published[state]?.[environment === 'PRODUCTION' ? 'production' : 'homologation'];
  if (!pages) throw new TypeError(`no pages of NFC-e for "${state}"`);
  return { qrCode: pages.urlQrCode, accessKey: pages.urlChave };
}
