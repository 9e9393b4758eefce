import { taxIdMask } from '../../../domain/masks.ts';
import { decimal, money as rounded } from '../../../domain/money.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import { type PayableStatus, payableStatuses } from '../../../domain/received/payable.entity.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { PayableOfNote } from '../../../operations/received/find-received.ts';
import type { PayableSum, PayableSums } from '../../../operations/received/pay.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { pager } from '../../parts/pager.ts';
import { count, shortDay } from '../../parts/words.ts';
import { payablesWords, payableInWords } from './words.ts';

/** The filter in the address of the list; a null status means any. */
export type PayableFilter = { status: PayableStatus | null; supplier: string; from: string; to: string; page: number };

export type PayablesView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  mayPay: boolean;
  /** `AAAA-MM-DD` */
  today: string;
  filter: PayableFilter;
  payables: PayableOfNote[];
  total: number;
  pageSize: number;
  sums: PayableSums;
  done?: Markup | undefined;
  fault?: string;
};

/** What a company owes, the earliest due date first. */
export function payablesHtml(view: PayablesView): string {
  const { person, base, filter, payables, sums, done, fault } = view;
  return framedPage({
    title: 'Contas a pagar',
    here: 'a-pagar',
    person,
    body: html`<div class="head">
        <h1>Contas a pagar</h1>
        <p class="acts">
          <a class="button quiet" href="${addressOf(`${base}/a-pagar/contas.csv`, { ...filter, page: 1 })}"
            >Baixar planilha</a
          >
        </p>
      </div>
      ${done} ${alert(fault)}
      <dl class="tallies">
        ${sum('vencidas', sums.overdue)} ${sum('vencem em 7 dias', sums.week)} ${sum('em aberto', sums.open)}
      </dl>
      ${tabs(view)} ${search(view)} ${payables.length === 0 ? empty(view) : weeks(view)}
      ${pager((page) => addressOf(`${base}/a-pagar`, { ...filter, page }), { ...view, page: filter.page }, {})}`,
  });
}

function sum(words: string, { count: many, amount }: PayableSum): Markup {
  return html`<div>
    <dt>${words} (${count(many)})</dt>
    <dd>R$ ${brazilianMoney(amount)}</dd>
  </div>`;
}

function addressOf(path: string, { status, supplier, from, to, page }: PayableFilter): string {
  const situation = status === null ? 'todas' : status === 'OPEN' ? '' : status;
  const said = { situacao: situation, busca: supplier, de: from, ate: to, pagina: page > 1 ? String(page) : '' };
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function tabs({ base, filter }: PayablesView): Markup {
  const all: [PayableStatus | null, string][] = payableStatuses.map((status) => [status, payablesWords[status]]);
  return html`<nav class="tabs" aria-label="Situação">
    ${[...all, [null, 'Todas'] as const].map(
      ([status, word]) =>
        html`<a
          class="tab"
          href="${addressOf(`${base}/a-pagar`, { ...filter, status, page: 1 })}"
          ${filter.status === status ? html`aria-current="true"` : undefined}
          >${word}</a
        >`,
    )}
  </nav>`;
}

function search({ base, filter }: PayablesView): Markup {
  const situation = filter.status === null ? 'todas' : filter.status;
  return html`<form class="find" method="get" action="${base}/a-pagar" role="search">
    <input type="hidden" name="situacao" value="${situation}" />
    <label class="field grow"
      ><span>Fornecedor</span> <input type="search" name="busca" value="${filter.supplier}" placeholder="Nome ou CNPJ"
    /></label>
    <label class="field"><span>De</span> <input type="date" name="de" value="${filter.from}" /></label>
    <label class="field"><span>Até</span> <input type="date" name="ate" value="${filter.to}" /></label>
    <button class="button quiet">Buscar</button>
  </form>`;
}

/** The overdue payables, then the others by the week in which they are due. Sums are shown when the page holds the whole list. */
function weeks(view: PayablesView): Markup {
  const { payables, total, pageSize, today } = view;
  const isWhole = total <= pageSize;
  const groups = Map.groupBy(payables, ({ payable: { dueDate, status } }) =>
    status === 'OPEN' && dueDate < today ? 'Vencidas' : weekOf(dueDate),
  );
  return html`<table class="records payables">
    <caption class="unseen">
      Contas a pagar, a que vence antes primeiro
    </caption>
    <thead>
      <tr>
        <th scope="col">Fornecedor</th>
        <th scope="col">Vencimento</th>
        <th scope="col">Situação</th>
        <th scope="col" class="end">Valor R$</th>
        <th scope="col"><span class="unseen">Pagamento</span></th>
      </tr>
    </thead>
    ${[...groups].map(
      ([title, rows]) =>
        html`<tbody>
          <tr class="week">
            <th colspan="5" scope="rowgroup">
              ${title}${isWhole ? html` <small>R$ ${brazilianMoney(sumOf(rows))}</small>` : undefined}
            </th>
          </tr>
          ${rows.map((each) => row(view, each))}
        </tbody>`,
    )}
  </table>`;
}

function sumOf(rows: PayableOfNote[]): string {
  return rounded(rows.reduce((sofar, { payable }) => sofar.plus(decimal(payable.amount)), decimal('0')));
}

/** `Semana de 23/11 a 29/11/2026`, from Monday on. */
function weekOf(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  const monday = new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000);
  const sunday = new Date(monday.getTime() + 6 * 86_400_000);
  const shown = (date: Date): string => shortDay(date.toISOString().slice(0, 10));
  return `Semana de ${shown(monday).slice(0, 5)} a ${shown(sunday)}`;
}

function row({ base, mayPay, today }: PayablesView, { payable, note }: PayableOfNote): Markup {
  const { id, supplierName, supplierTaxId, dueDate, status, paidOn, amount, number } = payable;
  const name = supplierName || taxIdMask(supplierTaxId);
  const part = number ? `, parcela ${number}` : '';
  return html`<tr>
    <td>
      <a href="${base}/recebidas/${note.id}">${name}</a
      ><small>${note.number ? `Nota ${note.number}` : 'Nota'}${part}</small>
    </td>
    <td class="day">${shortDay(dueDate)}</td>
    <td>
      ${payableInWords(payable)}${paidOn ? ` em ${shortDay(paidOn)}` : ''}${
        status === 'REVIEW'
          ? html`<small class="why" data-kind="bad">Foi paga, e depois a nota foi cancelada ou recusada.</small>`
          : undefined
      }
    </td>
    <td class="end">${brazilianMoney(amount)}</td>
    <td>${mayPay ? act(base, { id, status, name, today }) : undefined}</td>
  </tr>`;
}

type Acted = { id: string; status: PayableStatus; name: string; today: string };

function act(base: string, { id, status, name, today }: Acted): Markup | undefined {
  if (status === 'PAID' || status === 'REVIEW') {
    return html`<form method="post" action="${base}/a-pagar/${id}/desfazer">
      <button class="link">Desfazer o pagamento<span class="unseen"> a ${name}</span></button>
    </form>`;
  }
  if (status === 'CANCELLED') return undefined;
  return html`<form class="pay" method="post" action="${base}/a-pagar/${id}/pagar">
    <input type="date" name="dia" value="${today}" max="${today}" aria-label="Dia do pagamento a ${name}" />
    <button class="button quiet">Paga<span class="unseen">: ${name}</span></button>
  </form>`;
}

function empty({ base, filter }: PayablesView): Markup {
  const isNarrowed = filter.supplier !== '' || filter.from !== '' || filter.to !== '' || filter.status !== 'OPEN';
  return html`<div class="empty">
    <h2>${isNarrowed ? 'Nada com estes filtros' : 'Nada a pagar'}</h2>
    <p>
      ${
        isNarrowed
          ? html`Confira o período, ou <a href="${base}/a-pagar">veja o que está em aberto</a>.`
          : 'As parcelas das notas recebidas aparecem aqui quando o XML completo chega.'
      }
    </p>
  </div>`;
}
