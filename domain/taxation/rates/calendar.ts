import { z } from 'zod';
import { type LawCalendar, lawChanges, shippedCalendar } from '../../law-calendar.ts';
import { day, lawful, source } from './forms.ts';

const firstDays = z.strictObject({
  homologation: day.nullable(),
  production: day.nullable(),
  law: lawful.law,
  confidence: lawful.confidence,
});

/** Changes that an operator gives stand in place of the shipped ones, each whole; the others stay. */
export const calendarSchema = z
  .strictObject({ source, changes: z.partialRecord(z.enum(lawChanges), firstDays) })
  .transform(({ source, changes }): LawCalendar => ({ source, changes: { ...shippedCalendar.changes, ...changes } }));
