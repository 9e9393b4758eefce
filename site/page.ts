import type { OperationFacts } from './operation-facts.ts';

/** What a page is about, as searches and lists name it. */
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

/** A page of the site, kept as Markdown: HTML, the index of the search and the plain text for machines are made of it. */
export type SitePage = {
  /** Below the base, without slashes around it; empty for the first page. */
  path: string;
  kind: PageKind;
  title: string;
  /** One sentence: for lists, results and the heads of browsers. */
  summary: string;
  /** What people call it who do not know its title: `CC-e`, `110110`. */
  keywords: string[];
  lang: 'pt-BR' | 'en';
  /** The list that it stands in, whose page leads to it. */
  list: string;
  /** What it is about within a list that is too long to stand beside a page; undefined where all of the list stands there. */
  part?: string;
  /** The call that it tells of, which a server with forms lets a reader make. */
  call?: OperationFacts;
  markdown: () => string;
};

/** Where the form of a call stands within its page. */
export const formPlace = '<!-- formulário -->';

/** Text of an authority or of a person as it stands in Markdown, where nothing of it is a mark. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, (sign) => `\\${sign}`);
}
