import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { StoreActivities } from '../activities/store.ts';
import type { TaxAuthorityActivities } from '../activities/tax-authority.ts';

/** Our own database, and the first turn at the authority, which hands over after two seconds. */
export const store = proxyLocalActivities<StoreActivities>({ startToCloseTimeout: '30s' });

/** The tax authority. */
export const taxAuthority = proxyActivities<TaxAuthorityActivities>({
  startToCloseTimeout: '70s', // the exchange has a deadline of its own, 30 s by default
  heartbeatTimeout: '10s', // a dead worker is noticed long before the deadline
  retry: { initialInterval: '500ms', maximumInterval: '30s' }, // only faults of ours come here; the authority's are data
});
