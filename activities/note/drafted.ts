import type { CompanySettings, Environment } from '../../domain/companies/settings.ts';
import type { IssuedForm } from '../../domain/documents/document.entity.ts';
import type { ComputedContent } from '../../domain/documents/document.entity.ts';
import type { Signer } from '../../domain/xml/signature.ts';

/** What identifies a document. */
export type Drawn = {
  series: number;
  number: number;
  issuedAt: Date;
  environment: Environment;
  /** The code of a key that is kept; drawn by chance where it is null. */
  cNF: string | null;
  /** Null for a note that is issued the normal way. */
  contingency: IssuedForm | null;
};

/** A signed document: the bytes that are sent, and what identifies it in the calls about it. */
export type Built = {
  subject: string;
  /** Null where the authority gives it with its answer. */
  accessKey: string | null;
  xml: string;
  digestValue: string;
};

/** A document with everything computed that does not depend on its number. */
export type Draft = {
  settings: CompanySettings;
  content: ComputedContent;
  totalValue: string;
  build(drawn: Drawn, signer: Signer): Built;
};
