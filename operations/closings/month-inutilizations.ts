import type { EntityManager } from '../../config/orm.ts';
import { type InutilizationForFacts, inutilizationFactsOf } from '../../domain/closings/inutilization-facts.ts';
import type { ManifestInutilization } from '../../domain/closings/manifest.ts';
import type { SeriesNumbers } from '../../domain/closings/summary.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { CompanyMonth } from './numbering.ts';

export type MonthInutilization = InutilizationForFacts & {
  /** Two digits. */
  year: string;
  /** False where the authority only told of an earlier one (563). */
  hasXml: boolean;
};

/**
 * The inutilizations that a month's manifest names: those that were authorized in it, and those that its numbering speaks of.
 *
 * @param fileOf the path of its XML in the ZIP; null where that is not asked for
 */
export async function monthInutilizations(
  em: EntityManager,
  { companyId, bounds: { start, next } }: CompanyMonth,
  { numbering, fileOf }: { numbering: readonly SeriesNumbers[]; fileOf: (of: MonthInutilization) => string | null },
): Promise<ManifestInutilization[]> {
  const rows = await em.execute<(MonthInutilization & { inutilizationDate: string | Date | null })[]>(statement, [
    companyId,
    start,
    next,
    JSON.stringify(rangesIn(numbering)),
  ]);
  return rows.map((row) => {
    const { inutilizationDate: at } = row;
    const of = { ...row, inutilizationDate: at === null ? null : new Date(at) };
    const file = row.hasXml ? fileOf(of) : null;
    return inutilizationFactsOf(of, file === null ? [] : [file]);
  });
}

function rangesIn(numbering: readonly SeriesNumbers[]) {
  return numbering.flatMap(({ type, series, inutilized }) =>
    inutilized.map((range) => ({ ...range, model: traitsOf[type].model, series })),
  );
}

const statement = `
  select i.id, i.model, i.series, i.start_number as "startNumber", i.end_number as "endNumber", i.year, i.protocol,
    i.inutilization_date as "inutilizationDate", i.justification, i.proc_xml is not null as "hasXml"
  from inutilization i
  where i.company_id = ? and i.environment = 'PRODUCTION' and i.status = 'AUTHORIZED'
    and (
      (i.inutilization_date >= ? and i.inutilization_date < ?)
      or exists (
        select from json_to_recordset(?::json) as n (model text, series int, "startNumber" int, "endNumber" int)
        where n.model = i.model and n.series = i.series and n."startNumber" = i.start_number and n."endNumber" = i.end_number
      )
    )
  order by i.model, i.series, i.start_number`;
