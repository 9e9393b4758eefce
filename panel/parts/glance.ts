import { taxIdMask } from '../../domain/masks.ts';
import { html, type Markup } from '../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../operations/accounts/sessions.ts';
import type { LinkedParty } from '../../operations/provisioning/glances.ts';
import { framedPage } from './frame.ts';

/** The offices or companies that something is linked with, each with its link's status. @param at the page of one of them, by its tax id */
export function linkedList(linked: LinkedParty[], at: (taxId: string) => string): Markup {
  return html`<ul class="plain-list">
    ${linked.map(
      ({ taxId, name, status, issuingAllowed }) =>
        html`<li>
          <span class="of-key"
            ><a href="${at(taxId)}">${name}</a>
            <small>${taxIdMask(taxId)} · ${linkInWords({ status, issuingAllowed })}</small></span
          >
        </li>`,
    )}
  </ul>`;
}

function linkInWords({ status, issuingAllowed }: Pick<LinkedParty, 'status' | 'issuingAllowed'>): string {
  if (status === 'PENDING') return 'vínculo pedido, sem resposta da empresa';
  return issuingAllowed ? 'vínculo ativo, o escritório emite' : 'vínculo ativo, o escritório não emite';
}

type Stop = {
  person: SignedIn;
  here: 'empresas' | 'escritorios';
  title: string;
  /** The company or office, and its page. */
  of: { name: string; at: string };
  /** What becomes of what is under way, one sentence each. */
  ends: readonly (string | null)[];
  /** The last part of the path that the form is sent to. */
  path: string;
  button: string;
};

/** Asks before a company or an office is switched off, and says what becomes of what is under way. */
export function stopHtml({ person, here, title, of, ends, path, button }: Stop): string {
  return framedPage({
    title,
    here,
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${of.at}">${of.name}</a></nav>
      <div class="head"><h1>${title}</h1></div>
      <ul class="bullets">
        ${ends.flatMap((end) => (end === null ? [] : [html`<li>${end}</li>`]))}
      </ul>
      <form method="post" action="${of.at}/${path}" class="actions">
        <button class="button">${button}</button>
        <a class="quiet-link" href="${of.at}">Deixar como está</a>
      </form>`,
  });
}

/** A count as a sentence begins: `Uma nota`, `As 3 notas`, or null for 0. */
export function allInWords(count: number, one: string, several: (count: number) => string): string | null {
  if (count === 0) return null;
  return count === 1 ? one : several(count);
}
