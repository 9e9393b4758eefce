import { daysLeftOf } from '../../../domain/companies/certificate-days.ts';
import { placesLeft, type QuotaStanding } from '../../../domain/companies/quota.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { CompanyStanding, TypeStanding } from '../../../operations/readiness/portfolio.ts';
import { inPlainWords } from '../../parts/plain-words.ts';
import { mark } from '../../parts/states.ts';
import { count, inDays, shortDate } from '../../parts/words.ts';
import { isEnding } from './filter.ts';

/** How long the certificate is valid, for the office, which asks the company for the next one. */
export function certificateInWords(company: CompanyStanding, now: Date): Markup {
  const { certificateEnds } = company;
  if (certificateEnds === null) return html`<b class="why" data-kind="bad">Sem certificado</b>`;
  const days = daysLeftOf({ notAfter: certificateEnds }, now);
  const day = shortDate(certificateEnds);
  if (days <= 0) return html`<b class="why" data-kind="bad">Venceu em ${day}</b>`;
  const left = `vence ${inDays(days)}`;
  return isEnding(company, now) ? html`<b>${day}</b><small>${left}</small>` : html`${day}<small>${left}</small>`;
}

/** Whether a type can be issued, as a mark with words. */
export function typeMark({ type, issues }: TypeStanding): Markup {
  const isReady = issues.length === 0;
  const state = isReady ? 'AUTHORIZED' : 'REJECTED';
  return html`<span class="state" data-state="${state}"
    >${mark(state)}${traitsOf[type].title}<span class="unseen">${isReady ? ': pronta' : ': impedida'}</span></span
  >`;
}

/** What keeps the company from issuing, each sentence once. */
export function hindrancesOf({ issues, types }: CompanyStanding): string[] {
  const all = [...issues, ...types.flatMap((type) => type.issues)];
  return [...new Set(all.map(({ message }) => inPlainWords(message)))];
}

/** Warnings about a company; none keeps it from issuing. */
export function companyWarnings({ types }: CompanyStanding): string[] {
  return [...new Set(types.flatMap(({ warnings }) => warnings.map(({ message }) => inPlainWords(message))))];
}

/** What is left of a quota. */
export function quotaUseInWords(quota: QuotaStanding): string {
  const { limit, authorized, underWay, resetsAt } = quota;
  const used = `${count(authorized + underWay)} de ${count(limit)} documentos deste mês`;
  return `${used}; restam ${count(placesLeft(quota))} até ${shortDate(resetsAt)}.`;
}
