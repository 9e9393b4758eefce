import { readBounce } from '../../adapters/mail/bounce.ts';
import type { EntityManager } from '../../config/orm.ts';
import { readReturnPath } from '../../domain/documents/mails/return-path.ts';
import type { MasterKey } from '../../domain/seal.ts';
import { type BounceResult, recordBounce } from './record-bounce.ts';

/** By which a bounce is recognized: the key that signed its address, and the mailbox that it came to. */
export type BounceKey = { masterKey: MasterKey; mailbox: string };

/** What became of a message: as of a bounce, or it is none, or came to no address that was written here. */
export type TakenBounce = BounceResult | { kind: 'no-report' } | { kind: 'foreign' };

/**
 * Takes a message that arrived at the mailbox of bounces. Which mail it is about its address says, which nobody else could write; what the message
 * itself says of the mail and its recipient is not believed.
 *
 * @param em of all companies
 * @param recipients to which it was delivered, where the mail server says so; its own headers say it otherwise
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
