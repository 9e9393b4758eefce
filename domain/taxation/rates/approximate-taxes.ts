import { z } from 'zod';
import { daySchema, rateSchema, sourceSchema, stateSchema } from './schemas.ts';

/** The state's tax: one percentage for all states, or one per state. */
const ofState = z.union(
  [rateSchema, z.partialRecord(stateSchema, rateSchema)],
  'deve ser uma porcentagem, ou uma por UF',
);

/** The approximate taxes of goods of an NCM, in percent of their price. */
const goods = z.strictObject({
  national: rateSchema,
  /** Federal taxes of goods of foreign origin (1, 2, 6 and 7). */
  imported: rateSchema,
  state: ofState.default('0'),
  municipal: rateSchema.default('0'),
});

/** The approximate taxes of a service of the national list, in percent of its price. */
const service = z.strictObject({
  federal: rateSchema,
  state: rateSchema.default('0'),
  municipal: rateSchema.default('0'),
});

const codes = (digits: number, what: string) =>
  z.string().regex(new RegExp(`^\\d{2,${digits}}$`), `deve ser ${what}, ou o começo dele, só com dígitos`);

export const approximateTaxesSchema = z
  .strictObject({
    /** Whose table it is; printed beside the amount. */
    source: sourceSchema.max(60),
    from: daySchema,
    until: daySchema,
    goods: z.record(codes(8, 'um NCM'), goods).default({}),
    services: z.record(codes(6, 'um código de serviço'), service).default({}),
  })
  .refine(({ from, until }) => from <= until, 'a tabela termina antes de começar');

/** The table of approximate taxes (Lei 12.741/2012) by NCM and by service code. A longer code wins over its beginning. */
export type ApproximateTaxTable = z.output<typeof approximateTaxesSchema>;

/** Percentages by the treasury that gets them. */
export type ApproximateRates = { federal: string; state: string; municipal: string };
type OnDay = { table: ApproximateTaxTable | null; date: string };

/** The approximate taxes of goods that an issuer of the state sells; null where the table does not have them, or not on that day. */
export function approximateRatesOfGoods(
  { table, date }: OnDay,
  { ncm, origin, issuerState }: { ncm: string; origin: string; issuerState: string },
): ApproximateRates | null {
  const row = longest(inTable(table, date)?.goods, ncm);
  if (!row) return null;
  const state = typeof row.state === 'string' ? row.state : row.state[issuerState];
  if (state === undefined) return null;
  return { federal: foreignOrigins.has(origin) ? row.imported : row.national, state, municipal: row.municipal };
}

/** The approximate taxes of a service (cTribNac, six digits); null where the table does not have it, or not on that day. */
export function approximateRatesOfService({ table, date }: OnDay, serviceCode: string): ApproximateRates | null {
  return longest(inTable(table, date)?.services, serviceCode) ?? null;
}

const foreignOrigins = new Set(['1', '2', '6', '7']);

function inTable(table: ApproximateTaxTable | null, date: string): ApproximateTaxTable | null {
  return table && table.from <= date && date <= table.until ? table : null;
}

function longest<Row>(rows: Record<string, Row> | undefined, code: string): Row | undefined {
  for (let length = code.length; rows && length >= 2; length -= 1) {
    const row = rows[code.slice(0, length)];
    if (row !== undefined) return row;
  }
  return undefined;
}
