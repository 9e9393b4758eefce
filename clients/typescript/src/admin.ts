import type { AdminCalls, AdminList } from './admin/requests.ts';
import { companies } from './admin/companies.ts';
import { installation } from './admin/installation.ts';
import { offices } from './admin/offices.ts';
import { people } from './admin/people.ts';
import { waiting } from './admin/waiting.ts';
import type { paths } from './admin-contract.ts';
import { callsOf, type Send } from './calls.ts';
import { listOf } from './listing.ts';

/** What an operator's programs do with an installation: any operation by its path, and all of them by name. */
export type Admin = AdminCalls & { list: AdminList } & ReturnType<typeof named>;

/** The admin API, called by a function that sends requests with an operator's key. */
export function admin(send: Send): Admin {
  const [calls, list] = [callsOf<paths>(send), listOf<paths>(send)];
  return { ...calls, list, ...named(calls, list) };
}

function named(calls: AdminCalls, list: AdminList) {
  return {
    ...companies(calls, list),
    ...offices(calls, list),
    ...people(calls, list),
    ...waiting(calls),
    ...installation(calls),
  };
}
