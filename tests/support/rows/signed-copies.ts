import { v7 as uuid } from 'uuid';
import type { SigningIdentity } from '../../../activities/identities.ts';
import type { Orm } from '../../../config/orm.ts';
import { buildAccessKey } from '../../../domain/access-key.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { signElement } from '../../../domain/xml/signature.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

type Of = Pick<Document, 'id' | 'accessKey'>;
type ForWhom = {
  company: Pick<Company, 'id' | 'taxId'>;
  signer: SigningIdentity['signer'];
  numbers: readonly number[];
};

/**
 * Writes copies of the note `of` as if the company had issued them under these numbers: each with a key, signature and protocol of its own,
 * which hold when a closing is verified. No authority knows of them.
 */
export async function signedCopies(orm: Orm, of: Of, { company, signer, numbers }: ForWhom): Promise<void> {
  const em = acrossCompanies(orm);
  const [kept] = await em.execute<Kept[]>(
    'select signed_xml as signed, protocol_xml as protocol from emission where document_id = ? and protocol_xml is not null',
    [of.id],
  );
  if (!kept) throw new TypeError('there is nothing to copy of a note that is not authorized');
  const rows = numbers.map((number) => ({ id: uuid(), number, ...copied(kept, { company, number, signer }) }));
  const numbered = rows.map(({ id, number, key }) => ({ id, number, key }));
  await em.execute(documents, [company.id, JSON.stringify(numbered), of.id]);
  await em.execute(emissions, [company.id, JSON.stringify(rows), of.id]);
}

type Kept = { signed: string; protocol: string };
type Copy = { company: ForWhom['company']; number: number; signer: ForWhom['signer'] };

function copied({ signed, protocol }: Kept, { company, number, signer }: Copy): Kept & { key: string; digest: string } {
  const [, before = '', infNFe = '', after = ''] = /^(.*?)(<infNFe .*<\/infNFe>)(.*)$/s.exec(signed) ?? [];
  const old = /Id="NFe([0-9A-Z]{44})"/.exec(infNFe)?.[1] ?? '';
  const key = buildAccessKey({
    ...{ stateCode: old.slice(0, 2), yearMonth: old.slice(2, 6), taxId: company.taxId, model: old.slice(20, 22) },
    ...{ series: Number(old.slice(22, 25)), number, emissionType: old.slice(34, 35), cNF: old.slice(35, 43) },
  });
  const element = infNFe
    .replace(old, key)
    .replace(/<nNF>\d+<\/nNF>/, `<nNF>${number}</nNF>`)
    .replace(/<cDV>\d<\/cDV>/, `<cDV>${key.slice(-1)}</cDV>`)
    .replace(/(<emit><CNPJ>)[0-9A-Z]{14}/, (_, tag: string) => `${tag}${company.taxId}`);
  const namespace = 'http://www.portalfiscal.inf.br/nfe';
  const { signature, digestValue } = signElement({ element, namespace, id: `NFe${key}`, signer });
  return {
    key,
    digest: digestValue,
    signed: `${before}${element}${after.replace(/<Signature .*<\/Signature>/s, () => signature)}`,
    protocol: protocol.replaceAll(old, key).replace(/<digVal>[^<]*<\/digVal>/, `<digVal>${digestValue}</digVal>`),
  };
}

const documents = `
  insert into document (
    id, company_id, type, environment, status, series, number, access_key, total_value, issue_date_time, authorization_date,
    protocol_number, c_stat, client_snapshot, payload, computed, attempt, created_at, updated_at
  )
  select row.id, ?::uuid, d.type, d.environment, 'AUTHORIZED', d.series, row.number, row.key, d.total_value, d.issue_date_time,
    d.authorization_date, d.protocol_number, d.c_stat, d.client_snapshot, d.payload, d.computed, 1, d.created_at, d.updated_at
  from jsonb_to_recordset(?::jsonb) as row (id uuid, number int, key text), document d where d.id = ?`;

const emissions = `
  insert into emission (document_id, attempt, company_id, series, number, subject, access_key, signed_xml, digest_value, protocol_xml, created_at)
  select row.id, 1, ?::uuid, e.series, row.number, row.key, row.key, row.signed, row.digest, row.protocol, e.created_at
  from jsonb_to_recordset(?::jsonb) as row (id uuid, number int, key text, signed text, protocol text, digest text), emission e
  where e.document_id = ? and e.protocol_xml is not null`;
