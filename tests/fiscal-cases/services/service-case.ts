import type { Schema } from '../../../api/operations.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import type { ErrorCode } from '../../../domain/errors.ts';

export type ServiceBody = Schema<'FiscalDocumentCreation'>;

/** A service as the API takes it: R$ 1,000.00 of a company of São Paulo to one of the state, on 2026-11-21, where nothing else is said. */
export type SoldService = {
  regime?: CompanySettings['taxRegime'];
  to?: NonNullable<ServiceBody['client']>;
  item?: Partial<ServiceBody['items'][number]>;
  service?: NonNullable<ServiceBody['service']>;
  on?: string;
};

/**
 * One case of a service: what is sold, where its rule stands, and either what the DPS says (`field = text`), or who refuses it at which field,
 * with the code by which SEFIN refuses the same: the DPS of what mends it, in which `forged` stands instead.
 */
export type ServiceCase = { of: string; source: string; sale: SoldService } & (
  | { gives: string[] }
  | {
      refused: { code: ErrorCode; path: string };
      authority: { code: string; mended: SoldService; forged: [text: string, instead: string][] } | string;
    }
);
