import type { ActingRole, RoleInOffice } from '../../../domain/accounts/roles.ts';
import type { BoardCompany, Hindrance, Lane, SeriesGap } from '../../../domain/closings/board.ts';
import type { SkipReason } from '../../../domain/closings/progress.ts';
import { daysLeftOf } from '../../../domain/companies/certificate-days.ts';
import { brasiliaDay, brasiliaZone } from '../../../domain/fiscal-time.ts';
import { boundsOf, type Month } from '../../../domain/month.ts';
import { numbersInWords } from '../../../operations/closings/explain-numbers.ts';
import type { PageName } from '../../rights.ts';
import { may } from '../../parts/may.ts';
import { count, dateInWords, inDays, nearMoment } from '../../parts/words.ts';

/** The groups of the board, in the order of its lanes. */
export const laneWords: Record<Lane, { title: string; anchor: string }> = {
  NEEDS: { title: 'Precisam de alguém', anchor: 'precisam' },
  CLOSING: { title: 'Fechando', anchor: 'fechando' },
  OPEN: { title: 'Abertas', anchor: 'abertas' },
  READY: { title: 'Prontas', anchor: 'prontas' },
  IDLE: { title: 'Sem movimento', anchor: 'sem-movimento' },
};

/** Why a company's closing did not begin, and what to do. */
export const skipWords: Record<SkipReason, string> = {
  already_running: 'O mês já está sendo fechado: o andamento aparece no quadro.',
  no_documents: 'Não há nota autorizada nem cancelada em produção neste mês: não há o que fechar.',
  dispatch_failed: 'O fechamento não pôde começar agora. Nada foi feito: tente de novo em instantes.',
  not_in_portfolio: 'O vínculo com a empresa foi encerrado enquanto o fechamento era pedido.',
};

/** A hindrance in words, and the link to where it is mended; no link when only the company can mend it. */
export type HindranceWords = { words: string; act?: { href: string; says: string } };

export type HindrancePlace = {
  office: { taxId: string; role: RoleInOffice };
  /** First and last day of the month, as query parameters of a company's lists. */
  days: { de: string; ate: string };
  board: string;
  now: Date;
};

/** The role in a company of the portfolio that a person of the office, or support, has. */
function roleIn(
  { role }: { role: RoleInOffice },
  { issuingAllowed }: Pick<BoardCompany, 'issuingAllowed'>,
): ActingRole {
  if (role === 'OFFICE_READER') return 'OFFICE_LOOKING';
  if (role === 'SUPPORT_LOOKING') return role;
  return issuingAllowed ? 'OFFICE_ISSUING' : 'OFFICE_RECEIVING';
}

export function hindranceWords(
  hindrance: Hindrance,
  company: Pick<BoardCompany, 'taxId' | 'issuingAllowed'>,
  { office, days, board, now }: HindrancePlace,
): HindranceWords {
  const base = `/e/${company.taxId}`;
  const role = roleIn(office, company);
  const says = (page: PageName, words: string): string => (may(role, page) ? words : 'Ver');
  const notes = (status: string): string =>
    `${base}/notas?${new URLSearchParams({ ambiente: 'producao', situacao: status, ...days }).toString()}`;
  const one = (documentId: string | null, many: number, status: string): string =>
    many === 1 && documentId !== null ? `${base}/notas/${documentId}` : notes(status);
  switch (hindrance.kind) {
    case 'FAILED':
      return { words: `O fechamento falhou: ${hindrance.reason ?? 'sem motivo conhecido.'}` };
    case 'GAPS': {
      const act = may(office.role, 'explainNumbers') ? 'Explicar ou inutilizar…' : 'Ver';
      return { words: gapWords(hindrance), act: { href: `${board}/numeros/${company.taxId}`, says: act } };
    }
    case 'UNDECIDED': {
      const { notes: many, documentId, since } = hindrance;
      const from = since ? ` desde ${shortDay.format(since)}` : '';
      const words = `${plural(many, 'nota espera', 'notas esperam')} uma decisão${from}`;
      return { words, act: { href: one(documentId, many, 'PROCESSING'), says: says('noteDecide', 'Decidir…') } };
    }
    case 'WAITING': {
      const { notes: many, documentId } = hindrance;
      const words = `${plural(many, 'nota ainda em emissão', 'notas ainda em emissão')}: o Lavra continua sozinho`;
      return { words, act: { href: one(documentId, many, 'PROCESSING'), says: 'Ver' } };
    }
    case 'UNTRANSMITTED': {
      const { notes: many, documentId, until } = hindrance;
      const by = until ? `, até ${nearMoment(until, now)}` : '';
      const words = `${plural(many, 'nota em contingência', 'notas em contingência')} por transmitir${by}`;
      return { words, act: { href: one(documentId, many, 'PROCESSING'), says: 'Ver' } };
    }
    case 'REJECTED': {
      const { notes: many, documentId } = hindrance;
      const act = { href: one(documentId, many, 'REJECTED'), says: says('editSale', 'Corrigir…') };
      return { words: plural(many, 'nota rejeitada', 'notas rejeitadas'), act };
    }
    case 'SUMMARIES': {
      const { notes: many, unanswered } = hindrance;
      const waits = unanswered === 0 ? ': a SEFAZ ainda vai entregar o XML' : '';
      const words = `${plural(many, 'nota recebida', 'notas recebidas')} só como resumo${waits}`;
      const query = new URLSearchParams({ situacao: 'resumos', ...days });
      const act = unanswered > 0 ? says('manifestation', 'Dar ciência…') : 'Ver';
      return { words, act: { href: `${base}/recebidas?${query.toString()}`, says: act } };
    }
    case 'CERTIFICATE':
      return { words: `${certificateWords(hindrance.endsAt, now)}: peça o novo à empresa` };
  }
}

/** `31/10`. Created once, since a board shows hundreds of days. */
const shortDay = new Intl.DateTimeFormat('pt-BR', { timeZone: brasiliaZone, day: '2-digit', month: '2-digit' });

const plural = (many: number, one: string, several: string): string => `${count(many)} ${many === 1 ? one : several}`;

function gapWords({ numbers, gapCount, gaps }: Extract<Hindrance, { kind: 'GAPS' }>): string {
  const named = gaps.slice(0, 2).map((gap: SeriesGap) => numbersInWords(gap));
  const more = gapCount > named.length ? ` e mais ${plural(gapCount - named.length, 'faixa', 'faixas')}` : '';
  return `Falta explicar ${plural(numbers, 'número', 'números')}: ${named.join(', ')}${more}`;
}

function certificateWords(endsAt: Date | null, now: Date): string {
  if (!endsAt) return 'Sem certificado válido';
  const days = daysLeftOf({ notAfter: endsAt }, now);
  if (days <= 0) return `Certificado vencido em ${dateInWords(brasiliaDay(endsAt))}`;
  return `Certificado vence ${inDays(days)}`;
}

/** First and last day of a month. */
export function daysOf(month: Month): HindrancePlace['days'] {
  const { start, next } = boundsOf(month);
  return { de: brasiliaDay(start), ate: brasiliaDay(new Date(next.getTime() - 1)) };
}

/** `4,1 MB` */
export function sizeInWords(bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  const value = bytes / size;
  return `${value >= 100 ? count(Math.round(value)) : (Math.ceil(value * 10) / 10).toFixed(1).replace('.', ',')} ${unit}`;
}
