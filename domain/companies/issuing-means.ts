import { type DocumentType, traitsOf } from '../document-types.ts';
import type { Fault } from '../faults.ts';
import { brasiliaDay, shortDay } from '../fiscal-time.ts';
import { exhaustedInWords, placesLeft, type QuotaStanding } from './quota.ts';
import { type CompanySettings, seriesOf } from './settings.ts';

/** What a company issues with, besides what it sells: the facts that decide whether its next document can be signed and numbered. */
export type IssuingMeans = {
  /** When its newest active certificate ends; null where it has none. */
  certificateEnds: Date | null;
  /** Whether it has a CSC in the environment of the document. */
  hasCsc: boolean;
  /** Null while they are not filled in, which is a fault of the sale already. */
  settings: CompanySettings | null;
  /** What is known of its municipality and fresh enough to rely on; null for notes of goods, and where only the authority can say. */
  municipality: KnownMunicipality | null;
};

/** Whether the national system takes the DPS of a company's municipality. */
export type KnownMunicipality = {
  /** Null where only the authority can say. */
  isActive: boolean | null;
  /** When it was said; null where nothing is known. */
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
  const certificate = withoutCertificate(certificateEnds) ?? expiredCertificate(certificateEnds, now);
  const unsupported = municipality && unsupportedMunicipality(settings, municipality);
  return [
    ...(certificate
      ? [{ code: 'certificate_missing', path: 'company.certificate', message: certificate } as const]
      : []),
    ...(settings ? [...missingSeries(type, settings), ...missingCsc(type, settings, hasCsc)] : []),
    ...(unsupported ? [{ code: 'invalid_state', path: 'company.address', message: unsupported } as const] : []),
  ];
}

/** Why the national system takes no NFS-e of a municipality; null where it does, or where nobody knows. */
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

/** Why nothing can be signed without a certificate; null where there is one. */
export function withoutCertificate(ends: Date | null): string | null {
  if (ends) return null;
  return 'A empresa não tem certificado A1. Peça a quem opera o serviço que cadastre um com "lavra certificate add".';
}

/** Why nothing can be signed with an expired certificate; null where it is valid, or missing. */
export function expiredCertificate(ends: Date | null, now: Date): string | null {
  if (!ends || ends > now) return null;
  return `O certificado A1 da empresa venceu em ${dayOf(ends)}. Cadastre o novo com "lavra certificate add".`;
}

/** Why nothing can be issued before the company is filled in. */
export const withoutSettings = 'A empresa não tem configurações fiscais. Preencha-as com "lavra company set".';

/** Why nothing more may be issued in production in this month; null where something may. */
export function withoutQuota(quota: QuotaStanding | null): string | null {
  if (!quota || placesLeft(quota) > 0) return null;
  return `${exhaustedInWords(quota)} Para emitir antes, aumente-a com "lavra company set --monthly-quota".`;
}

/** Why the office may not issue for the company; null where it may. */
export function withoutPermission(officeIssuingAllowed: boolean): string | null {
  if (officeIssuingAllowed) return null;
  return 'A empresa não autorizou o escritório a emitir por ela. Peça a autorização à empresa, que a dá no convite ou por "lavra link allow-issuing".';
}

/** A day as people read it: 21/11/2026, in Brasília. */
export function dayOf(instant: Date): string {
  return shortDay(brasiliaDay(instant));
}

/** Flags of `lavra company set` that say in which series documents are numbered. */
const seriesFlags: Record<DocumentType, string> = {
  NFE: '--series',
  NFCE: '--nfce-series',
  NFSE: '--nfse-series',
};

/** Why a document of the type has no number. */
export function withoutSeries(type: DocumentType): string {
  return `A empresa não tem série para ${traitsOf[type].title}. Defina-a com "lavra company set ${seriesFlags[type]} <série>" e emita de novo.`;
}

function missingSeries(type: DocumentType, settings: CompanySettings): Fault[] {
  if (seriesOf(settings, type) !== null) return [];
  return [{ code: 'invalid_state', path: 'company.series', message: withoutSeries(type) }];
}

/** Only version 2 of the QR code needs the CSC, and it is chosen by itself only where there is one. */
function missingCsc(type: DocumentType, { nfce }: CompanySettings, hasCsc: boolean): Fault[] {
  if (type !== 'NFCE' || hasCsc || nfce?.qrCodeVersion !== '2') return [];
  const message =
    'O QR Code da NFC-e na versão 2 precisa do CSC, e a empresa não tem um neste ambiente. ' +
    'Registre-o com "lavra company csc set", ou use --nfce-qr-code-version 3 em "lavra company set".';
  return [{ code: 'invalid_state', path: 'company.csc', message }];
}
