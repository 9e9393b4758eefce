import type { Issuer } from '../../domain/companies/settings.ts';
import type { CallerCompany } from '../../api/locals.ts';

/** The caller's company as its notes name it; null while it has no fiscal settings. */
export function issuerOf({ settings, ...names }: CallerCompany): Issuer | null {
  return settings && { ...names, settings };
}
