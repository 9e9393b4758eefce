import type { EntityManager } from '../../config/orm.ts';
import type { Csc } from '../../domain/companies/security-codes.ts';
import type { Issuer } from '../../domain/companies/settings.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { type MasterKey, type SealedBox, sealOwner, unseal } from '../../domain/seal.ts';
import { hasUndecidedNotes, isAskedAfterRestore } from '../../operations/installations/restoration.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { type KnownContingency, knownContingency } from './contingency-form.ts';

/** A CSC as its row keeps it. */
type SealedCsc = { id: string; sealed: SealedBox };

/** SQL that gives, as JSON, the CSC of a company in an environment, to be put into a larger statement. */
const cscOf = (company: string, environment: string): string =>
  `(select json_build_object('id', csc_id, 'sealed', sealed) from company_csc
    where company_id = ${company} and environment = ${environment})`;

/** What is read to prepare an attempt. */
export type IssuingInputs = {
  taxId: string;
  /** Null while the company's fiscal settings are missing. */
  issuer: Issuer | null;
  certificateId: string | null;
  /** The company's CSC in the document's environment. */
  csc: SealedCsc | null;
  /** This attempt, where an earlier run prepared it; else null. */
  prepared: { accessKey: string | null } | null;
  /** What is known about the contingency; null for a service. */
  contingency: KnownContingency | null;
  /** The note that a customer holds and that the authority refused afterwards: its correction keeps its key. */
  kept: { accessKey: string } | null;
  /** The restore from a backup that is not over: until it is, notes that may have been sent before come first. */
  restored: { id: string; isAsked: boolean; hasUndecided: boolean } | null;
};

type Row = Omit<IssuingInputs, 'issuer'> & Omit<Issuer, 'settings'> & { settings: Issuer['settings'] | null };

/** Reads the inputs of a document's current attempt in one statement. */
export async function readIssuingInputs(
  em: EntityManager,
  { id, attempt, company, environment, type }: Document,
): Promise<IssuingInputs> {
  const { model } = traitsOf[type];
  const values = [environment, id, attempt, environment, model, environment, model, id, attempt, company];
  const [row] = await em.execute<Row[]>(inputs, values);
  if (!row) throw new Error(`company ${company} does not exist`);
  const { certificateId, csc, prepared, contingency, kept, restored, settings, ...names } = row;
  return {
    taxId: names.taxId,
    certificateId,
    csc,
    prepared,
    contingency: model === null ? null : contingency,
    kept,
    restored,
    issuer: settings && { ...names, settings },
  };
}

const inputs = `
  select tax_id as "taxId", name, trade_name as "tradeName", environment, settings,
    ${newestCertificate('company.id')} as "certificateId",
    ${cscOf('company.id', '?')} as csc,
    (select json_build_object('accessKey', access_key) from emission where document_id = ? and attempt = ?) as prepared,
    ${knownContingency('company.id', '?', '?')} as contingency,
    (select json_build_object('accessKey', e.access_key) from emission e join document d on d.id = e.document_id
     where e.document_id = ? and e.attempt = ?::int - 1 and d.contingency_mode <> 'SVC'
       and d.contingency_transmit_by is not null and not d.is_denied
       and e.series = d.series and e.number = d.number and e.access_key is not null) as kept,
    (select json_build_object('id', r.id, 'isAsked', ${isAskedAfterRestore('company.id')},
       'hasUndecided', ${hasUndecidedNotes('company.id')}) from restoration r where r.released_at is null) as restored
  from company where id = ?`;

/** The CSC that goes into the QR code of an NFC-e; no other document needs it opened. */
export function openCsc(
  { company, environment, type }: Document,
  csc: SealedCsc | null,
  masterKey: MasterKey,
): Csc | null {
  if (type !== 'NFCE' || !csc) return null;
  return { id: csc.id, token: unseal(masterKey, sealOwner.csc(company, environment), csc.sealed) };
}
