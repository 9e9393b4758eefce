import type { EntityManager } from '../../config/orm.ts';
import type { Issuer } from '../../domain/companies/settings.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { cscOf, type SealedCsc } from './goods/csc.ts';

/** What an attempt is prepared with. */
export type IssuingInputs = {
  taxId: string;
  /** Null while the company's fiscal settings are missing. */
  issuer: Issuer | null;
  certificateId: string | null;
  /** The company's CSC in the document's environment. */
  csc: SealedCsc | null;
  /** This attempt, where an earlier run prepared it. */
  prepared: { accessKey: string | null } | null;
};

type Row = Omit<IssuingInputs, 'issuer'> & Omit<Issuer, 'settings'> & { settings: Issuer['settings'] | null };

/** Reads the inputs of a document's present attempt in one statement. */
export async function readIssuingInputs(
  em: EntityManager,
  { id, attempt, company, environment }: Document,
): Promise<IssuingInputs> {
  const [row] = await em.execute<Row[]>(inputs, [environment, id, attempt, company]);
  if (!row) throw new Error(`company ${company} does not exist`);
  const { certificateId, csc, prepared, settings, ...names } = row;
  return { taxId: names.taxId, certificateId, csc, prepared, issuer: settings && { ...names, settings } };
}

const inputs = `
  select tax_id as "taxId", name, trade_name as "tradeName", environment, settings,
    ${newestCertificate('company.id')} as "certificateId",
    ${cscOf('company.id', '?')} as csc,
    (select json_build_object('accessKey', access_key) from emission where document_id = ? and attempt = ?) as prepared
  from company where id = ?`;
