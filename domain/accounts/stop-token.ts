import type { MasterKey } from '../seal.ts';
import { bytesOfUuid, signedToken, uuidOfBytes } from '../signed-token.ts';

const tokens = (key: MasterKey) => signedToken(key, 'stop mails to people', 16);

/**
 * The token in the address by which a person stops her mails without signing in: her id, signed. Every mail to her has it. It is valid as long as the
 * master key is the same, and can do nothing else.
 */
export function stopTokenOf(key: MasterKey, personId: string): string {
  return tokens(key).write(bytesOfUuid(personId));
}

/** Id of the person in a token; null where the signature is not ours. */
export function personOfStopToken(key: MasterKey, token: string): string | null {
  const said = tokens(key).read(token);
  return said && uuidOfBytes(said);
}
