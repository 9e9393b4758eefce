import type { MasterKey } from '../seal.ts';
import { bytesOfUuid, signedToken, uuidOfBytes } from '../signed-token.ts';

const tokens = (key: MasterKey) => signedToken(key, 'stop mails to people', 16);

/**
 * The secret of the address by which a person stops her mails without signing in: who she is, signed. It is in each of them, works as long as
 * the master key is the same, and can do nothing but that.
 */
export function stopTokenOf(key: MasterKey, personId: string): string {
  return tokens(key).write(bytesOfUuid(personId));
}

/** Whose token it is; null where nobody here signed it. */
export function whoseStopToken(key: MasterKey, token: string): string | null {
  const said = tokens(key).read(token);
  return said && uuidOfBytes(said);
}
