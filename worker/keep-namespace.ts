import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import { waitUnlessAborted } from '../operations/wait-unless-aborted.ts';
import { claimNamespace, ForeignNamespace } from '../temporal/claim.ts';
import { isNamespaceMissing, mendNamespace, namespaceCommand, type NamespaceSettings } from '../temporal/namespace.ts';

/** How often a worker looks whose the namespace is, and how often while Temporal is away. */
const usualMs = 10_000;
const awayMs = 2_000;
/** How often it looks whether Temporal still has what Lavra made there. */
const mendMs = 60_000;
/** How long one look may take. */
const lookMs = 10_000;

/**
 * Gives a Temporal that has lost its data what Lavra needs there, every minute and as soon as it is back after it was away, until `signal`
 * is aborted. Without it workers would poll a Temporal in which nothing starts what waits.
 *
 * @throws {ForeignNamespace} as soon as the namespace is another installation's: an address may lead to another server from one moment to the next
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
