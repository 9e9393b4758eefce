import { decimalFault, moneyForm, rateForm } from '../../decimal-form.ts';
import type { Fault } from '../../faults.ts';
import { serviceRates } from '../../taxation/levels/service-fields.ts';
import { rateFieldNames } from '../../taxation/field-names.ts';
import type { GoodsPayload, ServicePayload } from '../payload.ts';

/** Rates with more places than the layout prints, which a JSON number can have. */
export function checkPrecision({ items }: GoodsPayload): Fault[] {
  return items.flatMap((item, index) =>
    rateFieldNames.flatMap((name) => {
      const message = item[name] ? decimalFault(item[name], rateForm) : null;
      return message ? [{ code: 'validation_error' as const, path: `items[${index}].${name}`, message }] : [];
    }),
  );
}

/** The same of a service. */
export function checkServicePrecision({ items }: ServicePayload): Fault[] {
  return items.flatMap((item, index) =>
    serviceRates.flatMap(({ field }) => {
      const message = item[field] ? decimalFault(item[field], { ...moneyForm, digits: 3 }) : null;
      return message ? [{ code: 'validation_error' as const, path: `items[${index}].${field}`, message }] : [];
    }),
  );
}
