import { decimalFault } from '../../domain/documents/decimal-check.ts';
import type { AskedPayload } from '../../domain/documents/payload.ts';
import { refuseAny } from '../../domain/taxation/fault.ts';
import { taxFieldNames } from '../../domain/taxation/fields.ts';

/** Percent with at most four places (TDec_0302a04); the contract bounds their size. */
const rateForm = { digits: 3, places: 4 };
const rateNames = taxFieldNames.filter((name) => /(Rate|RedBc|Mva)$/.test(name));

/**
 * Refuses rates with more places than the layout prints, which a JSON number can have.
 *
 * @throws DomainError `validation_error` with every such rate
 */
export function checkRates({ items }: AskedPayload): void {
  refuseAny(
    items.flatMap((item, index) =>
      rateNames.flatMap((name) => {
        const message = item[name] ? decimalFault(item[name], rateForm) : null;
        return message ? [{ code: 'validation_error' as const, path: `items[${index}].${name}`, message }] : [];
      }),
    ),
  );
}
