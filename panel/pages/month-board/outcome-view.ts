import { taxIdMask } from '../../../domain/masks.ts';
import type { Month } from '../../../domain/month.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { CreatedClosings } from '../../../operations/closings/create-closings.ts';
import { framedPage } from '../../parts/frame.ts';
import { count } from '../../parts/words.ts';
import { named } from './month.ts';
import { skipWords } from './words.ts';

export type ClosingOutcome = {
  person: SignedIn;
  board: string;
  month: Month;
  outcome: CreatedClosings;
  /** Names of companies of the portfolio, by id. */
  names: ReadonlyMap<string, { name: string; taxId: string }>;
};

/** Which closings began and which did not, shown when some did not. */
export function outcomeHtml({ person, board, month, outcome: { created, skipped }, names }: ClosingOutcome): string {
  const title = created.length === 0 ? 'Nenhum mês começou a fechar' : 'Algumas empresas não começaram a fechar';
  return framedPage({
    title,
    here: 'fechamento',
    person,
    body: html`<p class="trail"><a href="${board}">‹ Fechamento de ${named(month)}</a></p>
      <div class="head"><h1>${title}</h1></div>
      ${
        created.length > 0
          ? html`<p>
              ${count(created.length)} ${created.length === 1 ? 'começou' : 'começaram'}: o andamento aparece no quadro.
            </p>`
          : undefined
      }
      <ul class="plain-list" role="alert">
        ${skipped.map(({ companyId, reason }) => {
          const company = names.get(companyId);
          return html`<li>
            <span
              ><b>${company?.name ?? 'Empresa que saiu da carteira'}</b
              ><small>${company ? `${taxIdMask(company.taxId)}: ` : ''}${skipWords[reason]}</small></span
            >
          </li>`;
        })}
      </ul>
      <p class="actions"><a class="button" href="${board}">Ver o quadro</a></p>`,
  });
}
