import type { EntityManager, Orm } from '../../../config/orm.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import type { Page } from '../../../operations/lists/page.ts';
import type { FieldGroup } from '../../forms/fields.ts';
import type { ValueTree } from '../../forms/read.ts';
import type { MenuPath } from '../../parts/menu.ts';

/** A record in a list: its name, the line below, and a cell for each column. */
export type RecordRow = { id: string; name: string; under: string; cells: readonly string[]; isIdle?: boolean };

/** A record as its page shows it. */
export type KeptRecord = {
  id: string;
  name: string;
  /** The record in the shape of the contract: the names of the form's fields are paths in it. */
  view: object;
  /** The variant of its kind; absent when the kind has none. */
  variant?: string;
  /** Why nobody of the company may change it; absent when somebody may. */
  fixed?: string;
};

/** What a form depends on: the variant of the kind, the company and the record. */
export type FormContext = {
  company: ActingCompany;
  variant: string;
  /** How many parts the form shows of the kind's repeated list. */
  parts: number;
  /** The company's tax rules, as choices. */
  taxRules: readonly { id: string; name: string }[];
};

/** A kind of record that a company keeps: everything in which its pages differ from those of other kinds. */
export type RecordKind = {
  /** The path below the company's address. */
  path: string;
  here: MenuPath;
  /** The list that leads to it, when its own path is no list. */
  trail?: { href: string; word: string };
  words: {
    title: string;
    /** `cliente`, with its article `o`. */
    one: string;
    article: 'o' | 'a';
    create: string;
    search: string | null;
    none: string;
    /** What happens to other things that name a removed record. */
    removal: string;
  };
  columns: readonly string[];
  /** The variants of the kind, the usual one first; absent when there is only one. */
  variants?: readonly { key: string; word: string }[];
  /** Whether its form offers the company's tax rules as choices. */
  namesTaxRules?: boolean;
  groups(context: FormContext): FieldGroup[];
  /** The text in the fields of a new form. */
  initial: Readonly<Record<string, string>>;
  list(em: EntityManager, query: { search: string }, page: Page): Promise<{ rows: RecordRow[]; total: number }>;
  /** @throws NotFound */
  find(em: EntityManager, id: string): Promise<KeptRecord>;
  /** @throws DomainError */
  create(orm: Orm, company: ActingCompany, sent: ValueTree, variant: string): Promise<{ id: string }>;
  /**
   * @param sent the changed values alone
   * @throws DomainError
   */
  change(orm: Orm, company: ActingCompany, id: string, sent: ValueTree): Promise<unknown>;
  /** @throws DomainError */
  remove(orm: Orm, company: ActingCompany, id: string): Promise<void>;
  /** The list whose fields the form repeats. */
  repeated?: RepeatedPart;
};

/** A list of parts of a record, each a group of fields whose names begin like `nfeTaxRules[0].`. */
export type RepeatedPart = {
  /** The list's name, by the variant. */
  listOf: (variant: string) => string;
  /** How many parts a record has. */
  countOf: (kept: KeptRecord) => number;
  most: number;
  /** The text in the fields of the stored parts. */
  valuesOf: (kept: KeptRecord) => Record<string, string>;
  /** One part in the shape of the contract, from the values of its fields. */
  partOf: (sent: ValueTree) => ValueTree;
};
