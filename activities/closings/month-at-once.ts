import type { ManifestInutilization } from '../../domain/closings/manifest.ts';
import type { SeriesNumbers } from '../../domain/closings/summary.ts';
import { boundsOf } from '../../domain/month.ts';
import { monthNumbering } from '../../operations/closings/numbering.ts';
import { atOneInstant } from '../../operations/in-company.ts';
import type { ClosingParts } from './closing-parts.ts';
import { inutilizationFiles, missingEvents, monthInutilizations } from './further-files.ts';
import { missingDocuments } from './page.ts';
import type { PartMember } from './part.ts';
import type { Turn } from './turn.ts';

/** A month of which nothing is missing in the ZIP, as it stood at one instant. */
export type WholeMonth = { asOf: Date; numbering: SeriesNumbers[]; inutilizations: ManifestInutilization[] };

/** What a look at a month finds that is not in the ZIP; or that nothing is. */
export type Look = { missing: 'documents' } | { missing: PartMember[] } | { missing: null; month: WholeMonth };

/** Looks at a month as it stands at one instant. */
export function lookAtMonth({ orm }: Pick<ClosingParts, 'orm'>, { closing }: Turn): Promise<Look> {
  const { company: companyId, includeXml } = closing;
  return atOneInstant(orm, async (em): Promise<Look> => {
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
    return { missing: null, month: { asOf: new Date(asOf), numbering, inutilizations } };
  });
}
