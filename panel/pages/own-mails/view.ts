import type { MailPace, NewsKind } from '../../../domain/accounts/news.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { newsTitles } from '../../../domain/pages/person-mail/news-words.ts';
import type { ChosenMails } from '../../../operations/accounts/news/mail-choice.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, type FieldGroup, fieldGroups, unsent } from '../../forms/fields.ts';
import { framedPage, plainPage } from '../../parts/frame.ts';

/** How soon mails come, in words. */
const paceWords: Record<MailPace, string> = {
  AT_ONCE: 'Um e-mail por dia, e na hora o que é urgente',
  DAILY: 'Um e-mail por dia, e só',
  NEVER: 'Nunca',
};

const kindHints: Record<NewsKind, string> = {
  DECISION: 'Uma nota que parou e só segue depois que alguém diz o que fazer. É urgente.',
  CERTIFICATE: 'A 30, 7 e 1 dia do fim, e quando venceu. O último dia é urgente.',
  ENDPOINT: 'Um sistema que deixou de ser avisado porque falhou várias vezes. É urgente.',
  CLOSING: 'De quem é de um escritório: os meses que já podem ser baixados.',
  LINK: 'De quem administra um escritório: quem aceitou, recusou ou encerrou o vínculo.',
};

const groups: readonly FieldGroup[] = [
  {
    title: 'Quando',
    help: 'O e-mail do dia sai depois das 8 horas, e só quando há algo novo. De cada coisa você é avisado uma vez.',
    fields: [
      {
        name: 'quando',
        label: 'Com que frequência',
        kind: 'choice',
        isRequired: true,
        choices: Object.entries(paceWords),
      },
    ],
  },
  {
    title: 'De quê',
    help: 'Só do que é das suas empresas, e do que o seu papel pode resolver.',
    fields: Object.entries(kindHints).map(([kind, hint]): Field => {
      return { name: kind, label: newsTitles[kind as NewsKind], kind: 'yesNo', hint };
    }),
  },
];

/** The form in which a person chooses her mails. */
export function mailChoiceHtml(
  person: SignedIn,
  { chosen, sendsMail, notice }: { chosen: ChosenMails; sendsMail: boolean; notice: Markup | undefined },
): string {
  const kinds = chosen.kinds.map((kind) => [kind, 'sim'] as const);
  const state = unsent({ quando: chosen.pace, ...Object.fromEntries(kinds) });
  return framedPage({
    title: 'E-mails',
    here: 'conta',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="/conta">Minha conta</a></nav>
      <div class="head"><h1>E-mails</h1></div>
      ${notice}
      <p>Para <b>${person.email}</b>.</p>
      ${sendsMail ? undefined : html`<p class="soft">Esta instalação ainda não envia e-mails; a escolha fica guardada.</p>`}
      <form method="post" action="/conta/emails">
        ${fieldGroups(groups, state)}
        <div class="actions">
          <button class="button">Guardar</button>
          <a class="quiet-link" href="/conta">Desistir</a>
        </div>
      </form>`,
  });
}

/** The page that the link of a mail opens: opening it stops nothing. */
export function stopMailsHtml(): string {
  return plainPage(
    'Parar os e-mails',
    html`<h1>Parar os e-mails do Lavra?</h1>
      <p>
        Você deixa de ser avisado de notas que param, de certificados que vencem e do resto. Convites e links de senha
        continuam chegando.
      </p>
      <form class="stack" method="post"><button class="button">Parar todos</button></form>
      <p><a class="quiet-link" href="/conta/emails">Prefiro escolher o que recebo</a></p>`,
  );
}

export function stoppedHtml(): string {
  return plainPage(
    'E-mails parados',
    html`<h1>Pronto, os e-mails pararam</h1>
      <p>Nenhum aviso novo será enviado. Para voltar a receber, entre e escolha em “Minha conta”.</p>
      <p><a class="button quiet" href="/conta/emails">Escolher o que recebo</a></p>`,
  );
}
