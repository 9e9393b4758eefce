import {
  type ReplacedFacts,
  type ReplacedStep,
  nextOfReplaced,
} from '../../domain/documents/replaced/next-of-replaced.ts';
import { nextStep, type Step } from '../../domain/conversation/next-step.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import type { ReplacedState } from './load.ts';

/** What the questions about its key have brought so far: the next one, or that its authority does not know it. */
export function question({ calls }: ReplacedState, now: number): Step {
  return nextStep(sefaz, calls, now);
}

/** What to do next about a replaced note. */
export function nextAbout(state: ReplacedState, now: number): ReplacedStep {
  return nextOfReplaced(factsOf(state, now));
}

function factsOf(state: ReplacedState, now: number): ReplacedFacts {
  const { replaced, sale, cancellation, range, giveUp, isCpf } = state;
  const { type } = replaced;
  if (type === 'NFSE') throw new TypeError(`note ${replaced.id} is a service, which has no contingency`);
  return {
    type,
    known: knownOf(state, now),
    sale: sale.status,
    cancellation: cancellation?.status ?? null,
    range: range?.status ?? null,
    mayGiveUp: giveUp === 'AUTOMATIC' || replaced.isGiveUpApproved,
    isCpf,
  };
}

/** A key that was asked for in vain so often that its note would be sent again is one that its authority does not have. */
function knownOf(state: ReplacedState, now: number): ReplacedFacts['known'] {
  if (state.replaced.protocol) return 'AUTHORIZED';
  const step = question(state, now);
  return step.do === 'send' || step.do === 'stop' ? 'ABSENT' : 'UNKNOWN';
}
