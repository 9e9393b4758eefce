/** Where invitations are opened, below the server's address. What comes after it is a secret. */
export const invitationsPath = '/convites';

const secrets = new RegExp(`(${invitationsPath})(?:/|%2f).*`, 'is');

/** A request's path as it may be written down: without the token of an invitation, also of one whose address was mistyped. */
export function withoutToken(path: string): string {
  return path.replace(secrets, '$1/…');
}
