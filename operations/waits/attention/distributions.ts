import type { DistributionSource, DistributionStatus } from '../../../domain/distribution/words.ts';
import { helpingCommand } from '../../../domain/conversation/helping-command.ts';
import { type AttentionItem, type AttentionKind, type Instant, ofRows, type Reader } from './item.ts';

type Troubled = Exclude<DistributionStatus, 'ACTIVE'>;
type Row = {
  id: string;
  company: string;
  source: DistributionSource;
  status: Troubled;
  reason: string | null;
  since: Instant;
  until: Instant;
  throttledNsu: string | null;
  total: number;
};

/** Sources of received documents that cannot be asked as usual. */
export const troubledDistributions: Reader = async (em, { company, atMost }) => {
  const rows = await em.execute<Row[]>(
    `select d.id, c.tax_id as company, d.source, d.status, d.reason, coalesce(d.asked_at, d.updated_at) as since,
       greatest(d.not_before, d.next_visit_at) as until, d.throttled_nsu::text as "throttledNsu", count(*) over ()::int as total
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
    ...faultOf(row, { ...known, source }),
    since: new Date(since),
    until: new Date(until),
  };
}

function faultOf(
  { status, throttledNsu }: Pick<Row, 'status' | 'throttledNsu'>,
  { id, company, source, reason }: { id: string; company: string; source: DistributionSource; reason: string },
): { kind: AttentionKind; command: string | null } {
  switch (status) {
    case 'THROTTLED':
      return { kind: 'THROTTLED', command: null };
    case 'THROTTLED_TWICE': {
      const nsu = throttledNsu ?? '<n>';
      return {
        kind: 'PERSON',
        command: `lavra distribution set-nsu --company ${company} --source ${source} --nsu ${nsu}`,
      };
    }
    case 'FAILING':
      return { kind: 'AUTHORITY_UNREACHABLE', command: `lavra doctor --company ${company}` };
    case 'PAUSED':
      return /certificado/i.test(reason)
        ? { kind: 'CERTIFICATE', command: helpingCommand('CERTIFICATE', { what: 'document', id, company }) }
        : { kind: 'OURS', command: `lavra distribution sync --company ${company}` };
  }
}
