import { distribution } from './adn/distribution.ts';
import type { Operation } from './operation.ts';
import { parametrization } from './parametrization.ts';
import { emission } from './sefin/emission.ts';
import { eventQuery } from './sefin/event-query.ts';
import { eventRegistration } from './sefin/event-registration.ts';
import { dpsExistence, dpsQuery, noteQuery } from './sefin/queries.ts';

/** Everything that can be asked of the national NFS-e. */
export const operations: readonly Operation[] = [
  emission,
  noteQuery,
  dpsQuery,
  dpsExistence,
  eventRegistration,
  eventQuery,
  ...distribution,
  ...parametrization,
];
