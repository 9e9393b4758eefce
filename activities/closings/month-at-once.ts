import type { EntityManager } from '../../config/orm.ts';
import type { ManifestInutilization } from '../../domain/closings/manifest.ts';
import type { SeriesNumbers } from '../../domain/closings/summary.ts';
import { type DocumentType, traitsOf, typeOfModel } from '../../domain/document-types.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import { boundsOf } from '../../domain/month.ts';
import { monthNumbering } from '../../operations/closings/numbering.ts';
import { lastComparison } from '../../operations/comparison/differences.ts';
import { atOneInstant } from '../../operations/in-company.ts';
import { missingDocuments } from './page.ts';
import type { PartMember } from './part.ts';
import type { ZipParts, ClosingTurn } from './turn.ts';

/** A month as it stood at one instant, with nothing missing in its ZIP. */
export type WholeMonth = {
  asOf: Date;
  numbering: SeriesNumbers[];
  inutilizations: ManifestInutilization[];
  comparison: Awaited<ReturnType<typeof lastComparison>>;
};

/** What is missing in the ZIP of a month, or the month itself where nothing is. */
export type MonthLook = { missing: 'documents' } | { missing: PartMember[] } | { missing: null; month: WholeMonth };

/** Reads a month as it stands at one instant, and what is missing of it in the ZIP. */
export function lookAtMonth({ orm }: Pick<ZipParts, 'orm'>, { closing }: ClosingTurn): Promise<MonthLook> {
  const { company: companyId, includeXml } = closing;
  return atOneInstant(orm, async (em): Promise<MonthLook> => {
    const [{ asOf }] = await em.execute<[{ asOf: string | Date }]>('select now() as "asOf"');
    const [document] = await missingDocuments(em, closing, { after: null, limit: 1 });
    if (document) return { missing: 'documents' };
    if (includeXml) {
      const events = await missingEvents(em, closing);
      if (events.length > 0) return { missing: events };
    }
    const numbering = await monthNumbering(em, { companyId, bounds: boundsOf(closing) });
    const ranges = await monthInutilizations(em, closing, numbering);
    const files = await inutilizationFiles(em, ranges);
    if (files.length > 0) return { missing: files };
    const inutilizations = ranges.map(({ listed }) => listed);
    const comparison = await lastComparison(em, companyId, closing);
    return { missing: null, month: { asOf: new Date(asOf), numbering, inutilizations, comparison } };
  });
}

/** How many files are read and written at once. */
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

/** At most `limit` files of registered events that are not in the ZIP, although their documents are. */
async function missingEvents(
  em: EntityManager,
  { id, company }: ClosingTurn['closing'],
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

type RangeRow = Omit<ManifestInutilization, 'inutilizationId' | 'inutilizedAt' | 'files'> & {
  id: string;
  year: string;
  inutilizedAt: string | Date | null;
  updatedAt: string | Date;
  hasXml: boolean;
  isIn: boolean;
};

/** An inutilization as the month's manifest lists it, and its file where that still has to go into the ZIP. */
type MonthInutilization = { listed: ManifestInutilization; missing: { id: string; place: MemberPlace } | null };

type MemberPlace = Omit<PartMember, 'content'>;

/** Inutilizations of a month: registered in it, or covering numbers of it. */
async function monthInutilizations(
  em: EntityManager,
  closing: ClosingTurn['closing'],
  numbering: readonly SeriesNumbers[],
): Promise<MonthInutilization[]> {
  const { start, next } = boundsOf(closing);
  const touching = numbering.flatMap(({ type, series, inutilized }) =>
    inutilized.map(({ startNumber, endNumber }) => ({ model: traitsOf[type].model, series, startNumber, endNumber })),
  );
  const values = [closing.id, closing.company, start, next, JSON.stringify(touching)];
  const rows = await em.execute<RangeRow[]>(inutilizations, values);
  return rows.map(({ id, year, inutilizedAt, updatedAt, hasXml, isIn, ...range }) => {
    const { model, series, startNumber, endNumber } = range;
    const type = typeOfModel[model].toLowerCase();
    const name = `inutilizacoes/${type}-20${year}-${series}-${startNumber}-${endNumber}-procInutNFe.xml`;
    const modifiedAt = new Date(inutilizedAt ?? updatedAt);
    const hasFile = hasXml && closing.includeXml;
    return {
      listed: {
        inutilizationId: id,
        ...range,
        inutilizedAt: inutilizedAt && fiscalDateTime(new Date(inutilizedAt), 'DF'),
        files: hasFile ? [name] : [],
      },
      missing:
        hasFile && !isIn
          ? { id, place: { name, modifiedAt, kind: 'INUTILIZATION', documentId: null, subjectId: id } }
          : null,
    };
  });
}

const inutilizations = `
  select i.id, i.model, i.series, i.start_number as "startNumber", i.end_number as "endNumber", i.year, i.protocol,
    i.justification, i.inutilization_date as "inutilizedAt", i.updated_at as "updatedAt", i.proc_xml is not null as "hasXml",
    exists (select from closing_member m where m.closing_id = ? and m.subject_id = i.id) as "isIn"
  from inutilization i
  where i.company_id = ? and i.environment = 'PRODUCTION' and i.status = 'AUTHORIZED'
    and (
      (i.inutilization_date >= ? and i.inutilization_date < ?)
      or (i.model, i.series, i.start_number, i.end_number) in (
        select model, series, "startNumber", "endNumber"
        from jsonb_to_recordset(?::jsonb) as touching (model text, series int, "startNumber" int, "endNumber" int)
      )
    )
  order by i.model, i.series, i.start_number`;

/** The files of some inutilizations that still have to go into the ZIP. */
async function inutilizationFiles(em: EntityManager, ranges: readonly MonthInutilization[]): Promise<PartMember[]> {
  const places = new Map(ranges.flatMap(({ missing }) => (missing ? [[missing.id, missing.place] as const] : [])));
  const some = [...places.keys()].slice(0, atMost);
  if (some.length === 0) return [];
  const rows = await em.execute<{ id: string; xml: string }[]>(
    `select id, proc_xml as xml from inutilization where id = any (?::uuid[]) order by id`,
    [`{${some.join(',')}}`],
  );
  return rows.flatMap(({ id, xml }) => {
    const place = places.get(id);
    return place ? [{ ...place, content: Buffer.from(xml) }] : [];
  });
}
