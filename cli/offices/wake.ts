import { labelOfOffice } from '../../domain/webhooks/endpoint-owner.ts';
import type { ChangedLink } from '../../operations/offices/change-link.ts';
import type { RequestedLink } from '../../operations/offices/request-link.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { startInvitation, wakeEndpoint } from '../../temporal/start.ts';
import type { Session } from '../session.ts';

type Waiting = ChangedLink & Partial<Pick<RequestedLink, 'invitation'>>;

/**
 * Starts the mail of an invitation, and tells the office's endpoints to look for work.
 *
 * @returns false without Temporal: reconciliation finds what waits within two minutes
 */
export async function wakeLink(session: Session, { link, endpoints, invitation = null }: Waiting): Promise<boolean> {
  if (endpoints.length === 0 && !invitation) return true;
  const { office, company } = link;
  const ownerLabel = labelOfOffice(office);
  try {
    const client = await session.temporal();
    await Promise.all([
      ...endpoints.map((endpointId) => wakeEndpoint(client, { endpointId, ownerLabel })),
      ...(invitation
        ? [
            startInvitation(client, {
              invitationId: invitation.id,
              officeTaxId: office.taxId,
              companyTaxId: company.taxId,
            }),
          ]
        : []),
    ]);
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    throw error;
  }
}
