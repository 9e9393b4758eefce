import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  CancellationScope,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import type { ClosingStepActivities } from '../activities/closings/index.ts';
import type { DueClosing } from '../domain/conversation/pack-progress.ts';
import type { OfficeClosingsInput } from '../domain/conversation/actors.ts';
import { closingId as workflowIdOf, messages, searchAttributes } from '../temporal/names.ts';
import type { closing } from './closing.ts';

/** Closings of one office that run at once, however many it has asked for: so those of one office never keep another office waiting long. */
const atOnce = 10;
/** After so many closings a run continues as a new one, long before its history reaches the limit. */
const closingsOfARun = 300;

/** Says that closings were committed for this office. */
const woken = defineSignal(messages.woken);

/** What the query returns: the ids of the closings under way, and how many have ended in this run. */
export type OfficeClosingsState = { running: string[]; ended: number };
export const officeClosingsState = defineQuery<OfficeClosingsState>(messages.state);

const steps = proxyLocalActivities<ClosingStepActivities>({ startToCloseTimeout: '30s' });

/** The actor of one office: runs the closings that it has asked for, ten at a time and the oldest first, until there are none. */
export async function officeClosings({ officeId, officeTaxId }: OfficeClosingsInput): Promise<void> {
  const running = new Map<string, Promise<void>>();
  let isWoken = false;
  let [started, ended] = [0, 0];
  setHandler(woken, () => void (isWoken = true));
  setHandler(officeClosingsState, () => ({ running: [...running.keys()], ended }));

  for (;;) {
    const isLong = started >= closingsOfARun || workflowInfo().continueAsNewSuggested;
    if (isLong && running.size === 0) await continueAsNew<typeof officeClosings>({ officeId, officeTaxId });
    isWoken = false;
    const free = isLong ? 0 : atOnce - running.size;
    const due = free > 0 ? await steps.dueClosings(officeId, [...running.keys()], free) : [];
    for (const next of due) {
      started += 1;
      running.set(next.closingId, carriedOut(next, officeId).finally(gone(next.closingId)));
    }
    setCurrentDetails(`${running.size} em andamento, ${ended} encerrados`);
    if (running.size > 0) {
      const before = ended;
      await condition(() => ended > before || (isWoken && running.size < atOnce && !isLong));
    } else {
      // Waits for another request before it ends, which saves a new run for each closing that is asked for alone.
      await condition(() => isWoken, '10s', { summary: 'À espera de outro pedido' });
      if (!isWoken) return;
    }
  }

  function gone(id: string) {
    return (): void => {
      running.delete(id);
      ended += 1;
    };
  }
}

/** Runs one closing as a child workflow to its end. A closing whose run was ended from outside is marked as abandoned. */
async function carriedOut({ closingId, companyTaxId, companyName, month }: DueClosing, officeId: string) {
  try {
    const child = await startChild<typeof closing>('closing', {
      workflowId: workflowIdOf(closingId),
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      args: [{ closingId }],
      staticSummary: `Fechamento de ${month}: ${companyName} (${companyTaxId})`,
      searchAttributes: { [searchAttributes.company]: [companyTaxId] },
      priority: { fairnessKey: officeId },
    });
    await child.result();
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) {
      await sleep('5s', { summary: 'O fechamento ainda está em andamento em outra execução' });
      return;
    }
    await CancellationScope.nonCancellable(() => steps.abandonClosing(closingId, interrupted));
  }
}

const interrupted =
  'O fechamento foi interrompido antes do fim por quem opera o sistema. Peça o fechamento do mês outra vez.';
