import type { EntityManager, Orm } from '../../../config/orm.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import type { Page } from '../../../operations/lists/page.ts';
import type { FieldGroup } from '../../forms/fields.ts';
import type { Sent } from '../../forms/read.ts';
import type { MenuPath } from '../../parts/menu.ts';

/** A record in a list: its name, what stands beneath it, and a cell for each column. */
export type RecordRow = { id: string; name: string; under: string; cells: readonly string[]; isIdle?: boolean };

/** A record as its page shows it. */
export type KeptRecord = {
  id: string;
  name: string;
  /** As the contract shows it: the form's fields are found in it by their names. */
  view: object;
  /** Which variant of its kind it is; absent where the kind has none. */
  variant?: string;
  /** Why nobody of the company changes it; absent where somebody may. */
  fixed?: string;
};

/** What a form is made for: a variant of the kind, and what is known of the company and the record. */
export type FormContext = {
  company: ActingCompany;
  variant: string;
  /** How many parts of a list that the record has are shown. */
  parts: number;
  /** Choices that are other records of the company. */
  taxRules: readonly { id: string; name: string }[];
};

/** A kind of record that a company keeps: everything in which its pages differ from those of the others. */
export type RecordKind = {
  /** Below the company's address. */
  path: string;
  here: MenuPath;
  /** The list that it is found in, and the address that leads there, where that is no path of its own. */
  trail?: { href: string; word: string };
  words: {
    title: string;
    /** `cliente`, with its article: `o`. */
    one: string;
    article: 'o' | 'a';
    create: string;
    search: string | null;
    none: string;
    /** What becomes of what names it, where it is removed. */
    removal: string;
  };
  columns: readonly string[];
  /** Ways to make one, the usual first; none where there is one way alone. */
  variants?: readonly { key: string; word: string }[];
  /** Whether its form offers the company's tax rules. */
  namesTaxRules?: boolean;
  groups(context: FormContext): FieldGroup[];
  /** What stands in a new form. */
  initial: Readonly<Record<string, string>>;
  list(em: EntityManager, query: { search: string }, page: Page): Promise<{ rows: RecordRow[]; total: number }>;
  /** @throws NotFound */
  find(em: EntityManager, id: string): Promise<KeptRecord>;
  /** @throws DomainError */
  create(orm: Orm, company: ActingCompany, sent: Sent, variant: string): Promise<{ id: string }>;
  /** @param sent what is to change alone @throws DomainError */
  change(orm: Orm, company: ActingCompany, id: string, sent: Sent): Promise<unknown>;
  /** @throws DomainError */
  remove(orm: Orm, company: ActingCompany, id: string): Promise<void>;
  /** The list that a form repeats some fields for. */
  repeated?: RepeatedPart;
};

/** A list of parts of a record, each a group of fields whose names begin with `nfeTaxRules[0].`. */
export type RepeatedPart = {
  /** Name of the list, by the variant. */
  listOf: (variant: string) => string;
  /** How many parts a record has. */
  countOf: (kept: KeptRecord) => number;
  most: number;
  /** What stands in the fields of the kept parts. */
  valuesOf: (kept: KeptRecord) => Record<string, string>;
  /** One part as the contract takes it, of what its fields became. */
  partOf: (sent: Sent) => Sent;
};
