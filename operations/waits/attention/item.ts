import type { EntityManager } from '../../../config/orm.ts';
import type { Remedy } from '../../../domain/conversation/remedy.ts';
import type { LawTables } from '../../../domain/taxation/law-tables.ts';
import type { Wait, WaitKind } from '../../../domain/conversation/waiting.ts';

/** What may ask for attention. */
const attentionThings = [
  'document',
  'event',
  'inutilization',
  'closing',
  'invitation',
  'personMail',
  'webhook',
  'certificate',
  'silence',
  'distribution',
  'rejected',
  'replaced',
  'worker',
  'regime',
  'rates',
  'difference',
] as const;
export type AttentionThing = (typeof attentionThings)[number];

/** Why it does: what it waits for, or what is not well although nothing waits for it yet. */
export type AttentionKind =
  | WaitKind
  | 'WEBHOOK_INACTIVE'
  | 'WEBHOOK_FAILING'
  | 'CERTIFICATE_EXPIRING'
  | 'CERTIFICATE_EXPIRED'
  | 'MAIL_REFUSED'
  | 'REJECTED_IN_CONTINGENCY'
  | 'REPLACED_NOTE'
  | 'REGIME_UNCONFIRMED'
  | 'REGIME_CONTRADICTED'
  | 'RATES_MISSING'
  | 'BOOKS_DIFFER'
  | 'CLOSING_FAILED';

/** Something that waits, has stopped, or soon will. */
export type AttentionItem = Omit<Wait, 'kind'> & {
  what: AttentionThing;
  kind: AttentionKind;
  /** Of the row; null for a worker, a silence, rates and differences, which have no row or several. */
  id: string | null;
  /** Tax id of the company that it is of; null for an endpoint of an office, a worker and rates. */
  company: string | null;
  /** What people call it, in Portuguese. */
  title: string;
  remedy: Remedy;
};

/** Which are asked for: of one company where it is named, no more than so many of a kind. */
export type AttentionQuery = {
  company: { id: string; taxId: string } | null;
  atMost: number;
  /** Of this thing alone, where it is named; what there is of the others is counted all the same. */
  only?: AttentionThing | undefined;
  now: Date;
  /** The tables in force; absent where what is missing of them is told elsewhere. */
  rates?: LawTables;
};

/** Reads the items of one thing, the most pressing first, and how many there are in all. */
export type AttentionReader = (
  em: EntityManager,
  wanted: AttentionQuery,
) => Promise<{ items: AttentionItem[]; total: number }>;

/** A date as statements bring it. */
export type Instant = Date | string;

/** What every statement brings: the rows that fit, each with the number of all. */
export const ofRows = <Row extends { total: number }>(
  rows: Row[],
  itemOf: (row: Row) => AttentionItem,
): { items: AttentionItem[]; total: number } => ({ items: rows.map(itemOf), total: rows[0]?.total ?? 0 });
