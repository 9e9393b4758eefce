import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { ComparisonActivities } from '../activities/comparison/index.ts';
import type { ComparisonInput } from '../domain/conversation/actors.ts';
import type { ComparisonEnd } from '../domain/conversation/progress.ts';
import { queues } from '../temporal/names.ts';
import { Patience } from './waiting.ts';

/**
 * Compares the document numbers of one month of a company with what its authorities have of them, some numbers per activity, however long an
 * authority is away.
 */
export async function comparison(input: ComparisonInput): Promise<ComparisonEnd> {
  const books = booksOf(input.companyTaxId);
  const patience = new Patience();
  setCurrentDetails('Consultando a autoridade');
  for (;;) {
    const progress = await books.compareSome(input.comparisonId);
    switch (progress.kind) {
      case 'settled':
        patience.over();
        setCurrentDetails('Conferido');
        return progress.end;
      case 'moved':
        patience.moved();
        setCurrentDetails(`Conferidos ${progress.done} de ${progress.total} números`);
        break;
      default:
        await patience.wait(progress);
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof comparison>(input);
  }
}

function booksOf(companyTaxId: string) {
  return proxyActivities<ComparisonActivities>({
    taskQueue: queues.comparison,
    startToCloseTimeout: '3m', // it asks for 20 s, and the last question may take as long as an exchange with the authority may
    heartbeatTimeout: '10s', // notices a dead worker long before the timeout
    retry: { initialInterval: '1s', maximumInterval: '1m' }, // only our own faults are thrown here; a fault of the authority is a result
    priority: { fairnessKey: companyTaxId },
  });
}
