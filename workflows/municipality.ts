import { proxyActivities } from '@temporalio/workflow';
import type { MunicipalityActivities } from '../activities/municipality.ts';
import type { MunicipalityInput } from '../domain/conversation/actors.ts';

const municipalities = proxyActivities<MunicipalityActivities>({
  startToCloseTimeout: '10s', // the request that waits for it gives up earlier
  retry: { maximumAttempts: 1 }, // the next request asks again
});

/** Has the worker ask about a company's municipality, for a request that waits for the answer. */
export async function municipality({ companyId }: MunicipalityInput): Promise<'ASKED'> {
  await municipalities.learnAgreement(companyId);
  return 'ASKED';
}
