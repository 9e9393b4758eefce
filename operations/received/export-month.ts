import type { EntityManager } from '../../config/orm.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import type { DistributionSource, SchemaType } from '../../domain/received/kinds.ts';
import type { ActingCompany } from '../acting.ts';
import { type FileGroup, nsuBytes } from './export-files.ts';
import { ownManifestations, portfolioManifestations } from './export-manifestations.ts';

/** Which kinds of files of a month are exported. */
export type ExportKinds = { notes: boolean; events: boolean; summaries: boolean };

/** The kinds of files where the caller names none. */
export const usualKinds: ExportKinds = { notes: true, events: true, summaries: false };

type Place = { kind: keyof ExportKinds; folder: string };
const note: Place = { kind: 'notes', folder: 'notas/' };
const event: Place = { kind: 'events', folder: 'eventos/' };
/** The folder of the company's own manifestations, which are events, too. */
export const manifestationsFolder = event.folder;

/** The folder of a document, by the kind of file that is here (docs/received.md). */
const places: Record<SchemaType, Place> = {
  PROC_NFE: note,
  NFSE: note,
  PROC_EVENTO: event,
  RES_EVENTO: event,
  EVENTO_NFSE: event,
  RES_NFE: { kind: 'summaries', folder: 'resumos/' },
};

/** What a company has of a month, at one instant. */
export type ExportedMonth = {
  groups: FileGroup[];
  /** The ids of the company's own manifestations, whose files were made here. */
  manifestations: string[];
  documentCount: number;
  pendingSummaries: number;
};

/** Documents of one kind in a month, and the NSUs of those to be exported. */
type KindRow = { schema_type: SchemaType; count: number; nsus: Buffer | null };

/**
 * What is exported of a company's month in its present environment, read by one statement for received files and one for the company's own
 * manifestations. Documents that arrive or become complete later change nothing in it, because the file of an NSU never changes. A million
 * documents take eight megabytes.
 *
 * @param em sees the company (`inCompany`)
 */
export async function exportedMonth(
  em: EntityManager,
  { id, environment }: Pick<ActingCompany, 'id' | 'environment'>,
  month: Month,
  kinds: ExportKinds,
): Promise<ExportedMonth> {
  const rows = await em.execute<KindRow[]>(statement, [wantedTypes(kinds), id, environment, firstDayOf(month)]);
  return monthOf(rows, kinds.events ? await ownManifestations(em, { id, environment }, month) : []);
}

/**
 * As `exportedMonth`, for companies of an office's portfolio, in their order, by one statement for all; nothing for a company whose link has ended.
 *
 * @param em sees the office (`inOffice`)
 */
export async function exportedMonths(
  em: EntityManager,
  companies: readonly Pick<ActingCompany, 'id' | 'environment'>[],
  month: Month,
  kinds: ExportKinds,
): Promise<ExportedMonth[]> {
  const [ids, environments] = [companies.map(({ id }) => id), companies.map(({ environment }) => environment)];
  const rows = await em.execute<(KindRow & { place: string })[]>(
    'select * from portfolio_received_month(?::uuid[], ?::text[], ?::text[], ?::date)',
    [`{${ids.join(',')}}`, `{${environments.join(',')}}`, wantedTypes(kinds), firstDayOf(month)],
  );
  const own = kinds.events ? await portfolioManifestations(em, companies, month) : [];
  const byPlace = Map.groupBy(rows, ({ place }) => Number(place));
  return companies.map((_company, index) => monthOf(byPlace.get(index + 1) ?? [], own[index] ?? []));
}

function wantedTypes(kinds: ExportKinds): string {
  const wanted = Object.entries(places).flatMap(([type, { kind }]) => (kinds[kind] ? [type] : []));
  return `{${wanted.join(',')}}`;
}

function firstDayOf(month: Month): string {
  return `${monthInDigits(month)}-01`;
}

function monthOf(rows: KindRow[], manifestations: string[]): ExportedMonth {
  const groups = rows.flatMap(({ schema_type: type, nsus }) =>
    nsus ? [{ source: sourceOf(type), folder: places[type].folder, nsus }] : [],
  );
  return {
    groups: groups.toSorted((a, b) => orderOf(a) - orderOf(b)),
    manifestations,
    documentCount: groups.reduce((sum, { nsus }) => sum + nsus.length / nsuBytes, manifestations.length),
    pendingSummaries: rows.find(({ schema_type }) => schema_type === 'RES_NFE')?.count ?? 0,
  };
}

function sourceOf(type: SchemaType): DistributionSource {
  return type === 'NFSE' || type === 'EVENTO_NFSE' ? 'NFSE' : 'NFE';
}

const folders = [...new Set(Object.values(places).map(({ folder }) => folder))];
const orderOf = ({ folder }: FileGroup): number => folders.indexOf(folder);

/** An index has every column that this reads. */
const statement = `
  select schema_type, count(*)::int as count,
    string_agg(int8send(nsu), ''::bytea order by nsu) filter (where schema_type = any(?::text[])) as nsus
  from received_document
  where company_id = ? and environment = ? and emission_month = ?
  group by schema_type order by schema_type`;
