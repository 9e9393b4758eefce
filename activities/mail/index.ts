import type { Wait } from '../../domain/conversation/waiting.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import { orWaitForMend } from '../conversation/repeated-fault.ts';
import { alive } from '../heartbeat.ts';
import { explainUnsent, type MailParts, type MailProgress, sendInvitation } from './send-invitation.ts';

/** Builds the activity that an invitation's run works with. */
export function mailActivities(parts: MailParts) {
  return {
    /**
     * Mails an invitation, where that is still to be done. The row is marked right after the server has taken the mail: a crash in between
     * sends it again, with the same Message-ID.
     */
    sendInvitation(id: string): Promise<MailProgress> {
      addLogFields({ invitationId: id });
      const explain = (wait: Omit<Wait, 'since'>) => explainUnsent(parts.orm, id, wait);
      return alive(() =>
        orWaitForMend(
          parts,
          { doing: 'no envio do convite', sooner: 'com o sinal "mended" no Temporal', explain },
          () => sendInvitation(parts, id),
        ),
      );
    },
  };
}
export type MailActivities = ReturnType<typeof mailActivities>;
