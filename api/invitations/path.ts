import { invitationsPath } from '../../domain/offices/invitation-path.ts';

const secrets = new RegExp(`(${invitationsPath})(?:/|%2f).*`, 'is');

/** A request's path as it may be written down: without the token of an invitation, also of one whose address was mistyped. */
export function withoutToken(path: string): string {
  return path.replace(secrets, '$1/…');
}
