import type { ReformItem } from './content.ts';

/** Who says it: the issuer of the note (tpAutor 1) or its recipient (tpAutor 2). */
export type ReformAuthor = 'ISSUER' | 'RECIPIENT';

/** The fields of an item that have one value each. */
export type ItemField = Exclude<keyof ReformItem, 'number' | 'ibs' | 'cbs'>;

/** A place of an item's group in the XML, in the order of the layout: a field, or a group of fields. */
export type XmlPlace =
  | { tag: string; field: ItemField }
  | { group: string; places: readonly XmlPlace[] }
  /** A share of a presumed credit: pCredPres, vCredPres; absent where the item has none. */
  | { share: 'ibs' | 'cbs'; group: string };

/** What an event says beside its author. */
type Saying =
  | { says: 'NOTHING'; tag: string; value: string }
  | { says: 'ANSWER'; tag: string }
  | { says: 'DATE'; tag: string }
  | { says: 'WITHDRAWAL' }
  | { says: 'CARRIER' }
  | { says: 'FAILURE' }
  | { says: 'PAYMENTS' }
  | { says: 'ITEMS'; group: string; places: readonly XmlPlace[] };

/** What a note must be for an event to be about it. */
export type NotePremise = 'CREDIT_NOTE' | 'PREPAYMENT' | 'OUTGOING' | 'IMPORT';

/** A limit that the authority checks against the note's own item, with its cStat. */
export type ItemLimit = { field: ItemField; atMost: 'vIBS' | 'vCBS' | 'qCom'; cStat: string };

type Named = {
  /** tpEvento. */
  code: string;
  /** descEvento, word for word as in its schema. */
  description: string;
  /** For people. */
  title: string;
};

/** The event that takes another back. */
export type Withdrawal = Named;

/** A row of the table of events (`table.ts`). */
export type ReformEvent = Named & {
  by: readonly ReformAuthor[];
  premise?: NotePremise;
  limits?: readonly ItemLimit[];
  /** Who takes it: SVRS where absent, whichever state the note is of. */
  receiver?: 'NATIONAL';
  /** What it says of its author before verAplic, where that is not state and role (cOrgaoAutor, tpAutor): the state alone, or nothing. */
  head?: 'STATE' | 'NOTHING';
  /** The highest nSeqEvento, where it is not that of the layout. */
  highestSequence?: number;
  /** What takes it back: 110001 where absent, nothing where null. */
  withdrawal?: Withdrawal | null;
} & Saying;
