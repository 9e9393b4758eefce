import type { Place, Scope } from './scope.ts';
import { covers } from './scope.ts';
import { Settings } from './settings.ts';

/** How an authorizer's services stand; closing and off are known at the contingencies (SVC) alone. */
export const serviceStatuses = ['OPERATING', 'PAUSED', 'STOPPED', 'CLOSING', 'OFF'] as const;
export type ServiceStatus = (typeof serviceStatuses)[number];

/** How one authorizer stands, for whom. */
export type ServiceState = Scope & { status: ServiceStatus };

/** The state of a place, and when it ends if that is known. */
export type Standing = { status: ServiceStatus; until: number | undefined };

/** The states of all authorizers: they operate, and the contingencies are off until a state's authority switches them on (NT 2013.007). */
export class ServiceStates extends Settings<ServiceState> {
  standing(place: Place, at: Date): Standing {
    const set = this.inForce(at, (state) => covers(state, place));
    if (!set) return { status: place.authorizer.startsWith('SVC-') ? 'OFF' : 'OPERATING', until: undefined };
    return { status: set.value.status, until: set.until < Infinity ? set.until : undefined };
  }
}
