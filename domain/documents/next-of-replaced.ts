import type { GoodsType } from '../document-types.ts';

/** What is known of a replaced note, and of the sale that was issued anew in its place. */
export type ReplacedFacts = {
  type: GoodsType;
  /** What the authority answers about it: not finally known yet, authorized, or not there. */
  known: 'UNKNOWN' | 'AUTHORIZED' | 'ABSENT';
  /** Status of the sale in the attempt that replaced the note. */
  sale: 'DRAFT' | 'PROCESSING' | 'AUTHORIZED' | 'REJECTED' | 'CANCELLED';
  cancellation: 'PENDING' | 'REGISTERED' | 'REJECTED' | null;
  range: 'PENDING' | 'AUTHORIZED' | 'REJECTED' | null;
  /** Whether its number may be given up now: by the company's setting, or because a person approved it. */
  mayGiveUp: boolean;
  /** Whether the issuer has no CNPJ and so cannot inutilize (266): a number that the authority never had then stays unused. */
  isCpf: boolean;
};

/** The next step for a replaced note. */
export type ReplacedStep =
  | 'ask'
  /** The note is valid beside its successor: it is cancelled, an NFC-e by substitution. */
  | 'cancel'
  | 'awaitCancellation'
  /** The authority never had the note: its number is given up. */
  | 'giveUp'
  | 'awaitRange'
  /** The note is valid and its successor is not yet: a cancellation now would leave the sale without a note. */
  | 'awaitSale'
  /** A person has to approve that the number is given up. */
  | 'propose'
  /** The authority refused the cancellation or the inutilization: a person has to act. */
  | 'person'
  | { settled: 'CANCELLED' | 'GIVEN_UP' | 'SPENT' };

/** Decides the next step for a replaced note, so that no sale ends with two valid notes or without one, and no number unexplained. */
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
 * What became of a replaced note: not settled yet (OPEN, PROPOSED); cancelled, by substitution where it is an NFC-e; its number given up because the
 * authority never had it; or its number spent without a valid note (denied, cancelled, inutilized by others).
 */
export const replacedStatuses = ['OPEN', 'PROPOSED', 'CANCELLED', 'GIVEN_UP', 'SPENT'] as const;
export type ReplacedStatus = (typeof replacedStatuses)[number];
