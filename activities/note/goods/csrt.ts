import type { Csrt } from '../../../domain/companies/csrt.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { type MasterKey, sealOwner, unseal } from '../../../domain/seal.ts';

/** The CSRT that the note's hash is made with; null where the company has none in the document's environment. */
export function openCsrt(
  { company, environment }: Pick<Document, 'company' | 'environment'>,
  { technicalResponsible }: CompanySettings,
  masterKey: MasterKey,
): Csrt | null {
  const kept = technicalResponsible?.csrt?.[environment];
  return kept ? { id: kept.id, code: unseal(masterKey, sealOwner.csrt(company, environment), kept.sealed) } : null;
}
