import { taxIdMask } from '../../../domain/masks.ts';
import type { LinkStatus } from '../../../domain/offices/office-link.entity.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { AuditEntryShown } from '../../../operations/audit/find-entries.ts';
import type { LinkOfCompany } from '../../../operations/offices/links-of-company.ts';
import { alert } from '../../parts/alert.ts';
import { entryInWords, whoOf } from '../../parts/audit-words.ts';
import { framedPage } from '../../parts/frame.ts';
import { momentInWords } from '../../parts/words.ts';

export type OfficeView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  links: LinkOfCompany[];
  history: AuditEntryShown[];
  done?: Markup | undefined;
  fault?: string;
};

/** The link of a company with its accountant's office: what was asked for, what it allows, and its history. */
export function officeLinksHtml(view: OfficeView): string {
  const { person, links, done, fault } = view;
  const of = (...statuses: LinkStatus[]) => links.filter(({ status }) => statuses.includes(status));
  const [asked, active, past] = [of('PENDING'), of('ACTIVE'), of('REFUSED', 'ENDED')];
  return framedPage({
    title: 'Escritório',
    here: 'escritorio',
    person,
    body: html`<div class="head"><h1>Escritório de contabilidade</h1></div>
      ${done} ${alert(fault)} ${asked.map((link) => invitation(view, link))}
      ${active.map((link) => current(view, link))} ${asked.length + active.length === 0 ? nobody : undefined}
      ${pastLinks(past)} ${told(view)}`,
  });
}

const nobody = html`<div class="empty">
  <h2>Nenhum escritório tem acesso</h2>
  <p>Quem pede o vínculo é o escritório. O convite chega por e-mail a quem administra a empresa, e aparece aqui.</p>
</div>`;

const mayDo = html`<ul class="bullets">
  <li>consulta as notas que a empresa emite, e baixa o XML e o PDF;</li>
  <li>consulta e baixa as notas emitidas contra a empresa, e manifesta-se sobre elas em nome dela;</li>
  <li>consulta os clientes e os modelos fiscais cadastrados;</li>
  <li>fecha o mês, e é avisado quando uma nota da empresa muda.</li>
</ul>`;

const neverSees = html`<p class="soft">
  O certificado digital, as senhas e as chaves da empresa não são mostrados a ele.
</p>`;

function party({ office: { taxId, name, email } }: LinkOfCompany): Markup {
  return html`<p class="breaks">
    <b>${name}</b><br />
    ${taxId.length === 11 ? 'CPF' : 'CNPJ'}
    ${taxIdMask(taxId)}${email ? html` · <a href="mailto:${email}">${email}</a>` : undefined}
  </p>`;
}

function invitation({ base }: OfficeView, link: LinkOfCompany): Markup {
  const here = `${base}/escritorio/${link.id}`;
  return html`<section class="notice" data-kind="wait" aria-labelledby="convite-${link.id}">
    <h2 id="convite-${link.id}">Um escritório pede acesso</h2>
    ${party(link)}
    <p>Pedido em ${momentInWords(link.requestedAt)}. Se você aceitar, o escritório:</p>
    ${mayDo} ${neverSees}
    <form class="stack" method="post" action="${here}/aceitar">
      <div class="field tick">
        <label
          ><input type="checkbox" name="emite" value="sim" aria-describedby="emite-${link.id}" />
          <span>Também deixar que ele emita, cancele e corrija notas</span></label
        >
        <small id="emite-${link.id}"
          >As notas saem em nome da empresa, com o certificado dela. Isto pode ser mudado depois.</small
        >
      </div>
      <p class="actions">
        <button class="button">Aceitar</button>
        <button class="button quiet" formaction="${here}/recusar">Recusar</button>
      </p>
    </form>
  </section>`;
}

function current({ base }: OfficeView, link: LinkOfCompany): Markup {
  const { office, issuingAllowed, decidedAt, id } = link;
  const here = `${base}/escritorio/${id}`;
  return html`<section aria-labelledby="vinculo-${id}">
    <h2 id="vinculo-${id}">Tem acesso</h2>
    ${party(link)} ${decidedAt ? html`<p class="soft">Desde ${momentInWords(decidedAt)}.</p>` : undefined}
    ${office.suspendedAt ? html`<p class="notice" data-kind="wait">Quem opera o Lavra suspendeu este escritório: por ora ele não entra.</p>` : undefined}
    <p>O escritório:</p>
    ${mayDo} ${neverSees}
    <h3>Emitir notas</h3>
    <p>
      ${
        issuingAllowed
          ? 'Ele pode emitir, cancelar e corrigir notas em nome da empresa, com o certificado dela.'
          : 'Ele não pode emitir, cancelar nem corrigir notas.'
      }
    </p>
    <form class="actions" method="post" action="${here}/emissao">
      <input type="hidden" name="emite" value="${issuingAllowed ? 'nao' : 'sim'}" />
      <button class="button quiet">${issuingAllowed ? 'Não deixar mais emitir' : 'Deixar que emita'}</button>
    </form>
    <h3>Encerrar</h3>
    <details class="asked">
      <summary>Encerrar o vínculo…</summary>
      <p>O escritório deixa de ver a empresa na hora. Para voltar, ele precisa pedir de novo, e você aceitar.</p>
      <form method="post" action="${here}/encerrar"><button class="button quiet">Encerrar o vínculo</button></form>
    </details>
  </section>`;
}

function pastLinks(links: LinkOfCompany[]): Markup | undefined {
  if (links.length === 0) return undefined;
  return html`<section aria-labelledby="antes">
    <h2 id="antes">Não têm mais acesso</h2>
    <ul class="plain-list">
      ${links.map(({ office, status, decidedAt, endedAt }) => {
        const at = status === 'REFUSED' ? decidedAt : endedAt;
        const word = status === 'REFUSED' ? 'Recusado' : 'Encerrado';
        return html`<li>
          <span
            >${office.name}
            <small>${taxIdMask(office.taxId)} · ${word}${at ? ` em ${momentInWords(at)}` : ''}</small></span
          >
        </li>`;
      })}
    </ul>
  </section>`;
}

function told({ history }: OfficeView): Markup | undefined {
  if (history.length === 0) return undefined;
  return html`<section aria-labelledby="historia">
    <h2 id="historia">O que aconteceu</h2>
    <ul class="plain-list">
      ${history.map(
        (entry) =>
          html`<li>
            <span
              >${whoOf(entry)}
              ${entryInWords(entry)}${entry.office ? html` <small>${entry.office.name}</small>` : undefined}</span
            >
            <small><time datetime="${entry.at.toISOString()}">${momentInWords(entry.at)}</time></small>
          </li>`,
      )}
    </ul>
  </section>`;
}
