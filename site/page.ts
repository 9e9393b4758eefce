import type { OperationFacts } from './operation-facts.ts';

/** The kind of a page, for searches and lists. */
export type PageKind =
  | 'inicio'
  | 'conceito'
  | 'guia'
  | 'servidor'
  | 'evento'
  | 'rejeicao'
  | 'erro'
  | 'campo'
  | 'operacao'
  | 'lista'
  | 'english';

/** A page of the site, kept as Markdown, from which HTML, search index and plain text are made. */
export type SitePage = {
  /** Path below the base, without slashes around it; empty for the first page. */
  path: string;
  kind: PageKind;
  title: string;
  /** One sentence, for lists, search results and the page's head. */
  summary: string;
  /** Words by which people search for it who do not know its title: `CC-e`, `110110`. */
  keywords: string[];
  lang: 'pt-BR' | 'en';
  /** Path of the list that contains it. */
  list: string;
  /** Its part of a list that is too long to be shown beside a page; undefined where the whole list is. */
  part?: string;
  /** The call that it describes; some servers show a form for it. */
  call?: OperationFacts;
  markdown: () => string;
};

/** Placeholder for the form of a call in the Markdown of its page. */
export const formPlace = '<!-- formulário -->';

/** A text of an authority or a person for Markdown, with Markdown's special characters escaped. */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, (sign) => `\\${sign}`);
}
