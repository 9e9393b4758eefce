import type { EntityManager } from '../../config/orm.ts';
import type { DistributionSource } from '../../domain/distribution/words.ts';
import type { Month } from '../../domain/month.ts';
import type { SchemaType } from '../../domain/received/words.ts';
import type { ActingCompany } from '../acting-company.ts';

/** What of a month goes in. */
export type ExportKinds = { notes: boolean; events: boolean; summaries: boolean };

/** What goes in where the caller does not say. */
export const usualKinds: ExportKinds = { notes: true, events: true, summaries: false };

type Place = { kind: keyof ExportKinds; folder: string };
const note: Place = { kind: 'notes', folder: 'notas/' };
const event: Place = { kind: 'events', folder: 'eventos/' };

/** Where a document goes by what there is of it (spec 2-extended §4.6). */
const places: Record<SchemaType, Place> = {
  PROC_NFE: note,
  NFSE: note,
  PROC_EVENTO: event,
  RES_EVENTO: event,
  EVENTO_NFSE: event,
  RES_NFE: { kind: 'summaries', folder: 'resumos/' },
};

/** Files of one source for one folder, by the NSUs of the versions in force: eight bytes each, the lowest first. */
export type FileGroup = { source: DistributionSource; folder: string; nsus: Buffer };

/** What a company has of a month at one instant. */
export type ExportedMonth = { groups: FileGroup[]; documentCount: number; pendingSummaries: number };

type Row = { schema_type: SchemaType; count: number; nsus: Buffer | null };

/**
 * What goes in of a company's month, in its present environment, read by one statement: a document that arrives or gets its complete XML
 * later changes nothing in it, because the file of an NSU never changes. A million documents are eight megabytes.
 *
 * @param em sees the company (`inCompany`)
 */
export async function exportedMonth(
  em: EntityManager,
  { id, environment }: Pick<ActingCompany, 'id' | 'environment'>,
  { year, month }: Month,
  kinds: ExportKinds,
): Promise<ExportedMonth> {
  const wanted = Object.entries(places).flatMap(([type, { kind }]) => (kinds[kind] ? [type] : []));
  const firstDay = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
  const rows = await em.execute<Row[]>(statement, [`{${wanted.join(',')}}`, id, environment, firstDay]);
  const groups = rows.flatMap(({ schema_type: type, nsus }) =>
    nsus ? [{ source: sourceOf(type), folder: places[type].folder, nsus }] : [],
  );
  return {
    groups: groups.toSorted((a, b) => orderOf(a) - orderOf(b)),
    documentCount: groups.reduce((sum, { nsus }) => sum + nsus.length / nsuBytes, 0),
    pendingSummaries: rows.find(({ schema_type }) => schema_type === 'RES_NFE')?.count ?? 0,
  };
}

function sourceOf(type: SchemaType): DistributionSource {
  return type === 'NFSE' || type === 'EVENTO_NFSE' ? 'NFSE' : 'NFE';
}

/** Bytes of an NSU in a group. */
export const nsuBytes = 8;

const folders = [...new Set(Object.values(places).map(({ folder }) => folder))];
const orderOf = ({ folder }: FileGroup): number => folders.indexOf(folder);

/** An index has all that it reads. */
const statement = `
  select schema_type, count(*)::int as count,
    string_agg(int8send(nsu), ''::bytea order by nsu) filter (where schema_type = any(?::text[])) as nsus
  from received_document
  where company_id = ? and environment = ? and emission_month = ?
  group by schema_type order by schema_type`;
