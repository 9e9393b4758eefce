import { daysLeftOf, firstNoticeDays } from '../../../domain/companies/certificate-days.ts';
import type { CompanyStanding } from '../../../operations/readiness/portfolio.ts';

/** Whether something keeps a company from issuing at all, or from issuing one of its types. */
export function isHindered({ issues, types }: CompanyStanding): boolean {
  return issues.length > 0 || types.some((type) => type.issues.length > 0);
}

/** Whether the certificate ends within the days of the first notice. */
export function isEnding({ certificateEnds }: CompanyStanding, now: Date): boolean {
  if (certificateEnds === null) return false;
  const days = daysLeftOf({ notAfter: certificateEnds }, now);
  return days > 0 && days <= firstNoticeDays;
}

/** The tabs, each by its word in addresses, with the filter that it applies. */
export const tabs = [
  { key: '', word: 'Todas', of: () => true },
  { key: 'impedidas', word: 'Não podem emitir', of: isHindered },
  { key: 'certificado', word: `Certificado vence em ${firstNoticeDays} dias`, of: isEnding },
  { key: 'sem-permissao', word: 'Sem permissão de emitir por elas', of: ({ issuingAllowed }) => !issuingAllowed },
  { key: 'prontas', word: 'Prontas', of: (company) => !isHindered(company) },
] as const satisfies readonly { key: string; word: string; of: (company: CompanyStanding, now: Date) => boolean }[];
export type ReadinessTab = (typeof tabs)[number]['key'];

/** The tab that an address asks for; all companies for any other text. */
export function tabIn(asked: unknown): ReadinessTab {
  return tabs.find(({ key }) => key === asked)?.key ?? '';
}

/** The companies of a tab. */
export function ofTab(companies: CompanyStanding[], key: ReadinessTab, now: Date): CompanyStanding[] {
  const of: (company: CompanyStanding, now: Date) => boolean = tabs.find((tab) => tab.key === key)?.of ?? (() => true);
  return companies.filter((company) => of(company, now));
}
