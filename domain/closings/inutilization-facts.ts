import { brasiliaDateTime } from '../fiscal-time.ts';
import type { Inutilization } from '../inutilizations/inutilization.entity.ts';
import type { ManifestInutilization } from './manifest.ts';

/** The columns of an inutilization that its facts are made of. */
export type InutilizationForFacts = Pick<
  Inutilization,
  'id' | 'model' | 'series' | 'startNumber' | 'endNumber' | 'protocol' | 'inutilizationDate' | 'justification'
>;

/** What a manifest says of an authorized inutilization. @param files its own in the ZIP; none where the authority only told of an earlier one */
export function inutilizationFactsOf(of: InutilizationForFacts, files: string[]): ManifestInutilization {
  const { id, model, series, startNumber, endNumber, protocol, inutilizationDate, justification } = of;
  return {
    inutilizationId: id,
    ...{ model, series, startNumber, endNumber },
    protocol: protocol ?? null,
    inutilizedAt: inutilizationDate ? brasiliaDateTime(inutilizationDate) : null,
    justification,
    files,
  };
}
