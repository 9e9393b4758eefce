import type { Csc } from '../../../domain/companies/csc.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { type MasterKey, type SealedBox, sealOwner, unseal } from '../../../domain/seal.ts';

/** A CSC as its row keeps it. */
export type SealedCsc = { id: string; sealed: SealedBox };

/** SQL of the CSC of a company in an environment, as JSON: part of statements that read more. */
export const cscOf = (company: string, environment: string): string =>
  `(select json_build_object('id', csc_id, 'sealed', sealed) from company_csc
    where company_id = ${company} and environment = ${environment})`;

/** The CSC that goes into the QR code of an NFC-e; no other document needs it opened. */
export function openCsc(
  { company, environment, type }: Document,
  csc: SealedCsc | null,
  masterKey: MasterKey,
): Csc | null {
  if (type !== 'NFCE' || !csc) return null;
  return { id: csc.id, token: unseal(masterKey, sealOwner.csc(company, environment), csc.sealed) };
}
