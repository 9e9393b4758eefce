import { traitsOf } from '../../document-types.ts';
import { taxIdMask } from '../../masks.ts';
import { day } from '../../moments.ts';
import { addedMoney } from '../../money.ts';
import { figureTitles } from '../../rehearsal/figures.ts';
import type { RehearsalFinding, FindingSource } from '../../rehearsal/findings.ts';
import { type Fate, fates, type RehearsalSubject } from '../../rehearsal/sale.ts';
import type { ComparedFigure, FindingGroup, ProductFindings, RehearsalReport } from '../../rehearsal/tally.ts';
import { html, htmlPage, type Markup } from '../html/markup.ts';
import { brazilianDecimal, isNonZero, brazilianMoney } from '../html/values.ts';
import { stylesheet } from './stylesheet.ts';

/** The report of a rehearsal, for people, as one HTML page that loads nothing. */
export function rehearsalPage(report: RehearsalReport): string {
  const title = `Ensaio de ${day(report.on)} - ${report.company.name}`;
  return htmlPage(title, stylesheet, [
    heading(report),
    ...notices(report),
    counts(report),
    refusals(report),
    figures(report),
    products(report),
    warnings(report),
    footer(report),
  ]);
}

function heading({ company, on, since, total }: RehearsalReport): Markup {
  const { name, taxId, environment } = company;
  const what =
    since === null
      ? `Não houve vendas: ${total} produto(s), uma unidade de cada, vendida a um consumidor da cidade da empresa.`
      : `${total} venda(s) autorizada(s) desde ${day(since)}, calculadas como se fossem emitidas em ${day(on)}.`;
  return html`<header>
    <p class="about">Ensaio do Lavra${environment === 'HOMOLOGATION' ? ', ambiente de homologação' : ''}</p>
    <h1>${day(on)}: o que passaria, e o que muda</h1>
    <p>${name}, ${taxIdMask(taxId)}</p>
    <p class="about">${what} Nada foi enviado a ninguém.</p>
  </header>`;
}

/** What a reader must know before anything else. */
function notices({ cbs, unjudged, unchecked }: RehearsalReport): Markup[] {
  const told = [cbsInWords(cbs), unjudged, unchecked].flatMap((text) => text ?? []);
  return told.map((text) => html`<p class="notice">${text}</p>`);
}

function cbsInWords(cbs: RehearsalReport['cbs']): string | null {
  switch (cbs.kind) {
    case 'UNKNOWN':
      return (
        'A alíquota da CBS desse dia ainda não está publicada, e até lá nenhuma venda com IBS e CBS poderá ser emitida. O ensaio julgou todo ' +
        `o resto com ${brazilianDecimal(cbs.standIn, 0)} % no lugar dela, e não mostra os valores que dependem dela. Quando sair, informe-a com ` +
        '"lavra rates add ibs-cbs"; para ver valores já, ensaie com --cbs.'
      );
    case 'ASSUMED':
      return `Os valores supõem uma CBS de ${brazilianDecimal(cbs.rate, 0)} %, só neste ensaio: não é uma alíquota publicada.`;
    case 'NO_PERIOD':
      return 'As tabelas do Lavra não têm alíquotas de IBS e CBS desse dia: vendas que precisam delas são recusadas.';
    case 'IN_FORCE':
      return null;
  }
}

const fatesInPlural: Record<Fate, string> = {
  FIT: 'passam',
  REFUSED_HERE: 'recusadas pelo Lavra',
  REFUSED_BY_AUTHORITY: 'recusadas pela autoridade',
  NOT_JUDGED: 'calculadas, sem julgamento',
};

const refused: readonly Fate[] = ['REFUSED_HERE', 'REFUSED_BY_AUTHORITY'];

function counts({ fates: counted }: RehearsalReport): Markup {
  const shown = fates.filter((fate) => fate !== 'NOT_JUDGED' || counted[fate] > 0);
  return html`<ul class="fates">
    ${shown.map(
      (fate) =>
        html`<li class="${refused.includes(fate) && counted[fate] > 0 ? 'refused' : 'passed'}">
          <b>${brazilianDecimal(String(counted[fate]), 0)}</b>${fatesInPlural[fate]}
        </li>`,
    )}
  </ul>`;
}

const sources: Record<FindingSource, string> = {
  LAVRA: 'Lavra, antes de enviar',
  SCHEMA: 'Esquema oficial (XSD)',
  AUTHORITY: 'Autoridade',
  WARNING: 'Aviso',
};

function refusals({ refusals: groups, leftOut }: RehearsalReport): Markup {
  if (groups.length === 0)
    return html`<h2>O que seria recusado</h2>
      <p>Nada.</p>`;
  return html`<h2>O que seria recusado</h2>
    <table>
      <thead>
        <tr>
          <th>Quem recusa</th>
          <th>Por quê, e como corrigir</th>
          <th class="figure">Vendas</th>
          <th>Por exemplo</th>
        </tr>
      </thead>
      <tbody>
        ${groups.map(refusal)}
      </tbody>
    </table>
    ${beyond(leftOut.findings, 'ocorrência(s) de outros motivos estão só no CSV.')}`;
}

function refusal(group: FindingGroup): Markup {
  const { by, code, sales, examples } = group;
  return html`<tr>
    <td>${sources[by]}${by === 'AUTHORITY' ? html`<br /><b>${code}</b>` : undefined}</td>
    <td>${reasons(group)}</td>
    <td class="figure">${brazilianDecimal(String(sales), 0)}</td>
    <td class="small">${examples.map(nameOf).join('; ')}</td>
  </tr>`;
}

function reasons({ path, message, mend }: RehearsalFinding): Markup {
  return html`${message} ${path ? html`<code>${path}</code>` : undefined}
  ${mend ? html`<p class="mend">${mend}</p>` : undefined}`;
}

function nameOf({ kind, type, series, number, name }: RehearsalSubject): string {
  return kind === 'PRODUCT' ? name : `${traitsOf[type].title} ${series ?? ''}/${number ?? ''}, ${name}`;
}

function figures({ figures: sums, compared: sales, on }: RehearsalReport): Markup {
  const compared = sums.filter(({ then, now }) => isNonZero(then) || now === null || isNonZero(now));
  if (compared.length === 0) return html``;
  return html`<h2>Preço, total e impostos: então e em ${day(on)}</h2>
    <p class="about">Somas de ${brazilianDecimal(String(sales), 0)} venda(s) que puderam ser calculadas nos dois dias.</p>
    <table>
      <thead>
        <tr>
          <th></th>
          <th class="figure">Então</th>
          <th class="figure">No dia</th>
          <th class="figure">Diferença</th>
        </tr>
      </thead>
      <tbody>
        ${compared.map(comparison)}
      </tbody>
    </table>`;
}

function comparison({ kind, then, now }: ComparedFigure): Markup {
  const difference = now === null ? null : addedMoney([now], then);
  const sign = difference !== null && isNonZero(difference) && !difference.startsWith('-') ? '+' : '';
  return html`<tr>
    <td>${figureTitles[kind]}</td>
    <td class="figure">${brazilianMoney(then)}</td>
    <td class="figure">${now === null ? 'depende da CBS' : brazilianMoney(now)}</td>
    <td class="figure">${difference === null ? '' : `${sign}${brazilianMoney(difference)}`}</td>
  </tr>`;
}

function products({ products: found, leftOut }: RehearsalReport): Markup {
  if (found.length === 0) return html``;
  return html`<h2>O que falta em cada produto</h2>
    <table>
      <thead>
        <tr>
          <th>Código</th>
          <th>Produto</th>
          <th>O que corrigir</th>
        </tr>
      </thead>
      <tbody>
        ${found.map(product)}
      </tbody>
    </table>
    ${beyond(leftOut.products, 'ocorrência(s) em outros produtos estão só no CSV.')}`;
}

function product({ code, description, findings }: ProductFindings): Markup {
  return html`<tr>
    <td><code>${code}</code></td>
    <td>${description}</td>
    <td>
      ${findings.map(
        ({ by, code: refusalCode, message, path, count }) =>
          html`<div>${by === 'AUTHORITY' ? `${refusalCode}: ` : ''}${message} <code>${path}</code> (${count}×)</div>`,
      )}
    </td>
  </tr>`;
}

function warnings({ warnings: groups }: RehearsalReport): Markup {
  if (groups.length === 0) return html``;
  return html`<h2>O que passa, mas merece atenção</h2>
    <table>
      <tbody>
        ${groups.map(
          (group) =>
            html`<tr>
              <td>${reasons(group)}</td>
              <td class="figure">${brazilianDecimal(String(group.sales), 0)} venda(s)</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function beyond(count: number, what: string): Markup {
  return count === 0 ? html`` : html`<p class="small">Mais ${brazilianDecimal(String(count), 0)} ${what}</p>`;
}

function footer({ unjudged }: RehearsalReport): Markup {
  const judge =
    unjudged === null
      ? 'As recusas da autoridade são as das regras publicadas, como o simulador do Lavra as aplica. Ele não sabe o que só os registros dela ' +
        'sabem: a situação dos CNPJ na Receita Federal, as inscrições nos estados, as notas já emitidas e a alíquota de ISSQN dos municípios.'
      : 'As regras da autoridade não foram consultadas.';
  return html`<footer class="small">
    <p>
      Cada venda foi calculada com os cadastros de hoje (cliente, produto, regra, modelo, empresa); vencimentos foram
      movidos junto com a emissão. ${judge} O CSV ao lado tem uma linha por venda.
    </p>
  </footer>`;
}
