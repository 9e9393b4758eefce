import { z } from 'zod';
import shipped from '../../../tables/holidays.json' with { type: 'json' };
import { day, lawful, source, state } from './forms.ts';

const every = {
  name: z.string().min(1),
  from: day.exactOptional(),
  until: day.exactOptional(),
  law: lawful.law,
  confidence: lawful.confidence,
};

/** A day of every year, by its month and day or by how many days it lies after Easter Sunday. */
const holiday = z.union([
  z.strictObject({ on: z.iso.date().or(z.string().regex(/^\d\d-\d\d$/, 'deve ser MM-DD, ou AAAA-MM-DD')), ...every }),
  z.strictObject({ easter: z.int().min(-60).max(90), ...every }),
]);

/** Tables that an operator gives replace these whole. */
export const holidaysSchema = z.strictObject({
  source,
  national: z.array(holiday),
  states: z.partialRecord(state, z.array(holiday)).default({}),
});

/** A holiday by law: on a day of every year (`MM-DD`), on one day alone (`YYYY-MM-DD`), or counted from Easter. */
export type Holiday = z.output<typeof holiday>;
export type Holidays = z.output<typeof holidaysSchema>;

export const shippedHolidays: Holidays = holidaysSchema.parse(shipped);
