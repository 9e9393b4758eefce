/** Minutes between the attempts at a mail that its server has put off, 30 at least after the first two (RFC 5321 §4.5.4.1). */
const steps = [5, 15, 30, 60, 120, 240, 480];
/** After which a mail is given up: four to five days are asked for there. */
const givenUpAfterDays = 5;

const minuteMs = 60_000;

/**
 * When a mail that was put off is tried next; null when it is given up.
 *
 * @param attempts that were made, at least one
 */
export function afterPutOff({
  attempts,
  createdAt,
  now,
}: {
  attempts: number;
  createdAt: Date;
  now: Date;
}): Date | null {
  const step = steps[Math.min(attempts, steps.length) - 1] ?? 5;
  const next = new Date(now.getTime() + step * minuteMs);
  return next.getTime() - createdAt.getTime() > givenUpAfterDays * 24 * 60 * minuteMs ? null : next;
}

/** Seconds that a company's mails rest while their server cannot be used, by how many visits were in vain, one at least. */
export function restSeconds(failures: number): number {
  return Math.min(15 * 60, 15 * 2 ** Math.min(failures - 1, 10));
}

/** How long an attempt that was begun is waited for until it is given up for lost: longer than a mail server is waited for. */
export const leaseMs = 90_000;

/** What a mail server answered to the address of a mail. */
export type AddressRefusal = { code: number; response: string };

/** Replies that say of a mailbox that it is not there (RFC 5321 §4.2.3). */
const noMailbox = [550, 551, 553];
/**
 * Of the enhanced codes (RFC 3463 §3.2, §3.3; RFC 7505 §4.2 for 5.1.10) those of the recipient's address, and of a mailbox that is disabled or does not
 * exist. 5.1.7 and 5.1.8 are about the sender's.
 */
const deadAddress = /\b5\.(?:1\.(?:[0-6]|10)|2\.1)\b/;
const anyEnhanced = /\b5\.\d{1,3}\.\d{1,3}\b/;

/**
 * Whether a server's refusal of an address says that nothing will ever reach it. One that is about a policy, or about us (5.7.1), does not: another
 * mail may arrive.
 */
export function isDeadAddress({ code, response }: AddressRefusal): boolean {
  if (anyEnhanced.test(response)) return deadAddress.test(response);
  return noMailbox.includes(code);
}
