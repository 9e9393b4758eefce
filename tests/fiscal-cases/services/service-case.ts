import type { Schema } from '../../../api/operations.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import type { ErrorCode } from '../../../domain/errors.ts';

export type ServiceBody = Schema<'FiscalDocumentCreation'>;

/** A service as the API takes it: by default R$ 1,000.00 by a company of São Paulo to one of the same state, on 2026-11-21. */
export type SoldService = {
  regime?: CompanySettings['taxRegime'];
  to?: NonNullable<ServiceBody['client']>;
  item?: Partial<ServiceBody['items'][number]>;
  service?: NonNullable<ServiceBody['service']>;
  on?: string;
};

/**
 * One case of a service: the sale, the source of its rule, and either the contents of the DPS (`field = text`), or the product's refusal
 * with its field, and SEFIN's code for the same: for the DPS of the `mended` sale with the `forged` texts in it.
 */
export type ServiceCase = { of: string; source: string; sale: SoldService } & (
  | { gives: string[] }
  | {
      refused: { code: ErrorCode; path: string };
      authority: { code: string; mended: SoldService; forged: [text: string, instead: string][] } | string;
    }
);
