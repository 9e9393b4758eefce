import { Context } from '@temporalio/activity';
import { installationOf } from '../operations/installations/installation.ts';
import { ForeignNamespace, ownerOf } from '../temporal/claim.ts';
import type { Parts } from './parts.ts';

/**
 * Before a run is told that it is about nothing of ours: where an address leads to another installation's Temporal all of a sudden, its runs
 * come before the worker has seen whose they are. One that ended here could not be started there again.
 *
 * @throws {ForeignNamespace}
 */
export async function refuseForeign({ orm }: Pick<Parts, 'orm'>): Promise<void> {
  const { client } = Context.current();
  const owner = await ownerOf(client);
  if (owner !== null && owner !== (await installationOf(orm))) throw new ForeignNamespace(client, owner);
}
