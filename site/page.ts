/** What a page is about, as searches and lists name it. */
export type Kind =
  | 'inicio'
  | 'conceito'
  | 'guia'
  | 'servidor'
  | 'evento'
  | 'rejeicao'
  | 'erro'
  | 'campo'
  | 'lista'
  | 'english';

/** A page of the site, kept as Markdown: HTML, the index of the search and the plain text for machines are made of it. */
export type Page = {
  /** Below the base, without slashes around it; empty for the first page. */
  path: string;
  kind: Kind;
  title: string;
  /** One sentence: for lists, results and the heads of browsers. */
  summary: string;
  /** What people call it who do not know its title: `CC-e`, `110110`. */
  keywords: string[];
  lang: 'pt-BR' | 'en';
  /** The list that it stands in, whose page leads to it. */
  list: string;
  markdown: () => string;
};

/** Text of an authority or of a person as it stands in Markdown, where nothing of it is a mark. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, (sign) => `\\${sign}`);
}
