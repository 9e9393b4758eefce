/** Minutes between the attempts at a mail that its server put off; from the third on at least 30 (RFC 5321 §4.5.4.1). */
const steps = [5, 15, 30, 60, 120, 240, 480];
/** Days after which a mail is given up; the same section asks for at least four to five. */
const givenUpAfterDays = 5;

const minuteMs = 60_000;

/**
 * When a mail that was put off is tried again; null where it is given up.
 *
 * @param attempts number of attempts so far, at least one
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

/**
 * Seconds for which a company's mails rest while their server cannot be used, by the number of the actor's visits in a row that failed, at least one.
 */
export function restSeconds(failures: number): number {
  return Math.min(15 * 60, 15 * 2 ** Math.min(failures - 1, 10));
}

/** Milliseconds after which an attempt counts as lost; longer than a mail server is waited for. */
export const leaseMs = 90_000;

/** How a mail server refused the address of a mail. */
export type AddressRefusal = { code: number; response: string };

/** Reply codes for a mailbox that does not exist (RFC 5321 §4.2.3). */
const noMailbox = [550, 551, 553];
/**
 * Enhanced codes (RFC 3463 §3.2, §3.3; RFC 7505 §4.2 for 5.1.10) about the recipient's address, or about a mailbox that is disabled or does not
 * exist. 5.1.7 and 5.1.8 are about the sender's address.
 */
const deadAddress = /\b5\.(?:1\.(?:[0-6]|10)|2\.1)\b/;
const anyEnhanced = /\b5\.\d{1,3}\.\d{1,3}\b/;

/**
 * Whether a server's refusal of an address means that no mail will ever reach it. A refusal because of a policy, or because of us (5.7.1), does not:
 * another mail may arrive.
 */
export function isDeadAddress({ code, response }: AddressRefusal): boolean {
  if (anyEnhanced.test(response)) return deadAddress.test(response);
  return noMailbox.includes(code);
}
