import { condition, continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { DistributionActivities } from '../activities/distribution/index.ts';
import type { DistributionInput } from '../domain/conversation/actors.ts';
import { queues } from '../temporal/names.ts';
import { Waking } from './waking.ts';

/** A day of questions, after which a run goes on as a new one. */
const visitsOfARun = 24;

/** The actor of one company at one source: asks what others issued against it, hour by hour, until there is nothing to ask for any more. */
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
    // The next run handles a signal that came: it looks at the row first.
    if (visits >= visitsOfARun || workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof distribution>({ distributionId, companyTaxId });
    }
  }
}

function sourceFor(companyTaxId: string) {
  return proxyActivities<DistributionActivities>({
    taskQueue: queues.distribution,
    startToCloseTimeout: '5m', // it takes up lots for twenty seconds, and the last has the authority's deadline and its storing
    heartbeatTimeout: '10s', // a dead worker is noticed long before
    retry: { initialInterval: '1s', maximumInterval: '1m' },
    priority: { fairnessKey: companyTaxId },
  });
}
