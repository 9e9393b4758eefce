import { createHash, sign } from 'node:crypto';
import table from '../../tables/endpoints.json' with { type: 'json' };
import type { ClientDocumentType } from '../clients/client-input.ts';
import type { Csc } from '../companies/security-codes.ts';
import type { Environment } from '../companies/settings.ts';
import type { Signer } from '../xml/signature.ts';
import { field, group } from '../xml/writer.ts';

/** What the QR code of an NFC-e says of its note. */
export type QrCodeSubject = {
  /** Says by its tpEmis whether the note was issued offline. */
  accessKey: string;
  environment: Environment;
  /** dhEmi. */
  issuedAt: string;
  /** vNF, two decimals. */
  total: string;
  /** Base64, as in the signature. */
  digestValue: string;
  recipient: { document: string; documentType: ClientDocumentType | null };
};

/** What proves the QR code: the company's CSC in version 2; its certificate in version 3, and only offline. */
export type QrCodeProof = { version: '2'; csc: Csc } | { version: '3'; signer: Signer };

/**
 * The parameter `p` of the QR code (Manual do DANFE NFC-e e QR Code v6.0; NT 2025.001). For a note issued offline (tpEmis 9) it also has
 * data of the note itself, because the authority does not know the note yet.
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

/** Hexadecimal of the base64 text itself, not of the bytes that it encodes. */
function hexOf(digestValue: string): string {
  return Buffer.from(digestValue).toString('hex');
}

function hashOf(shown: string[], { token }: Csc): string {
  return createHash('sha1')
    .update(shown.join('|') + token)
    .digest('hex')
    .toUpperCase();
}

/** tp_idDest and idDest; a foreigner's number is left out, and both are empty for an unidentified consumer. */
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

/** Group ZX of an NFC-e, and of an NF-e in a coupon, whose pages are the same (NT 2026.002 v1.11, ZX02-20): how the consumer looks it up. It follows the signed element and is not signed itself. */
export function layoutInfNFeSupl(state: string, subject: QrCodeSubject, proof: QrCodeProof): string {
  const pages = consumerPagesOf(state, subject.environment);
  return group(
    'infNFeSupl',
    field('qrCode', `${pages.qrCode}?p=${qrCodeParameter(subject, proof)}`), // ZX02
    field('urlChave', pages.accessKey), // ZX03
  );
}

/** Where a consumer looks an NFC-e up: `qrCode` is the address in front of the QR code's parameters, `accessKey` the page for the key. */
type ConsumerPages = { qrCode: string; accessKey: string };

type StatePages = Record<'production' | 'homologation', { urlQrCode: string; urlChave: string }>;
const published: Record<string, StatePages> = table.nfceQrCode;

/**
 * The pages of a state, as it spells them: the authority compares both (rules ZX02-20 and ZX03-20, 395 and 878).
 *
 * @throws TypeError where the table has no such state
 */
function consumerPagesOf(state: string, environment: Environment): ConsumerPages {
  const pages = published[state]?.[environment === 'PRODUCTION' ? 'production' : 'homologation'];
  if (!pages) throw new TypeError(`no pages of NFC-e for "${state}"`);
  return { qrCode: pages.urlQrCode, accessKey: pages.urlChave };
}
