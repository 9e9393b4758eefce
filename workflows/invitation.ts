import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { MailActivities } from '../activities/invitation-mail.ts';
import type { InvitationInput } from '../domain/conversation/actors.ts';
import type { InvitationEnd } from '../domain/conversation/progress.ts';
import { queues } from '../temporal/names.ts';
import { Patience } from './waiting.ts';

const mail = proxyActivities<MailActivities>({
  taskQueue: queues.mail,
  startToCloseTimeout: '2m', // handing a mail over has its own deadline of one minute
  heartbeatTimeout: '10s', // notices a dead worker long before the timeout
  retry: { initialInterval: '1s', maximumInterval: '1m' }, // only our own faults are thrown here; a fault of the mail server is a result
});

const details: Record<InvitationEnd, string> = {
  SENT: 'E-mail entregue ao servidor',
  FAILED: '**E-mail recusado em definitivo:** o motivo está no vínculo',
  OVER: 'O convite já foi respondido, substituído ou expirou',
};

/** Mails one invitation to a company's administrators, however long the mail server is away, for as long as the invitation can be opened. */
export async function invitation({ invitationId }: InvitationInput): Promise<InvitationEnd> {
  const patience = new Patience();
  for (;;) {
    setCurrentDetails('Enviando o e-mail do convite');
    const progress = await mail.sendInvitation(invitationId);
    if (progress.kind === 'settled') {
      patience.over();
      setCurrentDetails(details[progress.end]);
      return progress.end;
    }
    await patience.wait(progress);
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof invitation>({ invitationId });
  }
}
