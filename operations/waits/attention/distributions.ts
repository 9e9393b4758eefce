import { isPause, type Obstacle } from '../../../domain/conversation/authority.ts';
import { examineRemedy, onlyTime, type Remedy } from '../../../domain/conversation/remedy.ts';
import type { DistributionSource, DistributionStatus } from '../../../domain/received/kinds.ts';
import { obstacleOf as obstacleOfSefaz } from '../../../domain/sefaz/outcomes.ts';
import { obstacleOf as obstacleOfSefin } from '../../../domain/sefin/outcomes.ts';
import {
  type AttentionItem,
  type AttentionKind,
  type Instant,
  ofRows,
  type AttentionReader,
} from './attention-item.ts';

type TroubledStatus = Exclude<DistributionStatus, 'ACTIVE'>;
type Row = {
  id: string;
  company: string;
  source: DistributionSource;
  status: TroubledStatus;
  reason: string | null;
  since: Instant;
  until: Instant;
  throttledNsu: string | null;
  /** Code of the source's answer to the last question; null where no answer came. */
  answer: string | null;
  total: number;
};

/** Distributions whose source cannot be asked as usual. */
export const troubledDistributions: AttentionReader = async (em, { company, atMost }) => {
  const rows = await em.execute<Row[]>(
    `select d.id, c.tax_id as company, d.source, d.status, d.reason, coalesce(d.asked_at, d.updated_at) as since,
       greatest(d.not_before, d.next_visit_at) as until, d.throttled_nsu::text as "throttledNsu",
       case when d.answered_at >= d.asked_at then d.c_stat end as answer, count(*) over ()::int as total
     from distribution d join company c on c.id = d.company_id
     where d.status <> 'ACTIVE' and c.is_active and c.environment = d.environment and (?::uuid is null or c.id = ?::uuid)
     order by coalesce(d.asked_at, d.updated_at), d.id limit ?`,
    [company?.id ?? null, company?.id ?? null, atMost],
  );
  return ofRows(rows, itemOf);
};

function itemOf({ id, company, source, reason, since, until, ...row }: Row): AttentionItem {
  const known = { id, company, reason: reason ?? 'motivo desconhecido' };
  return {
    what: 'distribution',
    title: `Documentos recebidos de ${source}`,
    ...known,
    ...faultOf(row, { company, source, reason: known.reason }),
    since: new Date(since),
    until: new Date(until),
  };
}

function faultOf(
  { status, throttledNsu, answer }: Pick<Row, 'status' | 'throttledNsu' | 'answer'>,
  { company, source, reason }: { company: string; source: DistributionSource; reason: string },
): { kind: AttentionKind; remedy: Remedy } {
  switch (status) {
    case 'THROTTLED':
      return { kind: 'THROTTLED', remedy: onlyTime };
    case 'THROTTLED_TWICE': {
      return { kind: 'PERSON', remedy: { kind: 'SET_NSU', subject: { company, source, nsu: throttledNsu } } };
    }
    case 'FAILING':
      if (isPaused(source, answer)) return { kind: 'AUTHORITY_PAUSED', remedy: onlyTime };
      return { kind: 'AUTHORITY_UNREACHABLE', remedy: examineRemedy(company) };
    case 'PAUSED':
      return /certificado/i.test(reason)
        ? { kind: 'CERTIFICATE', remedy: { kind: 'RENEW_CERTIFICATE', subject: { company } } }
        : { kind: 'OURS', remedy: { kind: 'SYNC', subject: { company } } };
  }
}

/** What a code of each source means. */
const obstacleOf: Record<DistributionSource, (code: string) => Obstacle | null> = {
  NFE: obstacleOfSefaz,
  NFSE: obstacleOfSefin,
};

function isPaused(source: DistributionSource, answer: string | null): boolean {
  const obstacle = answer === null ? null : obstacleOf[source](answer);
  return obstacle?.kind === 'wait' && isPause(obstacle.reason);
}
