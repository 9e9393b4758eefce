import type { Distribution } from '../../domain/distribution/distribution.entity.ts';
import type { OpenedEntry } from './open-lot.ts';

/** A lot that was opened, and for whom it came. The distribution is locked, so that nobody else stores for it. */
export type Lot = { distribution: Distribution; companyTaxId: string; entries: OpenedEntry[]; receivedAt: Date };
