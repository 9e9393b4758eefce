import { z } from 'zod';
import contingency from '../../../tables/contingency.json' with { type: 'json' };
import holidays from '../../../tables/holidays.json' with { type: 'json' };
import { daySchema, lawful, sourceSchema, stateSchema } from './schemas.ts';

/** A state that differs from the others, with the text that says so; without days it always does. */
const exception = z.strictObject({
  state: stateSchema,
  from: daySchema.exactOptional(),
  until: daySchema.exactOptional(),
  law: lawful.law,
  confidence: lawful.confidence,
});

/** What the states allow in contingency, where they differ. An operator's table replaces the shipped one whole. */
export const contingencyStatesSchema = z.strictObject({
  source: sourceSchema,
  /** States that answer 712 to NFC-e issued offline. */
  refusesOffline: z.array(exception).default([]),
  /** States whose NF-e have no EPEC at the national environment. */
  withoutEpec: z.array(exception).default([]),
  /** States that no SVC stands in for. */
  withoutSvc: z.array(exception).default([]),
  /** States that want an offline NFC-e within so many hours of its issue. */
  offlineHours: z.array(exception.extend({ hours: z.int().min(1).max(720) })).default([]),
});

/** What the states allow their issuers while their service is down, where they differ from the others. */
export type ContingencyStates = z.output<typeof contingencyStatesSchema>;

export const shippedContingencyStates: ContingencyStates = contingencyStatesSchema.parse(contingency);

const every = {
  name: z.string().min(1),
  from: daySchema.exactOptional(),
  until: daySchema.exactOptional(),
  law: lawful.law,
  confidence: lawful.confidence,
};

/** A holiday: the day of every year or of one year alone, or how many days after Easter Sunday. */
const holiday = z.union([
  z.strictObject({ on: z.iso.date().or(z.string().regex(/^\d\d-\d\d$/, 'deve ser MM-DD, ou AAAA-MM-DD')), ...every }),
  z.strictObject({ easter: z.int().min(-60).max(90), ...every }),
]);

/** The holidays. An operator's table replaces the shipped one whole. */
export const holidaysSchema = z.strictObject({
  source: sourceSchema,
  national: z.array(holiday),
  states: z.partialRecord(stateSchema, z.array(holiday)).default({}),
});

/** A holiday by law: on a day of every year (`MM-DD`), on one day alone (`YYYY-MM-DD`), or counted from Easter. */
export type Holiday = z.output<typeof holiday>;
export type Holidays = z.output<typeof holidaysSchema>;

export const shippedHolidays: Holidays = holidaysSchema.parse(holidays);
