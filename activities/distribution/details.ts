import { DateTime } from 'luxon';
import { dueAt, type Standing } from './standing.ts';

/** What an actor waits for and until when, in Brasília time, as Temporal's UI shows it. */
export function detailsOf(standing: Standing): string {
  const { status, reason, lastNsu } = standing;
  const until = DateTime.fromJSDate(dueAt(standing), { zone: 'America/Sao_Paulo' }).toFormat('dd/MM/yyyy HH:mm:ss');
  const next = `Próxima consulta em ${until} (Brasília).`;
  if (reason === null) return `Recebido até o NSU ${lastNsu}. ${next}`;
  const waits = status === 'PAUSED' ? '**Parado, à espera de conserto:**' : '**Aguardando:**';
  return `${waits} ${reason} Recebido até o NSU ${lastNsu}. ${next}`;
}
