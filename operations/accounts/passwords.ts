import pLimit from 'p-limit';
import { newLinkToken } from '../../domain/access/key.ts';
import { passwordLength } from '../../domain/accounts/password-strength.ts';
import { hashPassword, isPassword } from '../../domain/accounts/password.ts';

/** Each takes 19 MiB and some 100 ms of a core: two at once leave the process room for its pages. */
const atMostTwo = pLimit(2);

/** Of whoever is not known, so that an answer takes as long as for who is. */
const nobodysHash = hashPassword(newLinkToken());

/** Whether it is the password of a hash; never of none, which takes as long to say. */
export async function isRightPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const against = hash ?? (await nobodysHash);
  const isRight = await atMostTwo(() => isPassword(password.slice(0, passwordLength.most * 2), against));
  return isRight && Boolean(hash);
}

/** What is kept in place of a password. */
export function passwordHashOf(password: string): Promise<string> {
  return atMostTwo(() => hashPassword(password));
}
