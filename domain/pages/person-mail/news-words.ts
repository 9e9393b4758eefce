import { DateTime } from 'luxon';
import type { News, NewsKind } from '../../accounts/news.ts';
import { daysLeftOf } from '../../companies/certificate-days.ts';
import { traitsOf } from '../../document-types.ts';
import { brasiliaZone } from '../../fiscal-time.ts';
import { monthInDigits } from '../../month.ts';
import { dayAndHour } from '../invitation/invitation.ts';

/** One line of a mail: the news, and the page of the panel where something is done about it. */
export type NewsLine = { says: string; path: string; link: string };

/** The news of one kind, under a title; `further` counts lines that are not shown. */
export type NewsSection = { kind: NewsKind; title: string; lines: NewsLine[]; further: number };

/** How many lines of a kind are shown; the panel shows all. */
const linesAtMost = 12;

/** The name of each kind, in mails and where people choose kinds. */
export const newsTitles: Record<NewsKind, string> = {
  DECISION: 'Notas que esperam uma decisão',
  CERTIFICATE: 'Certificados que vencem',
  ENDPOINT: 'Webhooks que pararam',
  CLOSING: 'Fechamentos prontos',
  LINK: 'Respostas de empresas',
};

const order: readonly NewsKind[] = ['DECISION', 'CERTIFICATE', 'ENDPOINT', 'CLOSING', 'LINK'];

/** The news of a mail in its order: the most pressing kind first, and within a kind the oldest. */
export function sectionsOf(news: readonly News[], now: Date): NewsSection[] {
  const of = Map.groupBy(news, ({ kind }) => kind);
  return order.flatMap((kind) => {
    const found = (of.get(kind) ?? []).toSorted((one, other) => one.at.getTime() - other.at.getTime());
    if (found.length === 0) return [];
    const lines = kind === 'CLOSING' ? closingLines(found) : found.map((each) => lineOf(each, now));
    const further = Math.max(0, lines.length - linesAtMost);
    return [{ kind, title: newsTitles[kind], lines: lines.slice(0, linesAtMost), further }];
  });
}

function lineOf(news: News, now: Date): NewsLine {
  const { company, office, at } = news;
  const whose = company?.name ?? office?.name ?? '';
  const home = company && !office ? `/e/${company.taxId}` : `/c/${office?.taxId ?? ''}`;
  const toPortfolio = { path: `/c/${office?.taxId ?? ''}/empresas`, link: 'Ver a carteira' };
  switch (news.kind) {
    case 'DECISION': {
      const { type, series, number, documentId } = news.facts;
      const { title } = traitsOf[type];
      const note = number === null ? title : `${title} ${series ?? 0}/${number}`;
      return {
        says: `${whose}: a ${note} parou em ${dayAndHour(at)} e só segue depois que alguém decidir.`,
        path: `/e/${company?.taxId ?? ''}/notas/${documentId}`,
        link: 'Abrir a nota',
      };
    }
    case 'CERTIFICATE': {
      const endsAt = new Date(news.facts.endsAt);
      const says = `${whose}: o certificado ${endInWords(endsAt, now)}.`;
      return office ? { says, ...toPortfolio } : { says, path: `${home}/certificado`, link: 'Enviar outro' };
    }
    case 'ENDPOINT': {
      const { url, endpointId } = news.facts;
      const says = `${whose}: ${URL.parse(url)?.host ?? 'um endereço'} deixou de ser avisado em ${dayAndHour(at)}, depois de falhar várias vezes.`;
      return office
        ? { says, ...toPortfolio }
        : { says, path: `${home}/webhooks/${endpointId}`, link: 'Ver e reativar' };
    }
    case 'LINK':
      return { says: `${whose} ${answers[news.facts.status]} ${office?.name ?? ''}.`, ...toPortfolio };
    case 'CLOSING':
      throw new TypeError('the closings of a month are one line');
  }
}

const answers = {
  ACTIVE: 'aceitou o vínculo com o escritório',
  REFUSED: 'recusou o vínculo com o escritório',
  ENDED: 'não está mais vinculada ao escritório',
} as const;

function endInWords(endsAt: Date, now: Date): string {
  const day = DateTime.fromJSDate(endsAt, { zone: brasiliaZone }).toFormat('dd/MM/yyyy');
  const left = daysLeftOf({ notAfter: endsAt }, now);
  if (left <= 0) return `venceu em ${day}: nenhuma nota sai até que outro seja enviado`;
  return left === 1 ? `vence em menos de um dia, em ${dayAndHour(endsAt)}` : `vence em ${left} dias, em ${day}`;
}

/** The closings of an office: one line for each month. */
function closingLines(closings: readonly News[]): NewsLine[] {
  const months = Map.groupBy(
    closings.filter((news) => news.kind === 'CLOSING'),
    ({ facts, office }) => `${office?.taxId ?? ''}/fechamento/${monthInDigits(facts)}`,
  );
  return [...months].map(([path, [first, ...others]]) => {
    const { facts, company, office } = first!;
    const which = `${String(facts.month).padStart(2, '0')}/${facts.year}`;
    const says =
      others.length === 0
        ? `${company?.name ?? ''}: o mês ${which} está pronto para baixar, no escritório ${office?.name ?? ''}.`
        : `${others.length + 1} empresas do escritório ${office?.name ?? ''} têm o mês ${which} pronto para baixar.`;
    return { says, path: `/c/${path}`, link: 'Abrir o fechamento' };
  });
}
