import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import { fateTitles } from '../../../domain/rehearsal/csv.ts';
import { figureTitles } from '../../../domain/rehearsal/figures.ts';
import { fates } from '../../../domain/rehearsal/sale.ts';
import type { FindingGroup, RehearsalReport } from '../../../domain/rehearsal/tally.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldHtml, faultSummary, type FormState } from '../../forms/fields.ts';
import { type FramedPage, framedPage } from '../../parts/frame.ts';
import { count, shortDay } from '../../parts/words.ts';
import { lawAt, lawTable } from './view.ts';

export const rehearsalFields: readonly Field[] = [
  { name: 'empresa', label: 'CNPJ ou CPF da empresa', isRequired: true, most: 18, isShort: true },
  { name: 'dia', label: 'Dia que se ensaia', kind: 'date', isRequired: true, isShort: true },
  {
    ...{ name: 'dias', label: 'Vendas dos últimos dias', kind: 'whole', isRequired: true, isShort: true },
    hint: 'Onde não houve vendas, é ensaiada uma unidade de cada produto.',
  },
  {
    ...{ name: 'cbs', label: 'CBS suposta, em %', kind: 'decimal', isShort: true },
    hint: 'Só para este ensaio. Em branco, vale a das tabelas.',
  },
];

/** Asks for the company and the day of a rehearsal. */
export function rehearsalFormHtml(person: SignedIn, state: FormState, mayBegin: boolean): string {
  return framedPage({
    title: 'Ensaiar um dia',
    here: 'tabelas',
    person,
    body: html`<p class="trail"><a href="${lawAt}">‹ Tabelas</a></p>
      <h1>Ensaiar um dia</h1>
      <p>
        As vendas que uma empresa teve são calculadas como se fossem emitidas nesse dia, e julgadas pelas regras da
        autoridade. Nada é enviado, e nada é gravado.
      </p>
      ${
        mayBegin
          ? html`${faultSummary([{ title: '', fields: rehearsalFields }], state)}
              <form class="stack" method="post" action="${lawAt}/ensaio">
                <div class="fields">${rehearsalFields.map((field) => fieldHtml(field, state))}</div>
                <div class="actions"><button class="button">Ensaiar</button></div>
              </form>`
          : html`<p class="notice">Um operador pode fazê-lo; o seu papel só consulta.</p>`
      }`,
  });
}

/** The beginning of the page that follows a rehearsal. */
export function rehearsalBeginning(
  person: SignedIn,
  { name, taxId, on, total }: { name: string; taxId: string; on: string; total: number },
): FramedPage {
  return {
    title: `Ensaio de ${shortDay(on)}`,
    here: 'tabelas',
    person,
    body: html`<p class="trail"><a href="${lawAt}/ensaio">‹ Ensaiar um dia</a></p>
      <h1>Ensaio de ${shortDay(on)}</h1>
      <p class="to">${name} <small>${taxIdMask(taxId)}</small></p>
      <p>
        ${total === 0 ? 'Nenhuma venda nem produto' : total === 1 ? 'Uma venda ou produto' : `${count(total)} vendas ou produtos`}.
        O resultado aparece no fim desta página; fechá-la interrompe o ensaio.
      </p>`,
  };
}

/** The part of a rehearsal's result that a page shows. */
export function rehearsalResult(report: RehearsalReport): Markup {
  const { cbs, unjudged, unchecked, since } = report;
  const notes = [cbsNotes[cbs.kind], unjudged, unchecked].filter((note) => note !== null);
  return html`<section aria-labelledby="resultado">
      <h2 id="resultado">Resultado</h2>
      ${since === null ? html`<p>Não houve vendas: foi ensaiada uma unidade de cada produto.</p>` : undefined}
      <ul class="plain-list">
        ${fates.flatMap((fate) =>
          report.fates[fate] > 0
            ? [html`<li><span>${fateTitles[fate]}</span> <b>${count(report.fates[fate])}</b></li>`]
            : [],
        )}
      </ul>
      ${notes.map((note) => html`<p class="notice">${note}</p>`)}
    </section>
    ${groups('recusas', 'O que seria recusado', report.refusals)} ${groups('avisos', 'Avisos', report.warnings)}
    ${figures(report)}
    <p class="soft">
      O relatório inteiro, venda por venda e produto por produto, sai em arquivos pelo comando
      <code>lavra rehearse --on ${report.on} --company ${report.company.taxId}</code>.
    </p>`;
}

const cbsNotes: Record<RehearsalReport['cbs']['kind'], string | null> = {
  UNKNOWN:
    'A alíquota da CBS desse dia não está publicada: o resto foi julgado, e os valores que dependem dela ficam em branco.',
  ASSUMED: 'Os valores supõem uma alíquota da CBS que não é publicada, só neste ensaio.',
  NO_PERIOD: 'As tabelas não têm alíquotas do IBS e da CBS desse dia: vendas que precisam delas são recusadas.',
  IN_FORCE: null,
};

const shownGroups = 50;

function groups(id: string, title: string, found: FindingGroup[]): Markup | undefined {
  if (found.length === 0) return undefined;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title} <small>${count(found.length)}</small></h2>
    ${lawTable(
      title,
      ['Por quê, e como corrigir', 'Vendas'],
      found.slice(0, shownGroups).map(({ code, message, mend, sales, examples }) => [
        html`${code ? html`<code>${code}</code> ` : undefined}${message}${mend ? html`<small>${mend}</small>` : undefined}
            <small class="breaks"
              >Por exemplo:
              ${examples.map(({ name, number }) => (number ? `${number}, ${name}` : name)).join('; ')}</small
            >`,
        html`${count(sales)}`,
      ]),
    )}
  </section>`;
}

function figures({ figures: compared, compared: sales, on }: RehearsalReport): Markup | undefined {
  if (sales === 0 || compared.length === 0) return undefined;
  return html`<section aria-labelledby="valores">
    <h2 id="valores">O que muda nos valores</h2>
    <p class="soft">Somados de ${count(sales)} vendas, como saíram e como sairiam em ${shortDay(on)}.</p>
    ${lawTable(
      'Valores comparados',
      ['', 'Como saíram', 'No dia'],
      compared.map(({ kind, then, now }) => [
        html`${figureTitles[kind]}`,
        html`${brazilianMoney(then)}`,
        html`${now === null ? '–' : brazilianMoney(now)}`,
      ]),
    )}
  </section>`;
}
