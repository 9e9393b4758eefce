import type { Remedy } from '../../../domain/conversation/remedy.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { LinkOfCompany } from '../../../operations/offices/links-of-company.ts';
import type { Attention } from '../../../operations/waits/attention.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { agoInWords, whenInWords } from '../../parts/moments.ts';
import { count, momentInWords } from '../../parts/words.ts';
import { type Mover, moverOf, remedyHtml, type RemedyPlace } from './remedies.ts';
import { type Told, toldOf, toldOfInvitation } from './words.ts';

export type AttentionView = {
  person: SignedIn;
  role: RemedyPlace['role'];
  /** `/e/{cnpj}` */
  base: string;
  found: Attention;
  /** Links that offices asked for and nobody has answered. */
  invitations: LinkOfCompany[];
  syncAllowedAt: Date | null;
  now: Date;
  /** What has just been done. */
  done?: Markup | undefined;
  fault?: string;
};

type Line = { told: Told; remedy: Remedy; since: Date; until: Date | null };

const sections: readonly [Mover, string, string][] = [
  ['COMPANY', 'Precisam de alguém da empresa', 'empresa'],
  ['OPERATOR', 'Precisam de quem opera o Lavra', 'operacao'],
  ['NOBODY', 'Seguem sozinhas', 'sozinhas'],
];

/** What of a company waits or has stopped, or soon will, each with what helps beside it. */
export function attentionHtml(view: AttentionView): string {
  const { person, found, invitations, done, fault } = view;
  const lines = linesOf(view);
  const more = found.total + invitations.length - lines.length;
  return framedPage({
    title: 'Atenção',
    here: 'atencao',
    person,
    body: html`<div class="head"><h1>Atenção</h1></div>
      ${done} ${alert(fault)}
      ${lines.length === 0 ? nothing : sections.map(([mover, title, id]) => section(view, lines, { mover, title, id }))}
      ${more > 0 ? html`<p class="pager">E mais ${count(more)}: aparecem quando estas andarem.</p>` : undefined}`,
  });
}

const nothing = html`<div class="empty">
  <h2>Nada espera</h2>
  <p>Nenhuma nota parada, nenhum aviso que falhou, certificado em dia. Quando algo precisar de alguém, aparece aqui.</p>
</div>`;

function linesOf({ found, invitations, base, role }: AttentionView): Line[] {
  const company = base.slice('/e/'.length);
  return [
    ...invitations.map((invitation): Line => ({
      told: toldOfInvitation(invitation),
      remedy: { kind: 'ANSWER_INVITATION', subject: { company, office: invitation.office.taxId } },
      since: invitation.requestedAt,
      until: null,
    })),
    ...found.items.map((item): Line => ({ told: toldOf(item, role), ...item })),
  ];
}

function section(view: AttentionView, all: Line[], of: { mover: Mover; title: string; id: string }): Markup {
  const lines = all.filter(({ remedy }) => moverOf(remedy) === of.mover);
  if (lines.length === 0) return html``;
  return html`<section aria-labelledby="${of.id}">
    <h2 id="${of.id}">${of.title} <small>${count(lines.length)}</small></h2>
    <ul class="waits" data-mover="${of.mover}">
      ${lines.map((line) => row(view, line))}
    </ul>
  </section>`;
}

function row({ base, role, now, syncAllowedAt }: AttentionView, { told, remedy, since, until }: Line): Markup {
  const { title, reason, path } = told;
  // What nobody has to do something about says until when in its remedy.
  const end =
    until && moverOf(remedy) !== 'NOBODY'
      ? html` · ${until > now ? 'até' : 'o prazo foi'} ${whenInWords(until, now)}`
      : undefined;
  return html`<li>
    <div>
      <p><b>${path === null ? title : html`<a href="${base}${path}">${title}</a>`}</b></p>
      <p>${reason}</p>
      <p class="soft">
        <time datetime="${since.toISOString()}" title="${momentInWords(since)}">${agoInWords(since, now)}</time>${end}
      </p>
    </div>
    <div class="remedy">${remedyHtml(remedy, { base, role, now, title, until, syncAllowedAt })}</div>
  </li>`;
}
