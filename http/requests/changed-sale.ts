import type { SaleRequest } from '../../operations/documents/sale-request.ts';
import type { Schema } from '../schema.ts';
import { saleRequest } from './sale.ts';

/** Objects whose fields are changed one by one; every other field that is sent is replaced as a whole. */
const changedWithin: ReadonlySet<string> = new Set(['transport', 'service']);

/**
 * A sale with the changes of a body: fields that are not sent stay, null and empty texts clear, arrays are replaced (docs/api-guide.md).
 *
 * @throws DomainError `validation_error` with every field that documents of the type do not have
 */
export function changedSale(kept: SaleRequest, body: Changes): SaleRequest {
  const asked = saleRequest({ ...withoutClient(body), type: kept.type, items: body.items ?? [] });
  // An inline client replaces a client named by id.
  return merged(kept, asked, { ...withoutClient(body), ...(body.client ? { clientId: null } : {}) });
}

type Changes = Schema<'FiscalDocumentChanges'>;

/** The body's fields without `client` and `externalId`. */
function withoutClient({
  client: _client,
  externalId: _externalId,
  ...sale
}: Changes): Omit<Changes, 'client' | 'externalId'> {
  return sale;
}

/** @param sent the body as it came: says which fields were sent, and which of them only to clear */
function merged<Kept extends object>(kept: Kept, asked: object, sent: object): Kept {
  const [before, values] = [
    new Map<string, unknown>(Object.entries(kept)),
    new Map<string, unknown>(Object.entries(asked)),
  ];
  const changes = Object.entries(sent).map(([name, value]: [string, unknown]): [string, unknown] => {
    const [former, next] = [before.get(name), values.get(name)];
    if (value === null || value === '') return [name, undefined];
    const isWithin = changedWithin.has(name) && isObject(former) && isObject(next) && isObject(value);
    return [name, isWithin ? merged(former, next, value) : next];
  });
  return withoutAbsent({ ...kept, ...Object.fromEntries(changes) });
}

function withoutAbsent<Source extends object>(source: Source): Source {
  for (const name of Object.keys(source)) {
    if (Reflect.get(source, name) === undefined) Reflect.deleteProperty(source, name);
  }
  return source;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
