import { Context } from '@temporalio/activity';
import { acrossCompanies } from '../operations/in-company.ts';
import { inTransaction, type Transaction } from '../operations/outbox.ts';
import { type EndpointStart, wakeEndpoint } from '../temporal/start.ts';
import type { Parts } from './parts.ts';

type Waking = Pick<Parts, 'orm' | 'logger'>;

/** Runs `work` in one transaction across companies; after the commit, wakes the actors of the endpoints that its events go to. */
export function transacted<Result>(parts: Waking, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(acrossCompanies(parts.orm), (endpointIds) => wake(parts, endpointIds), work);
}

/**
 * Wakes the endpoints' actors, once for however many events are waiting: where `wokenAt` is set, a signal was already sent. Never rejects,
 * since the events are committed: a failure is a delay and a line in the log, and reconciliation finds what is due.
 */
export async function wake({ orm, logger }: Waking, endpointIds: string[]): Promise<void> {
  try {
    const asleep = await orm.em.fork().execute<EndpointStart[]>(
      `update webhook_endpoint e set woken_at = now() from company c
       where e.id in (?) and e.woken_at is null and c.id = e.company_id
       returning e.id as "endpointId", c.tax_id as "companyTaxId"`,
      [endpointIds],
    );
    const { client } = Context.current();
    await Promise.all(asleep.map((endpoint) => wakeEndpoint(client, endpoint)));
  } catch (error) {
    logger.warn('the actors of webhooks could not be woken', { endpointIds, error });
  }
}
