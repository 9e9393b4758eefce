import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import { waitUnlessAborted } from '../operations/wait-unless-aborted.ts';
import { claimNamespace, ForeignNamespace } from '../temporal/claim.ts';
import { isNamespaceMissing, mendNamespace, namespaceCommand, type NamespaceSettings } from '../temporal/namespace.ts';

/** How often a worker checks which installation owns the namespace, and how often while Temporal is away. */
const usualMs = 10_000;
const awayMs = 2_000;
/** How often it checks whether the namespace still has its search attributes and schedules. */
const mendMs = 60_000;
/** Deadline of one check. */
const lookMs = 10_000;

/**
 * Makes again what Lavra needs in the namespace where Temporal has lost its data: every minute, and as soon as Temporal is back, until `signal` is
 * aborted. Without it workers would poll a Temporal in which no schedule starts what waits.
 *
 * @throws {ForeignNamespace} as soon as the namespace belongs to another installation: an address may lead to another server from one moment to the
 *   next
 */
export async function keepNamespace(
  client: Client,
  { installation, ...settings }: NamespaceSettings & { installation: string },
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<void> {
  let isAway = false;
  let mendedAt = performance.now();
  while (await waitUnlessAborted(isAway ? awayMs : usualMs, signal)) {
    try {
      const isDue = isAway || performance.now() - mendedAt >= mendMs;
      const look = async () => {
        await claimNamespace(client, installation);
        return isDue ? mendNamespace(client, settings) : [];
      };
      const made = await client.withAbortSignal(signal, () => client.withDeadline(Date.now() + lookMs, look));
      if (isDue) mendedAt = performance.now();
      if (made.length > 0) logger.warn('Temporal had lost what Lavra needs there; it was made again', { made });
      else if (isAway) logger.info('Temporal is back');
      isAway = false;
    } catch (error) {
      if (error instanceof ForeignNamespace) throw error;
      if (signal.aborted) return;
      const { namespace } = client.options;
      if (isAway) continue;
      if (isNamespaceMissing(error))
        logger.error(`Temporal has no namespace ${namespace}: ${namespaceCommand(namespace)}`);
      else logger.warn('Temporal cannot be reached or prepared', { error });
      isAway = true;
    }
  }
}
