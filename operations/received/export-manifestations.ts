import type { ZipMember } from '../../adapters/archives/zip-members.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { boundsOf, type Month } from '../../domain/month.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany, inOffice } from '../in-company.ts';
import { pageFiles } from './export-files.ts';

/** A company's own manifestations, for one folder of an archive. */
export type ManifestationGroup = { company: Pick<ActingCompany, 'id'>; folder: string; ids: string[] };

/**
 * The ids of the manifestations that a company registered here in a month, in the order of their registration, about notes of its present
 * environment. The authority does not distribute them to whoever made them (docs/decisions/0043); one that came all the same is a received file.
 *
 * @param em sees the company (`inCompany`)
 */
export async function ownManifestations(
  em: EntityManager,
  { id, environment }: Pick<ActingCompany, 'id' | 'environment'>,
  month: Month,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(idsOfMonth, [id, environment, ...momentsOf(month)]);
  return rows.map((row) => row.id);
}

/**
 * As `ownManifestations`, for companies of an office's portfolio, in their order; none for a company whose link has ended. `em` sees the office.
 */
export async function portfolioManifestations(
  em: EntityManager,
  companies: readonly Pick<ActingCompany, 'id' | 'environment'>[],
  month: Month,
): Promise<string[][]> {
  const rows = await em.execute<{ place: string; ids: string[] }[]>(
    'select place, ids::text[] as ids from portfolio_manifestations(?::uuid[], ?::text[], ?, ?)',
    [
      listed(companies.map(({ id }) => id)),
      listed(companies.map(({ environment }) => environment)),
      ...momentsOf(month),
    ],
  );
  const byPlace = new Map(rows.map(({ place, ids }) => [Number(place), ids]));
  return companies.map((_company, index) => byPlace.get(index + 1) ?? []);
}

/** The files of manifestations as members of an archive, in pages, as `filePages` and `portfolioFilePages` give those of received files. */
export async function* manifestationPages(
  orm: Orm,
  groups: ManifestationGroup[],
  office?: string,
): AsyncGenerator<ZipMember[], void, undefined> {
  for (const { company, folder, ids } of groups) {
    for (let at = 0; at < ids.length; at += pageFiles) {
      const wanted = ids.slice(at, at + pageFiles);
      const rows = office
        ? await inOffice(orm, office, (em) =>
            em.execute<FileRow[]>('select * from portfolio_manifestation_files(?::uuid[], ?::uuid[])', [
              listed(wanted.map(() => company.id)),
              listed(wanted),
            ]),
          )
        : await inCompany(orm, company.id, (em) => em.execute<FileRow[]>(filesOfIds, [listed(wanted)]));
      if (rows.length < wanted.length) {
        throw new Error(`manifestations of company ${company.id} are not there: ${rows.length} of ${wanted.length}`);
      }
      yield rows.map((row) => memberOf(row, folder));
    }
  }
}

/** The instants between which a month lies; the last possible month, December 9999, has no end that could be written as a date. */
function momentsOf(month: Month): [Date, Date | 'infinity'] {
  const { start, next } = boundsOf(month);
  return [start, next.getUTCFullYear() > 9999 ? 'infinity' : next];
}

type FileRow = { access_key: string; code: string; sequence: number; proc_xml: string; registered_at: string | Date };

function memberOf(
  { access_key: key, code, sequence, proc_xml: xml, registered_at: at }: FileRow,
  folder: string,
): ZipMember {
  return { name: `${folder}${key}-${code}-${sequence}.xml`, modifiedAt: new Date(at), content: Buffer.from(xml) };
}

const listed = (values: readonly string[]): string => `{${values.join(',')}}`;

const idsOfMonth = `
  select e.id from document_event e join received_document d on d.id = e.received_document_id
  where e.company_id = ? and d.environment = ? and e.received_document_id is not null and e.status = 'REGISTERED'
    and e.proc_xml is not null and e.occurred_at >= ? and e.occurred_at < ?
    and not exists (
      select from received_document came
      where (came.company_id, came.environment, came.access_key, came.event_code, came.event_sequence)
        = (d.company_id, d.environment, d.access_key, e.code, e.sequence)
    )
  order by e.occurred_at, e.id`;

const filesOfIds = `
  select e.id, d.access_key, e.code, e.sequence, e.proc_xml, coalesce(e.registered_at, e.occurred_at) as registered_at
  from document_event e join received_document d on d.id = e.received_document_id
  where e.id = any(?::uuid[]) order by e.occurred_at, e.id`;
