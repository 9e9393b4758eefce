import { createDeliverer } from '../../adapters/outbound/deliver.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Transact } from '../../operations/transactions.ts';
import { changeEndpoint } from '../../operations/webhooks/change-endpoint.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session } from '../session.ts';

/**
 * Activates an endpoint again, as its owner would by PATCH: only if its address answers a ping.
 *
 * @returns the endpoint, and whether it was inactive
 * @throws {CommandRefused} `endpoint_of_office`: an office registers another endpoint instead
 * @throws {DomainError} `webhook_unreachable`, `not_found` where it was removed meanwhile, `invalid_state` where others keep changing it
 */
export async function enable(
  session: Session,
  { id, office }: Pick<WebhookEndpoint, 'id' | 'office'>,
): Promise<{ endpoint: WebhookEndpoint; wasInactive: boolean }> {
  if (office) {
    const mend = 'quem o cadastrou o remove e cadastra outro';
    throw new CommandRefused('endpoint_of_office', `O webhook é de um escritório e não volta a ser ativado: ${mend}.`);
  }
  const orm = await session.orm();
  const transact: Transact = (work) => acrossCompanies(orm).transactional(work);
  const deliverer = createDeliverer(session.env().webhooks);
  try {
    const named = { id, actor: session.actor };
    const parts = { masterKey: session.masterKey(), deliverer };
    const { endpoint, isProven } = await changeEndpoint(transact, parts, named, { isActive: true });
    return { endpoint, wasInactive: isProven };
  } finally {
    await deliverer.close();
  }
}
