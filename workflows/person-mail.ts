import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { PersonMailActivities } from '../activities/person-mail.ts';
import type { PersonMailInput } from '../domain/conversation/actors.ts';
import type { PersonMailEnd } from '../domain/conversation/progress.ts';
import { queues } from '../temporal/names.ts';
import { Patience } from './waiting.ts';

const mail = proxyActivities<PersonMailActivities>({
  taskQueue: queues.mail,
  startToCloseTimeout: '2m', // handing a mail over has its own deadline of one minute
  heartbeatTimeout: '10s', // notices a dead worker long before the timeout
  retry: { initialInterval: '1s', maximumInterval: '1m' }, // only our own faults are thrown here; a fault of the mail server is a result
});

const details: Record<PersonMailEnd, string> = {
  SENT: 'E-mail entregue ao servidor',
  FAILED: '**E-mail recusado em definitivo:** o motivo está na página das pessoas da empresa',
  OVER: 'O e-mail deixou de valer antes de sair',
};

/** Sends one mail to a person of the panel, however long the mail server is away, for as long as its link can be opened or its news still matters. */
export async function personMail({ mailId }: PersonMailInput): Promise<PersonMailEnd> {
  const patience = new Patience();
  for (;;) {
    setCurrentDetails('Enviando o e-mail');
    const progress = await mail.sendPersonMail(mailId);
    if (progress.kind === 'settled') {
      patience.over();
      setCurrentDetails(details[progress.end]);
      return progress.end;
    }
    await patience.wait(progress);
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof personMail>({ mailId });
  }
}
