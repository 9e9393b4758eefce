import type { Client } from '@temporalio/client';
import type { Logger } from '../../config/logger.ts';
import type { Orm } from '../../config/orm.ts';
import { noticeRestore } from '../../operations/installations/restoration.ts';
import { epochOutside, tellEpoch } from '../../temporal/claim.ts';

/** Looks whether the database is one of an earlier moment, before anything is started from its rows. */
export async function lookForRestore(client: Client, { orm, logger }: { orm: Orm; logger: Logger }): Promise<void> {
  const { epoch, cause } = await noticeRestore(orm, await epochOutside(client));
  if (cause) logger.error('the database was restored: nothing is issued before the authorities were asked', { cause });
  await tellEpoch(client, epoch);
}
