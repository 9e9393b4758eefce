import { traitsOf } from '../../domain/document-types.ts';
import type { ComparisonNow, OpenSeries } from '../../operations/comparison/open-series.ts';
import { certificateMissing } from '../conversation/waits.ts';
import { MendNeeded } from '../wait-for-mend.ts';
import type { SeriesOwner } from '../holdings.ts';

/**
 * Pause between two questions for one company, in milliseconds: no authority publishes how many questions about different keys it takes, and a
 * whole month is in no hurry.
 */
export const usualPaceMs = 200;

/**
 * The company that asks about a series.
 *
 * @throws {MendNeeded} while the company has no certificate
 * @throws Error where the company has no address
 */
export function ownerOf(now: ComparisonNow, { type, series }: Pick<OpenSeries, 'type' | 'series'>): SeriesOwner {
  const { companyId, taxId, state, isUnregistered, municipalityCode, certificateId } = now;
  if (certificateId === null) throw new MendNeeded(certificateMissing);
  if (state === null || municipalityCode === null) throw new Error(`company ${companyId} has no address`);
  const { numberedAs: model } = traitsOf[type];
  return {
    ...{ companyId, taxId, state, isUnregistered, municipalityCode, certificateId },
    ...{ environment: 'PRODUCTION', model, series },
  };
}
