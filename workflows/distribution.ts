import { condition, continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { DistributionActivities } from '../activities/distribution/index.ts';
import type { DistributionInput } from '../domain/conversation/actors.ts';
import { queues } from '../temporal/names.ts';
import { Waking } from './waking.ts';

/** After so many questions (a day of hourly ones) a run continues as a new one. */
const visitsOfARun = 24;

/** The actor of one company at one source: asks hour by hour for what others issued against the company, until there is nothing more to ask for. */
export async function distribution({ distributionId, companyTaxId }: DistributionInput): Promise<void> {
  const source = sourceFor(companyTaxId);
  const waking = new Waking();

  for (let visits = 1; ; visits += 1) {
    waking.isWoken = false;
    setCurrentDetails('Consultando');
    const outlook = await source.distribute(distributionId);
    if (outlook === null) {
      setCurrentDetails('Nada a consultar: a empresa está inativa ou em outro ambiente');
      if (!waking.isWoken) return;
    } else if (outlook.waitMs > 0) {
      setCurrentDetails(outlook.details);
      await condition(() => waking.isWoken, outlook.waitMs, { summary: 'Próxima consulta' });
    }
    // A signal that arrived meanwhile is not lost: the next run begins with a look at the row.
    if (visits >= visitsOfARun || workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof distribution>({ distributionId, companyTaxId });
    }
  }
}

function sourceFor(companyTaxId: string) {
  return proxyActivities<DistributionActivities>({
    taskQueue: queues.distribution,
    startToCloseTimeout: '5m', // it asks for lots for 20 s; the last lot may take as long as an exchange may, and is stored afterwards
    heartbeatTimeout: '10s', // notices a dead worker long before the timeout
    retry: { initialInterval: '1s', maximumInterval: '1m' },
    priority: { fairnessKey: companyTaxId },
  });
}
