import { taxIdMask } from '../../../domain/masks.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import type { ClerksPart } from '../../../operations/accounts/portfolio-parts.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';

type Shown = { base: string; personId: string; part: ClerksPart; fault: string | undefined };

/** The portfolio, with the clerk's companies ticked. */
export function clerksPartHtml(person: SignedIn, { base, personId, part, fault }: Shown): string {
  const { name, companies } = part;
  const hasAll = companies.every(({ isHers }) => !isHers);
  return framedPage({
    title: 'Empresas do analista',
    here: 'pessoas',
    person,
    body: html`<div class="head"><h1>Empresas de ${name}</h1></div>
      ${alert(fault)}
      <p class="soft">
        Quem tem a carteira toda vê também as empresas que entrarem depois. Quem tem só algumas não vê as outras em
        lugar nenhum.
      </p>
      <form class="stack" method="post" action="${base}/pessoas/${personId}/carteira">
        <label class="check"
          ><input type="checkbox" name="toda" value="sim" ${hasAll ? html`checked` : undefined} /> A carteira
          toda</label
        >
        <fieldset>
          <legend>Ou só estas empresas</legend>
          ${companies.map(
            ({ id, taxId, name: company, isHers }) =>
              html`<label class="check"
                ><input type="checkbox" name="empresa" value="${id}" ${isHers ? html`checked` : undefined} /> ${company}
                <small>${taxIdMask(taxId)}</small></label
              >`,
          )}
        </fieldset>
        <button class="button">Guardar</button>
      </form>
      <p><a class="quiet-link" href="${base}/pessoas">Voltar sem mudar</a></p>`,
  });
}
