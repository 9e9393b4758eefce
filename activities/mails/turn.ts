import type { EntityManager } from '../../config/orm.ts';
import { restSeconds } from '../../domain/documents/mails/retry.ts';

/** How the mails of a company stand: in how many visits in a row the server could not be used, and until when nothing is tried. */
export type MailsStanding = { failures: number; heldUntil: Date | null; heldReason: string | null };

/** Reads how a company's mails stand. */
export async function mailsStandingOf(em: EntityManager, companyId: string): Promise<MailsStanding> {
  const [row] = await em.execute<{ failures: number; held_until: string | null; held_reason: string | null }[]>(
    `select failures, held_until, held_reason from mail_turn where company_id = ?`,
    [companyId],
  );
  if (!row) return { failures: 0, heldUntil: null, heldReason: null };
  const heldUntil = row.held_until === null ? null : new Date(row.held_until);
  return { failures: row.failures, heldUntil, heldReason: row.held_reason };
}

/** Clears the mark of the last signal. It is called before looking for work: any commit after this signals again. */
export async function clearWoken(em: EntityManager, companyId: string): Promise<void> {
  await em.execute(`update mail_turn set woken_at = null where company_id = ? and woken_at is not null`, [companyId]);
}

/** Puts the mails of a company off because the server cannot be used, longer each time. @returns until when */
export async function putMailsOff(
  em: EntityManager,
  companyId: string,
  { failures, reason, now }: { failures: number; reason: string; now: Date },
): Promise<Date> {
  const until = new Date(now.getTime() + restSeconds(failures) * 1000);
  await em.execute(
    `insert into mail_turn (company_id, held_until, held_reason, failures) values (?, ?, ?, ?)
     on conflict (company_id) do update set held_until = excluded.held_until, held_reason = excluded.held_reason, failures = excluded.failures`,
    [companyId, until, reason, failures],
  );
  return until;
}

/** Lets a company's mails go again: the server can be used. */
export async function endMailsHold(em: EntityManager, companyId: string): Promise<void> {
  await em.execute(
    `update mail_turn set held_until = null, held_reason = null, failures = 0 where company_id = ? and (failures > 0 or held_until is not null)`,
    [companyId],
  );
}
