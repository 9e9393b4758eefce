import { AddressRefused, checkUrl, type GuardOptions } from '../../adapters/outbound/guard.ts';
import { DomainError } from '../../domain/errors.ts';

/**
 * The address of an endpoint as it was sent, without spaces around it.
 *
 * @throws DomainError `validation_error` where nothing would be sent to it
 */
export function checkedUrl(guard: GuardOptions, text: string): string {
  const url = text.trim();
  try {
    checkUrl(url, guard);
    return url;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    const issues = [{ path: 'url', message: error.message }];
    throw new DomainError('validation_error', error.message, { issues, cause: error });
  }
}
