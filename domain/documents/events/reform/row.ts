import type { ReformItem } from './content.ts';

/** Who registers the event: the issuer of the note (tpAutor 1) or its recipient (tpAutor 2). */
export type ReformAuthor = 'ISSUER' | 'RECIPIENT';

/** The fields of an item that hold a single value. */
export type ItemField = Exclude<keyof ReformItem, 'number' | 'ibs' | 'cbs'>;

/** A place in the XML of an item, in the order of the layout: a field, a group of places, or a share. */
export type XmlPlace =
  | { tag: string; field: ItemField }
  | { group: string; places: readonly XmlPlace[] }
  /** A share of a presumed credit: pCredPres, vCredPres; left out where the item has none. */
  | { share: 'ibs' | 'cbs'; group: string };

/** The kind of content that an event has, and where that stands in the XML. */
type Saying =
  | { says: 'NOTHING'; tag: string; value: string }
  | { says: 'ANSWER'; tag: string }
  | { says: 'DATE'; tag: string }
  | { says: 'WITHDRAWAL' }
  | { says: 'CARRIER' }
  | { says: 'FAILURE' }
  | { says: 'PAYMENTS' }
  | { says: 'ITEMS'; group: string; places: readonly XmlPlace[] };

/** A condition that a note must meet for an event to be about it. */
export type NotePremise = 'CREDIT_NOTE' | 'PREPAYMENT' | 'OUTGOING' | 'IMPORT';

/** A limit that the authority checks against the note's own item, with its cStat. */
export type ItemLimit = { field: ItemField; atMost: 'vIBS' | 'vCBS' | 'qCom'; cStat: string };

type Named = {
  /** tpEvento. */
  code: string;
  /** descEvento, word for word as in its schema. */
  description: string;
  /** Name in Portuguese, for people. */
  title: string;
};

/** The event that takes another one back. */
export type Withdrawal = Named;

/** A row of the table of events (`table.ts`); `by` are those who may register it. */
export type ReformEvent = Named & {
  by: readonly ReformAuthor[];
  premise?: NotePremise;
  limits?: readonly ItemLimit[];
  /** The receiver; where absent it is SVRS, whatever the note's state. */
  receiver?: 'NATIONAL';
  /** What the event says of its author before verAplic: where absent, state and role (cOrgaoAutor, tpAutor); else the state alone, or nothing. */
  head?: 'STATE' | 'NOTHING';
  /** The highest nSeqEvento; where absent, that of the layout. */
  highestSequence?: number;
  /** The event that takes it back: where absent 110001, where null none. */
  withdrawal?: Withdrawal | null;
} & Saying;
