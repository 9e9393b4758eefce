import type { EntityManager } from '../../../config/orm.ts';
import type { Remedy } from '../../../domain/conversation/remedy.ts';
import type { LawTables } from '../../../domain/taxation/law-tables.ts';
import type { Wait, WaitKind } from '../../../domain/conversation/waiting.ts';

/** The things that may need attention. */
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

/** Why something needs attention: what it waits for, or what is wrong although nothing waits for it yet. */
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
  /** Id of its row; null for a worker, a silence, rates and differences, which have no row or several. */
  id: string | null;
  /** Tax id of its company; null for an endpoint of an office, a worker and rates. */
  company: string | null;
  /** Its title in Portuguese. */
  title: string;
  remedy: Remedy;
};

/** Which items are asked for: those of one company, if it is named, and at most `atMost` of each thing. */
export type AttentionQuery = {
  company: { id: string; taxId: string } | null;
  atMost: number;
  /** Restricts the items to one thing; the others are still counted. */
  only?: AttentionThing | undefined;
  now: Date;
  /** The law tables in force; absent where missing rates are reported elsewhere. */
  rates?: LawTables;
};

/** Reads the items of one thing, the most pressing first, and how many there are in total. */
export type AttentionReader = (
  em: EntityManager,
  wanted: AttentionQuery,
) => Promise<{ items: AttentionItem[]; total: number }>;

/** An instant as statements give it. */
export type Instant = Date | string;

/** The result of every statement: the rows that fit, each with the total. */
export const ofRows = <Row extends { total: number }>(
  rows: Row[],
  itemOf: (row: Row) => AttentionItem,
): { items: AttentionItem[]; total: number } => ({ items: rows.map(itemOf), total: rows[0]?.total ?? 0 });
