import type { EntityManager } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { NumberSeries } from '../../domain/companies/number-series.entity.ts';
import { type Environment, seriesOf } from '../../domain/companies/settings.ts';
import { type DocumentType, documentTypes, traitsOf } from '../../domain/document-types.ts';

/** A series and its next number. */
export type NumberedSeries = {
  documentType: DocumentType;
  environment: Environment;
  series: number;
  /** The number that the next draw gives, unless it was inutilized. */
  nextNumber: number;
  /** Whether new documents use this series. */
  isUsed: boolean;
};

/** Every series that a company has ever used, in both environments. */
export async function listSeries(
  em: EntityManager,
  { id, environment, settings }: Pick<Company, 'id' | 'environment' | 'settings'>,
): Promise<NumberedSeries[]> {
  const rows = await em.find(
    NumberSeries,
    { company: id },
    { orderBy: { environment: 'asc', model: 'asc', series: 'asc' } },
  );
  return rows.flatMap(({ model, series, nextNumber, environment: of }) => {
    const documentType = documentTypes.find((type) => traitsOf[type].numberedAs === model);
    if (!documentType) return [];
    const isUsed = of === environment && !!settings && seriesOf(settings, documentType) === series;
    return [{ documentType, environment: of, series, nextNumber, isUsed }];
  });
}
