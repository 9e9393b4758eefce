import type { EntityManager } from '../../config/orm.ts';
import type { SeriesNumbers } from '../../domain/closings/summary.ts';
import { type DocumentType, type Model, traitsOf, typeOfModel } from '../../domain/document-types.ts';
import { boundsOf } from '../../domain/month.ts';
import type { PartMember } from './part.ts';
import type { Turn } from './turn.ts';

/** How many are read and written at once. */
const atMost = 250;

type EventRow = {
  id: string;
  documentId: string;
  code: string;
  sequence: number;
  registeredAt: string | Date;
  xml: string;
  type: DocumentType;
  accessKey: string;
};

/** Events of the documents that are in the ZIP, registered by the authority and not in it themselves; some of them where there are many. */
export async function missingEvents(
  em: EntityManager,
  { id, company }: Turn['closing'],
  limit = atMost,
): Promise<PartMember[]> {
  const rows = await em.execute<EventRow[]>(events, [id, company, id, limit]);
  return rows.map(({ id: subjectId, documentId, code, sequence, registeredAt, xml, type, accessKey }) => ({
    name: `eventos/${accessKey}-${code}-${sequence}-${traitsOf[type].files.event}`,
    modifiedAt: new Date(registeredAt),
    content: Buffer.from(xml),
    kind: 'EVENT',
    documentId,
    subjectId,
  }));
}

const events = `
  select e.id, e.document_id as "documentId", e.code, e.sequence, coalesce(e.registered_at, e.occurred_at) as "registeredAt",
    e.proc_xml as xml, d.type, d.access_key as "accessKey"
  from closing_document c
    join document_event e on e.document_id = c.document_id and e.status = 'REGISTERED' and e.proc_xml is not null
    join document d on d.id = e.document_id
  where c.closing_id = ? and e.company_id = ?
    and not exists (select from closing_member m where m.closing_id = ? and m.subject_id = e.id)
  order by e.id limit ?`;

type RangeRow = {
  id: string;
  model: Model;
  series: number;
  startNumber: number;
  endNumber: number;
  year: string;
  inutilizedAt: string | Date;
  xml: string;
};

/** Inutilizations of a month that are not in its ZIP: given up in it, or touching its numbers. */
export async function missingInutilizations(
  em: EntityManager,
  closing: Turn['closing'],
  numbering: readonly SeriesNumbers[],
): Promise<PartMember[]> {
  const { start, next } = boundsOf(closing);
  const touching = numbering.flatMap(({ type, series, inutilized }) =>
    inutilized.map(({ startNumber, endNumber }) => ({ model: traitsOf[type].model, series, startNumber, endNumber })),
  );
  const rows = await em.execute<RangeRow[]>(inutilizations, [
    closing.company,
    start,
    next,
    JSON.stringify(touching),
    closing.id,
    atMost,
  ]);
  return rows.map(({ id, model, series, startNumber, endNumber, year, inutilizedAt, xml }) => ({
    name: `inutilizacoes/${typeOfModel[model].toLowerCase()}-20${year}-${series}-${startNumber}-${endNumber}-procInutNFe.xml`,
    modifiedAt: new Date(inutilizedAt),
    content: Buffer.from(xml),
    kind: 'INUTILIZATION',
    documentId: null,
    subjectId: id,
  }));
}

const inutilizations = `
  select i.id, i.model, i.series, i.start_number as "startNumber", i.end_number as "endNumber", i.year,
    coalesce(i.inutilization_date, i.updated_at) as "inutilizedAt", i.proc_xml as xml
  from inutilization i
  where i.company_id = ? and i.environment = 'PRODUCTION' and i.status = 'AUTHORIZED' and i.proc_xml is not null
    and (
      (i.inutilization_date >= ? and i.inutilization_date < ?)
      or (i.model, i.series, i.start_number, i.end_number) in (
        select model, series, "startNumber", "endNumber"
        from jsonb_to_recordset(?::jsonb) as touching (model text, series int, "startNumber" int, "endNumber" int)
      )
    )
    and not exists (select from closing_member m where m.closing_id = ? and m.subject_id = i.id)
  order by i.id limit ?`;
