import { condition, continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks/index.ts';
import type { WebhookDeliveryInput } from '../domain/conversation/actors.ts';
import { isOfOffice } from '../domain/webhooks/endpoint-owner.ts';
import { queues } from '../temporal/names.ts';
import { Waking } from './waking.ts';

/** The actor of one webhook endpoint: delivers what is due, sleeps until the next delivery is, and ends when none waits. */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<void> {
  const { endpointId, ownerLabel = input.companyTaxId ?? '' } = input;
  const usual = callsBy(queues.webhooks, ownerLabel);
  const inTrouble = callsBy(queues.webhooksInTrouble, ownerLabel);
  let isInTrouble = input.isInTrouble ?? false;
  const waking = new Waking();

  for (;;) {
    waking.isWoken = false;
    setCurrentDetails(isInTrouble ? 'Entregando a um endereço que falha ou demora' : 'Entregando');
    const outlook = await (isInTrouble ? inTrouble : usual).deliverDue(endpointId, isInTrouble);
    isInTrouble = outlook.isInTrouble;
    // A signal that arrived meanwhile is not lost: the next run begins with a look for work.
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof webhookDelivery>({ endpointId, ownerLabel, isInTrouble });
    }
    if (!outlook.isActive) {
      setCurrentDetails(isOfOffice(ownerLabel) ? idleOfOffice : idle);
      if (!waking.isWoken) return;
    } else if (outlook.waitMs === null) {
      setCurrentDetails('Nada a entregar');
      // Waits for another event before it ends, which saves a busy endpoint a new run for each event.
      await condition(() => waking.isWoken, '30s', { summary: 'À espera de outro evento' });
      if (!waking.isWoken) return;
    } else if (outlook.waitMs > 0) {
      const at = new Date(Date.now() + outlook.waitMs).toISOString();
      setCurrentDetails(
        outlook.mend ? `**Aguardando:** ${outlook.mend}` : `**Aguardando** a próxima tentativa, em ${at}`,
      );
      await condition(() => waking.isWoken, outlook.waitMs, { summary: 'Próxima tentativa' });
    }
  }
}

const idle = '**Desativado:** as entregas esperam que o webhook seja reativado';
const idleOfOffice = '**Parado:** o webhook foi desativado, ou o escritório está suspenso';

function callsBy(taskQueue: string, ownerLabel: string) {
  return proxyActivities<WebhookActivities>({
    taskQueue,
    startToCloseTimeout: '1m', // it begins deliveries for 20 s, and each may take 10 s
    heartbeatTimeout: '10s', // notices a dead worker long before the timeout
    retry: { initialInterval: '1s', maximumInterval: '1m' },
    priority: { fairnessKey: ownerLabel },
  });
}
