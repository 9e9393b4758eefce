import { readBounce } from '../../adapters/mail/bounce.ts';
import type { EntityManager } from '../../config/orm.ts';
import { readReturnPath } from '../../domain/documents/mails/return-path.ts';
import type { MasterKey } from '../../domain/seal.ts';
import { type BounceResult, recordBounce } from './record-bounce.ts';

/** What recognizes a bounce: the key that signs return paths, and the mailbox to which they lead. */
export type BounceKey = { masterKey: MasterKey; mailbox: string };

/** The effect of a message: that of a bounce; or it is no delivery report, or came to an address that was not made here. */
export type TakenBounce = BounceResult | { kind: 'no-report' } | { kind: 'foreign' };

/**
 * Reads a message that arrived in the mailbox for bounces. Its return path says which mail it is about, and nobody else could have made that; what
 * the message itself says about mail and recipient is not believed.
 *
 * @param em sees all companies
 * @param recipients addresses to which the mail server delivered it, where known; its headers are read, too
 */
export async function takeBounce(
  em: EntityManager,
  { masterKey, mailbox }: BounceKey,
  raw: Buffer,
  recipients: readonly string[] = [],
): Promise<TakenBounce> {
  const { addresses, reports } = await readBounce(raw).catch(() => ({ addresses: [], reports: [] }));
  const known = [...recipients, ...addresses].map((address) => readReturnPath(masterKey, mailbox, address));
  const mailId = known.find((each) => each !== null);
  if (mailId === undefined) return { kind: 'foreign' };
  if (reports.length === 0) return { kind: 'no-report' };
  return recordBounce(em, mailId, reports);
}
