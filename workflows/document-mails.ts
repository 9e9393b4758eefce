import { condition, continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { DocumentMailActivities } from '../activities/mails/index.ts';
import type { MailingInput } from '../domain/conversation/actors.ts';
import { queues } from '../temporal/names.ts';
import { Waking } from './waking.ts';

/** The actor of one company's mails: hands over what is due, sleeps to the next due time, and ends when nothing waits any more. */
export async function documentMails(input: MailingInput): Promise<void> {
  const { companyId, companyTaxId } = input;
  const mails = proxyActivities<DocumentMailActivities>({
    taskQueue: queues.documentMails,
    startToCloseTimeout: '3m', // it takes mails up for twenty seconds, and each has a minute of its own and its pages to be drawn
    heartbeatTimeout: '10s', // a dead worker is noticed long before
    retry: { initialInterval: '1s', maximumInterval: '1m' },
    priority: { fairnessKey: companyTaxId },
  });
  const waking = new Waking();

  for (;;) {
    waking.isWoken = false;
    setCurrentDetails('Enviando');
    const outlook = await mails.mailDue(companyId);
    // The next run handles a signal that came: it looks for work first.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof documentMails>(input);
    if (outlook.waitMs === null) {
      setCurrentDetails('Nada a enviar');
      // This wait saves a new run for each note of a busy company.
      await condition(() => waking.isWoken, '30s', { summary: 'À espera de outra nota' });
      if (!waking.isWoken) return;
    } else if (outlook.waitMs > 0) {
      const at = new Date(Date.now() + outlook.waitMs).toISOString();
      setCurrentDetails(`**Aguardando**${outlook.reason === null ? '' : ` (${outlook.reason})`} até ${at}`);
      await condition(() => waking.isWoken, outlook.waitMs, { summary: 'Próxima tentativa' });
    }
  }
}
