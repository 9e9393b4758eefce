import { z } from 'zod';
import shipped from '../../../tables/contingency.json' with { type: 'json' };
import { day, lawful, source, state } from './forms.ts';

/** A state that differs from the others, with the text that says so; for all time where no day is given. */
const exception = z.strictObject({
  state,
  from: day.exactOptional(),
  until: day.exactOptional(),
  law: lawful.law,
  confidence: lawful.confidence,
});

/** Tables that an operator gives replace these whole. */
export const contingencyStatesSchema = z.strictObject({
  source,
  /** Those that answer 712 to NFC-e issued offline. */
  refusesOffline: z.array(exception).default([]),
  /** Those whose NF-e have no EPEC at the national environment. */
  withoutEpec: z.array(exception).default([]),
  /** Those that no SVC stands in for. */
  withoutSvc: z.array(exception).default([]),
  /** Those that want an offline NFC-e within so many hours of its issue. */
  offlineHours: z.array(exception.extend({ hours: z.int().min(1).max(720) })).default([]),
});

/** What each state leaves to its issuers while its service is down, where it is not what the others do. */
export type ContingencyStates = z.output<typeof contingencyStatesSchema>;

export const shippedContingencyStates: ContingencyStates = contingencyStatesSchema.parse(shipped);
