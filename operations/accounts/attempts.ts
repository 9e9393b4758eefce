import { createHash } from 'node:crypto';
import type { Orm } from '../../config/orm.ts';

/** A sign-in that is refused; the message is the reason, as the page shows it. */
export class SignInRefused extends Error {
  /** Seconds to wait where there were too many tries; 0 where the input is wrong. */
  readonly waitSeconds: number;

  constructor(waitSeconds: number, words = 'E-mail ou senha não conferem.') {
    super(
      waitSeconds === 0 ? words : `Muitas tentativas em pouco tempo. Aguarde ${waitSeconds} segundos e tente de novo.`,
    );
    this.name = 'SignInRefused';
    this.waitSeconds = waitSeconds;
  }
}

/** How many tries an account has at once, and after how many seconds it gets one more. */
const ofAccount = { burst: 5, refillSeconds: 60 };
/** Codes have six digits, and three codes are valid at once: so they get fewer tries than passwords. */
const ofCodes = { burst: 5, refillSeconds: 300 };
const ofNetwork = { burst: 30, refillSeconds: 10 };

/**
 * Takes one try from an account, whether it exists or not, and one from a network.
 *
 * @throws SignInRefused where none is left
 */
export function spendAttempts(orm: Orm, account: string, network: string): Promise<void> {
  return spendBoth(orm, { of: `account ${account}`, pace: ofAccount }, network);
}

/**
 * As `spendAttempts`, for the codes of a second factor.
 *
 * @throws SignInRefused where none is left
 */
export function spendCodeAttempts(orm: Orm, personId: string, network: string): Promise<void> {
  return spendBoth(orm, { of: `codes ${personId}`, pace: ofCodes }, network);
}

/** Takes one try from a network. @throws SignInRefused where none is left */
export async function spendNetworkAttempt(orm: Orm, network: string): Promise<void> {
  const waitSeconds = await spend(orm, `network ${network}`, ofNetwork);
  if (waitSeconds > 0) throw new SignInRefused(waitSeconds);
}

/** How many invitations a company may send at once; and, below, how many links for a new password an address may get. */
const ofInvitations = { burst: 20, refillSeconds: 60 };
const ofResets = { burst: 3, refillSeconds: 600 };

/** Takes one invitation from those that a company may send. @throws SignInRefused where none is left */
export async function spendInvitationAttempt(orm: Orm, companyId: string): Promise<void> {
  const waitSeconds = await spend(orm, `invitations ${companyId}`, ofInvitations);
  if (waitSeconds > 0) throw new SignInRefused(waitSeconds);
}

/**
 * Takes one mail for a new password from an address, whether it is known or not, and one try from a network. @throws SignInRefused where none is
 * left
 */
export function spendResetAttempt(orm: Orm, email: string, network: string): Promise<void> {
  return spendBoth(orm, { of: `reset ${email.trim().toLowerCase()}`, pace: ofResets }, network);
}

async function spendBoth(
  orm: Orm,
  { of, pace }: { of: string; pace: typeof ofAccount },
  network: string,
): Promise<void> {
  const waits = await Promise.all([spend(orm, of, pace), spend(orm, `network ${network}`, ofNetwork)]);
  const waitSeconds = Math.max(...waits);
  if (waitSeconds > 0) throw new SignInRefused(waitSeconds);
}

/** Takes one try. @returns 0, or in how many seconds there is one again */
async function spend(orm: Orm, of: string, { burst, refillSeconds }: typeof ofAccount): Promise<number> {
  const key = createHash('sha256').update(of).digest('hex');
  const [row] = await orm.em
    .fork()
    .execute<{ wait: number }[]>('select spend_sign_in(?, ?, ?) as wait', [key, burst, refillSeconds]);
  return Math.ceil(row?.wait ?? 0);
}
