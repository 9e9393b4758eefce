import type { Remedy } from '../../../domain/conversation/remedy.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { LinkOfCompany } from '../../../operations/offices/links-of-company.ts';
import type { Attention } from '../../../operations/waits/attention.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { type WaitLine, waitLists, type WaitSections } from '../../parts/waits.ts';
import { count } from '../../parts/words.ts';
import { sideOf, remedyHtml, type RemedyPlace } from './remedies.ts';
import { type AttentionInWords, attentionItemInWords, invitationInWords } from './words.ts';

export type AttentionView = {
  person: SignedIn;
  role: RemedyPlace['role'];
  /** `/e/{cnpj}` */
  base: string;
  found: Attention;
  /** Links that offices asked for and the company has not answered. */
  invitations: LinkOfCompany[];
  syncAllowedAt: Date | null;
  now: Date;
  /** What has just been done. */
  done?: Markup | undefined;
  fault?: string;
};

const sections: WaitSections = [
  ['COMPANY', 'Precisam de alguém da empresa', 'empresa'],
  ['OPERATOR', 'Precisam de quem opera o Lavra', 'operacao'],
  ['NOBODY', 'Seguem sozinhas', 'sozinhas'],
];

/** What waits, has stopped, or soon will, in a company, each with its remedy. */
export function attentionHtml(view: AttentionView): string {
  const { person, found, invitations, now, done, fault } = view;
  const lines = linesOf(view);
  const more = found.total + invitations.length - lines.length;
  return framedPage({
    title: 'Atenção',
    here: 'atencao',
    person,
    body: html`<div class="head"><h1>Atenção</h1></div>
      ${done} ${alert(fault)} ${lines.length === 0 ? nothing : waitLists(lines, sections, now)}
      ${more > 0 ? html`<p class="pager">E mais ${count(more)}: aparecem quando estas andarem.</p>` : undefined}`,
  });
}

const nothing = html`<div class="empty">
  <h2>Nada espera</h2>
  <p>Nenhuma nota parada, nenhum aviso que falhou, certificado em dia. Quando algo precisar de alguém, aparece aqui.</p>
</div>`;

function linesOf(view: AttentionView): WaitLine[] {
  const { found, invitations, base, role } = view;
  const company = base.slice('/e/'.length);
  return [
    ...invitations.map((invitation) =>
      lineOf(view, invitationInWords(invitation), {
        remedy: { kind: 'ANSWER_INVITATION', subject: { company, office: invitation.office.taxId } },
        since: invitation.requestedAt,
        until: null,
      }),
    ),
    ...found.items.map((item) => lineOf(view, attentionItemInWords(item, role), item)),
  ];
}

function lineOf(
  { base, role, now, syncAllowedAt }: AttentionView,
  { title, reason, path }: AttentionInWords,
  { remedy, since, until }: { remedy: Remedy; since: Date; until: Date | null },
): WaitLine {
  const help = remedyHtml(remedy, { base, role, now, title, until, syncAllowedAt });
  const href = path === null ? null : `${base}${path}`;
  return { title, href, reason, side: sideOf(remedy), since, until, help };
}
