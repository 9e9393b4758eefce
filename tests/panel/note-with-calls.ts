import type { Orm } from '../../config/orm.ts';
import { AuditEntry } from '../../domain/audit/audit-entry.entity.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { goodsEventId } from '../../domain/documents/events/event.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { authorizedXml, sampleKey } from '../domain/pages/danfe/authorized-xml.ts';
import { authorizedSale } from '../support/rows/authorized-sale.ts';
import { recipient as client } from '../support/samples/notes.ts';

/**
 * Writes an authorized NF-e that was a draft for three hours: one call without an answer, one with it, and hours later a letter of correction.
 *
 * @returns its id
 */
export async function noteWithCalls(orm: Orm, company: Company): Promise<string> {
  const em = acrossCompanies(orm);
  const on = new Date('2026-11-27T15:00:00Z');
  const line = { code: 'P', description: 'Pão', ncm: '19012090', cfop: '5102', quantity: '1', unitValue: '5.00' };
  const payload = { type: 'NFE', operationNature: 'Venda', items: [line] } as const;
  const { id } = authorizedSale(em, { company, payload: { ...payload, items: [line] }, client, on, number: 7 });
  await em.flush();
  const key = sampleKey();
  const kept = new Date('2026-11-27T12:00:00Z');
  await em.execute('update document set access_key = ?, created_at = ? where id = ?', [key, kept, id]);
  const acted = { company: company.id, subject: id, actorKind: 'COMPANY_KEY', actorName: 'ERP' } as const;
  em.create(AuditEntry, { ...acted, at: kept, action: 'DOCUMENT_CREATED', details: { emit: false } });
  em.create(AuditEntry, { ...acted, at: on, action: 'DOCUMENT_EMISSION_REQUESTED', details: { emit: true } });
  await em.flush();
  await em.execute(
    `insert into emission (document_id, attempt, company_id, series, number, subject, access_key, signed_xml, digest_value, proc_xml, created_at)
     values (?, 1, ?, 1, 7, ?, ?, '<NFe/>', 'digest', ?, ?)`,
    [id, company.id, key, key, authorizedXml(), on],
  );
  await em.execute(
    `insert into document_event (id, company_id, document_id, type, code, sequence, status, attempt, occurred_at, created_at, updated_at)
     values (gen_random_uuid(), ?, ?, 'CORRECTION_LETTER', '110110', 1, 'REGISTERED', 1, ?, ?, ?)`,
    [company.id, id, on, on, on],
  );
  const call = (start: string, end: string, cStat: string | null, subject = key) =>
    em.execute(
      `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at, ended_at, c_stat, answer)
       values (gen_random_uuid(), ?, '11222333', 'HOMOLOGATION', 'NfeAutorizacao', ?, ?, ?, ?, null)`,
      [company.id, subject, start, end, cStat],
    );
  await call('2026-11-27T15:00:01Z', '2026-11-27T15:00:02Z', null);
  await call('2026-11-27T15:00:04Z', '2026-11-27T15:00:04.5Z', '100');
  // What happened to the note afterwards is no part of its way to the outcome.
  await call(
    '2026-11-27T17:00:00Z',
    '2026-11-27T17:00:01Z',
    '135',
    goodsEventId('110110', { accessKey: key, sequence: 1 }),
  );
  return id;
}
