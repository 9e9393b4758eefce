import { condition, continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { DocumentMailActivities } from '../activities/mails/index.ts';
import type { MailingInput } from '../domain/conversation/actors.ts';
import { queues } from '../temporal/names.ts';
import { Waking } from './waking.ts';

/** The actor of one company's mails about documents: sends those that are due, sleeps until the next is, and ends when none waits. */
export async function documentMails(input: MailingInput): Promise<void> {
  const { companyId, companyTaxId } = input;
  const mails = proxyActivities<DocumentMailActivities>({
    taskQueue: queues.documentMails,
    startToCloseTimeout: '3m', // it begins mails for 20 s; each may take a minute, and its pages are drawn before
    heartbeatTimeout: '10s', // notices a dead worker long before the timeout
    retry: { initialInterval: '1s', maximumInterval: '1m' },
    priority: { fairnessKey: companyTaxId },
  });
  const waking = new Waking();

  for (;;) {
    waking.isWoken = false;
    setCurrentDetails('Enviando');
    const outlook = await mails.mailDue(companyId);
    // A signal that arrived meanwhile is not lost: the next run begins with a look for work.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof documentMails>(input);
    if (outlook.waitMs === null) {
      setCurrentDetails('Nada a enviar');
      // Waits for another note before it ends, which saves a busy company a new run for each note.
      await condition(() => waking.isWoken, '30s', { summary: 'À espera de outra nota' });
      if (!waking.isWoken) return;
    } else if (outlook.waitMs > 0) {
      const at = new Date(Date.now() + outlook.waitMs).toISOString();
      setCurrentDetails(`**Aguardando**${outlook.reason === null ? '' : ` (${outlook.reason})`} até ${at}`);
      await condition(() => waking.isWoken, outlook.waitMs, { summary: 'Próxima tentativa' });
    }
  }
}
