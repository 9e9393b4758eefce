import type { GoodsType } from '../document-types.ts';

/** What is known of a replaced note and of the sale that goes on without it. */
export type ReplacedFacts = {
  type: GoodsType;
  /** What its authority says of it: not asked to the end yet, authorized, or not there. */
  known: 'UNKNOWN' | 'AUTHORIZED' | 'ABSENT';
  /** How the sale stands, in the attempt that replaced it. */
  sale: 'DRAFT' | 'PROCESSING' | 'AUTHORIZED' | 'REJECTED' | 'CANCELLED';
  cancellation: 'PENDING' | 'REGISTERED' | 'REJECTED' | null;
  range: 'PENDING' | 'AUTHORIZED' | 'REJECTED' | null;
  /** Whether its number may be given up without a person seeing it first. */
  mayGiveUp: boolean;
  /** An issuer without CNPJ cannot inutilize (266): a number that was never taken stays unused. */
  isCpf: boolean;
};

/** What to do next about a replaced note. */
export type ReplacedStep =
  | 'ask'
  /** It is valid beside its successor: it is cancelled, an NFC-e by substitution. */
  | 'cancel'
  | 'awaitCancellation'
  /** Its authority never had it: its number is given up. */
  | 'giveUp'
  | 'awaitRange'
  /** It is valid, and nothing may be cancelled before its successor is valid, too: the sale would be without a note. */
  | 'awaitSale'
  /** A person looks at the number before it is given up. */
  | 'propose'
  /** The authority refused what would settle it. */
  | 'person'
  | { settled: 'CANCELLED' | 'GIVEN_UP' | 'SPENT' };

/**
 * What becomes of a note that another of the same sale replaced, so that no sale ends with two valid notes, none without one, and no number
 * unexplained.
 */
export function nextOfReplaced(facts: ReplacedFacts): ReplacedStep {
  const { known, sale, cancellation, range, mayGiveUp, isCpf } = facts;
  if (cancellation === 'REGISTERED') return { settled: 'CANCELLED' };
  if (range === 'AUTHORIZED') return { settled: 'GIVEN_UP' };
  switch (known) {
    case 'UNKNOWN':
      return 'ask';
    case 'AUTHORIZED':
      if (cancellation === 'PENDING') return 'awaitCancellation';
      if (cancellation === 'REJECTED') return 'person';
      return sale === 'AUTHORIZED' || sale === 'CANCELLED' ? 'cancel' : 'awaitSale';
    case 'ABSENT':
      if (range === 'PENDING') return 'awaitRange';
      if (isCpf) return { settled: 'SPENT' };
      if (!mayGiveUp) return 'propose';
      return range === 'REJECTED' ? 'person' : 'giveUp';
  }
}

// Workflows may read this file: it must stay without imports.

/**
 * What became of a note that another of the same sale replaced: not settled yet; cancelled, by substitution where it is an NFC-e; its number
 * given up because the authority never had it; or spent at the authority without a valid note (denied, cancelled, inutilized by others).
 */
export const replacedStatuses = ['OPEN', 'PROPOSED', 'CANCELLED', 'GIVEN_UP', 'SPENT'] as const;
export type ReplacedStatus = (typeof replacedStatuses)[number];
