import { type DocumentType, traitsOf } from '../document-types.ts';
import type { Fault } from '../faults.ts';
import { brasiliaDay, shortDay } from '../fiscal-time.ts';
import { exhaustedInWords, placesLeft, type QuotaStanding } from './quota.ts';
import { type CompanySettings, seriesOf } from './settings.ts';

/** What a company needs besides the sale itself in order to issue: the facts that decide whether its next document can be signed and numbered. */
export type IssuingMeans = {
  /** When its newest active certificate ends; null where it has none. */
  certificateEnds: Date | null;
  /** Whether it has a CSC in the environment of the document. */
  hasCsc: boolean;
  /** Null while the company is not filled in; the check of the sale already finds that fault. */
  settings: CompanySettings | null;
  /** What is known of the company's municipality, and fresh enough to rely on; null for notes of goods, and where only the authority can tell. */
  municipality: KnownMunicipality | null;
};

/** Whether the national system takes the DPS of a municipality. */
export type KnownMunicipality = {
  /** Null where only the authority can tell. */
  isActive: boolean | null;
  /** When the authority or the operator said so; null where nothing is known. */
  asOf: Date | null;
  /** The service's own words. */
  message: string | null;
};

/** What a company lacks at `now` to issue a document of the type; each fault says how to mend it. */
export function missingMeans(
  type: DocumentType,
  { certificateEnds, hasCsc, settings, municipality }: IssuingMeans,
  now: Date,
): Fault[] {
  const certificate = noCertificateReason(certificateEnds) ?? expiredCertificateReason(certificateEnds, now);
  const unsupported = municipality && unsupportedMunicipality(settings, municipality);
  return [
    ...(certificate
      ? [{ code: 'certificate_missing', path: 'company.certificate', message: certificate } as const]
      : []),
    ...(settings ? [...missingSeries(type, settings), ...missingCsc(type, settings, hasCsc)] : []),
    ...(unsupported ? [{ code: 'invalid_state', path: 'company.address', message: unsupported } as const] : []),
  ];
}

/** Why the national system takes no NFS-e of a municipality, in Portuguese; null where it does, or where that is not known. */
export function unsupportedMunicipality(
  settings: CompanySettings | null,
  { isActive, asOf, message }: KnownMunicipality,
): string | null {
  if (isActive !== false) return null;
  const city = settings?.address.city ?? 'O município da empresa';
  const known = asOf ? `, até onde se sabe em ${dayOf(asOf)}` : '';
  const words = message ? ` (${message.replace(/[.\s]+$/, '')})` : '';
  return (
    `${city} não emite pela SEFIN Nacional${known}${words}. ` +
    'Emita no sistema do município ou, se isso mudou, diga-o com "lavra company set --nfse-municipality on".'
  );
}

/** Why nothing can be signed without a certificate, in Portuguese; null where the company has one. */
export function noCertificateReason(ends: Date | null): string | null {
  if (ends) return null;
  return 'A empresa não tem certificado A1. Peça a quem opera o serviço que cadastre um com "lavra certificate add".';
}

/** Why nothing can be signed with an expired certificate, in Portuguese; null where it is valid, or there is none. */
export function expiredCertificateReason(ends: Date | null, now: Date): string | null {
  if (!ends || ends > now) return null;
  return `O certificado A1 da empresa venceu em ${dayOf(ends)}. Cadastre o novo com "lavra certificate add".`;
}

/** Why nothing can be issued before the company is filled in, in Portuguese. */
export const noSettingsReason = 'A empresa não tem configurações fiscais. Preencha-as com "lavra company set".';

/** Why nothing more may be issued in production this month, in Portuguese; null where something may. */
export function noQuotaReason(quota: QuotaStanding | null): string | null {
  if (!quota || placesLeft(quota) > 0) return null;
  return `${exhaustedInWords(quota)} Para emitir antes, aumente-a com "lavra company set --monthly-quota".`;
}

/** Why the office may not issue for the company, in Portuguese; null where it may. */
export function noPermissionReason(officeIssuingAllowed: boolean): string | null {
  if (officeIssuingAllowed) return null;
  return 'A empresa não autorizou o escritório a emitir por ela. Peça a autorização à empresa, que a dá no convite ou por "lavra link allow-issuing".';
}

/** A day for people, in Brasília time: 21/11/2026. */
function dayOf(instant: Date): string {
  return shortDay(brasiliaDay(instant));
}

/** Flags of `lavra company set` by which the series of each type is set. */
const seriesFlags: Record<DocumentType, string> = {
  NFE: '--series',
  NFCE: '--nfce-series',
  NFSE: '--nfse-series',
};

/** Why a document of the type gets no number, in Portuguese. */
export function noSeriesReason(type: DocumentType): string {
  return `A empresa não tem série para ${traitsOf[type].title}. Defina-a com "lavra company set ${seriesFlags[type]} <série>" e emita de novo.`;
}

function missingSeries(type: DocumentType, settings: CompanySettings): Fault[] {
  if (seriesOf(settings, type) !== null) return [];
  return [{ code: 'invalid_state', path: 'company.series', message: noSeriesReason(type) }];
}

/** Only version 2 of the QR code needs the CSC. Without an explicit choice that version is used only where there is a CSC. */
function missingCsc(type: DocumentType, { nfce }: CompanySettings, hasCsc: boolean): Fault[] {
  if (type !== 'NFCE' || hasCsc || nfce?.qrCodeVersion !== '2') return [];
  const message =
    'O QR Code da NFC-e na versão 2 precisa do CSC, e a empresa não tem um neste ambiente. ' +
    'Registre-o com "lavra company csc set", ou use --nfce-qr-code-version 3 em "lavra company set".';
  return [{ code: 'invalid_state', path: 'company.csc', message }];
}
