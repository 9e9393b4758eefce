import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { ComparisonActivities } from '../activities/comparison/index.ts';
import type { ComparisonInput } from '../domain/conversation/actors.ts';
import type { ComparisonEnd } from '../domain/conversation/progress.ts';
import { queues } from '../temporal/names.ts';
import { Patience } from './waiting.ts';

/** Compares the numbers of one month of a company with what its authorities have of them, visit by visit, however long an authority is away. */
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
    startToCloseTimeout: '3m', // it asks for twenty seconds, and the last question has the authority's deadline
    heartbeatTimeout: '10s', // a dead worker is noticed long before
    retry: { initialInterval: '1s', maximumInterval: '1m' }, // only faults of ours come here; the authority's are data
    priority: { fairnessKey: companyTaxId },
  });
}
