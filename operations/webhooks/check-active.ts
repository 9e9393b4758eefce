import { DomainError } from '../../domain/errors.ts';

/** @throws DomainError `endpoint_inactive`: nothing is delivered to it, so nothing may be asked to be */
export function checkActive({ isActive }: { isActive: boolean }): void {
  if (isActive) return;
  const message =
    'O webhook está inativo e não recebe entregas. Reative-o com PATCH { "isActive": true } e tente de novo.';
  throw new DomainError('endpoint_inactive', message);
}
