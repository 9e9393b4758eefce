import { createHash } from 'node:crypto';
import type { Orm } from '../../config/orm.ts';

/** A sign-in that is refused; the message says why, as the page shows it. */
export class SignInRefused extends Error {
  /** Seconds to wait where too much was tried; 0 where what was typed is wrong. */
  readonly waitSeconds: number;

  constructor(waitSeconds: number, words = 'E-mail ou senha não conferem.') {
    super(
      waitSeconds === 0 ? words : `Muitas tentativas em pouco tempo. Aguarde ${waitSeconds} segundos e tente de novo.`,
    );
    this.name = 'SignInRefused';
    this.waitSeconds = waitSeconds;
  }
}

/** So many tries at once, and one more after so many seconds. */
const ofAccount = { burst: 5, refillSeconds: 60 };
/** Of six digits there are a million, and three count at once: fewer tries than of passwords. */
const ofCodes = { burst: 5, refillSeconds: 300 };
const ofNetwork = { burst: 30, refillSeconds: 10 };

/**
 * Takes one try from an account, known or not, and one from a network.
 *
 * @throws SignInRefused where there is none
 */
export function spendAttempts(orm: Orm, account: string, network: string): Promise<void> {
  return spendBoth(orm, { of: `account ${account}`, pace: ofAccount }, network);
}

/**
 * The same for the codes of a second factor.
 *
 * @throws SignInRefused where there is none
 */
export function spendCodeAttempts(orm: Orm, personId: string, network: string): Promise<void> {
  return spendBoth(orm, { of: `codes ${personId}`, pace: ofCodes }, network);
}

/** Takes one try from a network. @throws SignInRefused where there is none */
export async function spendNetworkAttempt(orm: Orm, network: string): Promise<void> {
  const waitSeconds = await spend(orm, `network ${network}`, ofNetwork);
  if (waitSeconds > 0) throw new SignInRefused(waitSeconds);
}

/** Lets a company invite so many people at once, and nobody asks for more links than a person needs. */
const ofInvitations = { burst: 20, refillSeconds: 60 };
const ofResets = { burst: 3, refillSeconds: 600 };

/** Takes one invitation from what a company may send. @throws SignInRefused where there is none */
export async function spendInvitationAttempt(orm: Orm, companyId: string): Promise<void> {
  const waitSeconds = await spend(orm, `invitations ${companyId}`, ofInvitations);
  if (waitSeconds > 0) throw new SignInRefused(waitSeconds);
}

/** Takes one mail for another password from an address, known or not, and one try from a network. @throws SignInRefused where there is none */
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

/** Seconds until there is a try again; 0 where one was taken. */
async function spend(orm: Orm, of: string, { burst, refillSeconds }: typeof ofAccount): Promise<number> {
  const key = createHash('sha256').update(of).digest('hex');
  const [row] = await orm.em
    .fork()
    .execute<{ wait: number }[]>('select spend_sign_in(?, ?, ?) as wait', [key, burst, refillSeconds]);
  return Math.ceil(row?.wait ?? 0);
}
