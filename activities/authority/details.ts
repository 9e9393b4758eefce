import { DateTime } from 'luxon';
import type { KnownStanding } from '../../domain/contingency/judge.ts';
import type { Standing } from '../../domain/conversation/standing.ts';
import type { HeldNotes } from '../../operations/authority/held.ts';
import type { StandingOf } from '../../operations/authority/standings.ts';

/** What an operator reads in Temporal's UI of a judge: the whole, and what its timer is for. */
export type Details = { details: string; summary: string };

const words: Record<Standing, string> = {
  OPEN: 'Em operação',
  SHUT: 'Parado',
  CLOSING: 'Em desativação',
  OFF: 'Desativada',
};

/** How a service stands, since when, why, and how much waits for it, in Brasília time. */
export function detailsOf(judged: KnownStanding, { held, late, svcs }: HeldNotes & { svcs: StandingOf[] }): Details {
  const waits = [held > 0 && `${held} à espera do serviço`, late > 0 && `${late} de contingência a transmitir`];
  const lines = [
    `**${words[judged.standing]}** desde ${inBrasilia(judged.since)}: ${judged.reason}`,
    waits.filter(Boolean).join(', '),
    ...svcs.map(
      ({ authorizer, state, standing, reason }) => `${authorizer} de ${state}: ${words[standing]}. ${reason}`,
    ),
  ];
  return { details: lines.filter(Boolean).join('\n\n'), summary: summaryOf(judged, { late, svcs }) };
}

function summaryOf({ standing }: KnownStanding, { late, svcs }: { late: number; svcs: StandingOf[] }): string {
  if (standing === 'SHUT') return 'Serviço parado: próxima consulta de status';
  if (late > 0) return 'Transmissão das notas de contingência';
  return svcs.length > 0 ? 'Próxima consulta de status da SVC' : 'Próxima consulta de status';
}

const inBrasilia = (at: Date): string =>
  `${DateTime.fromJSDate(at, { zone: 'America/Sao_Paulo' }).toFormat('dd/MM/yyyy HH:mm:ss')} (Brasília)`;
