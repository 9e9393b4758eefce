import { monthInDigits } from '../../../domain/month.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { ComparisonView } from '../../../operations/comparison/find-comparisons.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { byAge, type ListedPage, pager } from '../../parts/pager.ts';
import { count, momentInWords } from '../../parts/words.ts';
import { liveListAddress } from '../live/addresses.ts';
import { named } from '../month-board/month.ts';

export type ComparisonsView = ListedPage & {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  mayCompare: boolean;
  /** Whether the company issues trial notes: only notes that count are compared. */
  isTrial: boolean;
  /** The text in the month field: `2026-10`. */
  month: string;
  comparisons: ComparisonView[];
  /** The version of what the page shows, as `versionOf` gives it. */
  version: string;
  fault?: string | undefined;
};

/** The comparisons of a company's months, and the form that starts one. */
export function comparisonsHtml(view: ComparisonsView): string {
  const { person, base, mayCompare, isTrial, comparisons, version, fault } = view;
  return framedPage({
    title: 'Conferir com a SEFAZ',
    here: 'conferencias',
    person,
    scripts: ['live'],
    live: liveListAddress(base, 'conferencias', version),
    body: html`<h1>Conferir com a SEFAZ</h1>
      <p class="lead">
        O Lavra pergunta à SEFAZ e à SEFIN por todos os números de um mês e diz o que difere. Do dia 3 em diante ele faz
        isso sozinho com o mês anterior, se quem opera não o desligou.
      </p>
      ${alert(fault)}
      ${isTrial ? html`<p class="soft">Esta empresa está em homologação: só as notas de produção são conferidas.</p>` : undefined}
      ${mayCompare ? form(view) : undefined}
      <section aria-labelledby="feitas">
        <h2 id="feitas">Conferências</h2>
        ${
          comparisons.length === 0
            ? html`<p class="soft">Nenhuma ainda.</p>`
            : html`<ul class="plain-list">
                ${comparisons.map((each) => line(base, each))}
              </ul>`
        }
      </section>
      ${pager((page) => `${base}/conferencias?pagina=${page}`, view, { ways: byAge })}`,
  });
}

function form({ base, month }: ComparisonsView): Markup {
  return html`<form class="find" method="post" action="${base}/conferencias">
    <label class="field"
      ><span>Mês</span> <input type="month" name="mes" value="${month}" placeholder="2026-10" required
    /></label>
    <div class="field tick">
      <label><input type="checkbox" name="so-duvidosos" value="sim" /> Só os números sem situação certa</label>
    </div>
    <button class="button">Conferir</button>
  </form>`;
}

function line(base: string, comparison: ComparisonView): Markup {
  const { month, openDifferences } = comparison;
  return html`<li>
    <span
      ><a class="open" href="${base}/conferencias/${monthInDigits(month)}"><b>${named(month)}</b></a
      ><small>${comparisonInWords(comparison)}</small></span
    >
    <span>${openDifferences === 0 ? 'nada difere' : openInWords(openDifferences)}</span>
  </li>`;
}

function openInWords(open: number): string {
  return open === 1 ? '1 diferença aberta' : `${count(open)} diferenças abertas`;
}

/** The progress of a comparison, in a sentence. */
export function comparisonInWords({ completedAt, asOf, done, total, waiting, everyNote }: ComparisonView): string {
  const what = everyNote ? '' : ', só dos números sem situação certa';
  if (completedAt) return `Conferido em ${momentInWords(completedAt)}${what}: ${numbers(total)}.`;
  if (waiting) return `Espera: ${waiting.reason}`;
  return asOf === null ? 'Ainda não começou.' : `Em andamento: ${count(done)} de ${numbers(total)}${what}.`;
}

function numbers(total: number): string {
  return total === 1 ? '1 número' : `${count(total)} números`;
}
