import { readOnlyRoles } from '../../../domain/accounts/roles.ts';
import type { BoardCompany, SeriesGap } from '../../../domain/closings/board.ts';
import { gapsOf } from '../../../domain/closings/gaps.ts';
import type { NumberExplanation } from '../../../domain/closings/number-explanation.entity.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import type { Month } from '../../../domain/month.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { numbersInWords } from '../../../operations/closings/explain-numbers.ts';
import { type Field, fieldHtml } from '../../forms/fields.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { may } from '../../parts/may.ts';
import { count, shortDate } from '../../parts/words.ts';
import { named } from './month.ts';

/** The least and the most letters of a reason. */
export const textLengths = { least: 10, most: 255 };

export type NumberGapsView = {
  person: SignedIn;
  office: NonNullable<SignedIn['office']>;
  board: string;
  month: Month;
  company: BoardCompany;
  explanations: NumberExplanation[];
  done?: Markup | undefined;
  /** Why numbers were not explained, and the reason that was given. */
  fault?: { gap: SeriesGap; text: string; message: string } | undefined;
};

/** The unused numbers of a company's month: each range with its two ways out. */
export function numberGapsHtml(view: NumberGapsView): string {
  const { person, office, board, month, company, explanations, done, fault } = view;
  const found = company.hindrances.find(({ kind }) => kind === 'GAPS');
  const gaps = found?.kind === 'GAPS' ? found : { gaps: [], gapCount: 0, numbers: 0 };
  const isShown = gaps.gaps.some((gap) => isSame(gap, fault?.gap));
  const left = gaps.gapCount - gaps.gaps.length;
  return framedPage({
    title: 'Números que faltam',
    here: 'fechamento',
    person,
    body: html`<p class="trail"><a href="${board}#e-${company.id}">‹ Fechamento de ${named(month)}</a></p>
      <div class="head">
        <h1>Números que faltam</h1>
        <p>${company.name} <small>${taxIdMask(company.taxId)}</small></p>
      </div>
      ${done} ${isShown ? undefined : alert(fault?.message)}
      ${
        gaps.gaps.length === 0
          ? html`<p>Nenhum número falta neste mês. <a href="${board}">Voltar ao quadro</a></p>`
          : html`<p>
              Nenhuma nota usou estes números. Se ninguém mais os usou, inutilize-os até o dia 10 do mês seguinte; se
              outro sistema os usou, ou a numeração foi mudada de propósito, explique: a SEFAZ não é avisada de nada, e
              o manifesto continua a listá-los.
            </p>`
      }
      ${gaps.gaps.map((gap, at) => gapHtml(view, gap, at))}
      ${left > 0 ? html`<p class="soft">Há mais ${count(left)} ${left === 1 ? 'faixa' : 'faixas'}: aparecem aqui quando estas estiverem resolvidas.</p>` : undefined}
      ${explanations.length > 0 ? explained(view, may(office.role, 'withdrawExplanation')) : undefined}`,
  });
}

const isSame = (gap: SeriesGap, other: SeriesGap | undefined): boolean =>
  other !== undefined && numbersInWords(gap) === numbersInWords(other);

function gapHtml({ office, board, company, fault }: NumberGapsView, gap: SeriesGap, at: number): Markup {
  const numbers = gap.endNumber - gap.startNumber + 1;
  const [piece] = gapsOf([gap], { ...gap, taxId: company.taxId });
  const isFaulty = isSame(gap, fault?.gap);
  const reason: Field = { name: 'motivo', label: 'Motivo', kind: 'area', most: textLengths.most, isRequired: true };
  const state = {
    values: isFaulty ? { motivo: fault?.text ?? '' } : {},
    faults: isFaulty ? { motivo: fault?.message ?? '' } : {},
    fault: null,
  };
  return html`<section aria-labelledby="faixa-${at}">
    <h2 id="faixa-${at}">
      ${numbersInWords(gap)} <small>${count(numbers)} ${numbers === 1 ? 'número' : 'números'}</small>
    </h2>
    ${inutilizing(office, company, piece)}
    ${
      may(office.role, 'explainNumbers')
        ? html`<details class="folded" ${isFaulty || at === 0 ? html`open` : undefined}>
            <summary>Explicar</summary>
            <form method="post" action="${board}/numeros/${company.taxId}">
              ${hidden({ tipo: gap.type, serie: gap.series, de: gap.startNumber, ate: gap.endNumber })}
              ${fieldHtml({ ...reason, hint: 'Como “outro sistema emitiu estas notas”. Fica na auditoria, com o seu nome.' }, state)}
              <p class="actions"><button class="button">Guardar a explicação</button></p>
            </form>
          </details>`
        : undefined
    }
  </section>`;
}

function hidden(values: Record<string, string | number>): Markup[] {
  return Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

function inutilizing(
  { role }: NumberGapsView['office'],
  { taxId, issuingAllowed }: BoardCompany,
  piece: ReturnType<typeof gapsOf>[number] | undefined,
): Markup | undefined {
  if (!piece?.proposal) return html`<p class="soft">Estes números não se inutilizam: só se explicam.</p>`;
  if (!issuingAllowed || readOnlyRoles.includes(role)) {
    return html`<p class="soft">
      Quem inutiliza é a empresa: peça a ela, ou que ela deixe o escritório emitir (em “Escritório”, no painel dela).
    </p>`;
  }
  const { model, series, startNumber, endNumber, justification } = piece.proposal;
  const asked = { modelo: String(model), serie: String(series), de: String(startNumber), ate: String(endNumber) };
  const query = new URLSearchParams({ ...asked, motivo: justification });
  return html`<p class="actions">
    <a class="button quiet" href="/e/${taxId}/inutilizacoes?${query.toString()}">Inutilizar…</a>
  </p>`;
}

function explained({ board, company, explanations }: NumberGapsView, mayWithdraw: boolean): Markup {
  return html`<section aria-labelledby="explicados">
    <h2 id="explicados">Já explicados</h2>
    <ul class="plain-list">
      ${explanations.map(
        (each) =>
          html`<li>
            <span
              ><b>${numbersInWords(each)}</b
              ><small>${each.text} (${each.author}, ${shortDate(each.createdAt)})</small></span
            >
            ${
              mayWithdraw
                ? html`<form method="post" action="${board}/numeros/${company.taxId}/retirar">
                    ${hidden({ explicacao: each.id })}
                    <button class="link">
                      Retirar<span class="unseen"> a explicação de ${numbersInWords(each)}</span>
                    </button>
                  </form>`
                : undefined
            }
          </li>`,
      )}
    </ul>
  </section>`;
}
