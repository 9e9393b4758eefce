import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import { alive } from '../heartbeat.ts';
import type { Parts } from '../parts.ts';
import { letGo, type LetGo } from './let-go.ts';
import { type Outlook, visit } from './visit.ts';

/** Builds the activities that the judge of a service works with. */
export function authorityActivities(parts: Parts) {
  return {
    /**
     * Looks after a service: asks for its status where that is due and allowed, and tells who waits for it. Repeating it is safe: a question is
     * claimed before it is asked, and who is told twice looks twice.
     */
    judge: (service: AuthorityInput): Promise<Outlook> => alive(() => visit(parts, service)),

    /** Transmits late notes for a while, series by series. Repeating it is safe: it goes on with what is under way. */
    letGo: (service: AuthorityInput): Promise<LetGo> => alive(() => letGo(parts, service)),
  };
}
export type AuthorityActivities = ReturnType<typeof authorityActivities>;
