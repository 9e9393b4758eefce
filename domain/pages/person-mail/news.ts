import type { News } from '../../accounts/news.ts';
import { html, type Markup } from '../html/markup.ts';
import { type NewsSection, sectionsOf } from './news-words.ts';

/** The news of one person when the mail is sent. */
export type NewsLetter = {
  name: string;
  news: readonly News[];
  now: Date;
  /** Address of the panel, without a slash at its end. */
  address: string;
  /** Where the person stops these mails without signing in. */
  stopUrl: string;
};

/** The mail with a person's news, in plain text and in HTML. It tells what waits and where, and of documents only their numbers. */
export function newsMail(letter: NewsLetter): { subject: string; text: string; html: string } {
  const { news, now } = letter;
  const sections = sectionsOf(news, now);
  const subject = subjectOf(sections);
  return { subject, text: plainText(letter, sections), html: page(subject, letter, sections) };
}

function subjectOf(sections: readonly NewsSection[]): string {
  const lines = sections.flatMap((section) => section.lines);
  const count = lines.length + sections.reduce((sum, { further }) => sum + further, 0);
  const [first] = lines;
  return count === 1 && first ? first.says.replace(/\.$/, '') : `${count} avisos do Lavra`;
}

const why = 'Você recebe este e-mail porque tem acesso a estas empresas no Lavra.';
const furtherWords = (further: number): string => `e mais ${further}, que o painel mostra`;

function plainText({ name, address, stopUrl }: NewsLetter, sections: readonly NewsSection[]): string {
  const parts = sections.map(({ title, lines, further }) =>
    [
      title.toUpperCase(),
      ...lines.map(({ says, path, link }) => `- ${says}\n  ${link}: ${address}${path}`),
      ...(further > 0 ? [`- ${furtherWords(further)}`] : []),
    ].join('\n'),
  );
  const choose = `Para escolher de que você é avisado: ${address}/conta/emails\nPara não receber mais nenhum: ${stopUrl}`;
  return `${[`Olá, ${name}.`, ...parts, why, choose].join('\n\n')}\n`;
}

const paper = 'margin: 0; padding: 24px 12px; background: #f5f3ee; color: #1a2320; font: 15px/1.5 sans-serif';
const sheet =
  'max-width: 36em; margin: 0 auto; padding: 8px 24px 20px; background: #fffefb; border: 1px solid #dad6cc; border-radius: 6px';
const small = 'max-width: 40em; margin: 16px auto 0; padding: 0 24px; color: #465550; font-size: 13px';
const link = 'color: #0b6653';

function page(subject: string, { name, address, stopUrl }: NewsLetter, sections: readonly NewsSection[]): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${subject}</title>
      </head>
      <body style="${paper}">
        <div style="${sheet}">
          <p>Olá, ${name}.</p>
          ${sections.map((section) => sectionHtml(section, address))}
        </div>
        <div style="${small}">
          <p>${why}</p>
          <p>
            <a style="${link}" href="${address}/conta/emails">Escolher de que sou avisado</a> ·
            <a style="${link}" href="${stopUrl}">Não receber mais nenhum</a>
          </p>
        </div>
      </body>
    </html>`.text;
}

function sectionHtml({ title, lines, further }: NewsSection, address: string): Markup {
  return html`<h2 style="margin: 24px 0 8px; font-size: 17px">${title}</h2>
    <ul style="margin: 0; padding: 0 0 0 1.2em">
      ${lines.map(
        (line) =>
          html`<li style="margin: 0 0 10px">
            ${line.says}<br /><a style="${link}" href="${address}${line.path}">${line.link}</a>
          </li>`,
      )}
      ${further > 0 ? html`<li>${furtherWords(further)}</li>` : undefined}
    </ul>`;
}
