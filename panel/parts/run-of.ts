import type { AttentionItem } from '../../operations/waits/attention/attention-item.ts';
import type { RunFacts } from '../../operations/waits/run-facts.ts';
import {
  closingId,
  distributionId,
  emissionId,
  fiscalEventId,
  inutilizationId,
  invitationId,
  personMailId,
  replacedId,
  webhooksId,
} from '../../temporal/names.ts';

/** The workflow id of something that waits; null when it has no workflow. */
export function runOf({ what, id, company }: AttentionItem, { attempts, sources }: RunFacts): string | null {
  if (id === null) return null;
  const attempt = attempts.get(id);
  switch (what) {
    case 'document':
      return attempt === undefined ? null : emissionId(id, attempt);
    case 'event':
      return attempt === undefined ? null : fiscalEventId(id, attempt);
    case 'inutilization':
      return attempt === undefined ? null : inutilizationId(id, attempt);
    case 'replaced':
      return replacedId(id);
    case 'closing':
      return closingId(id);
    case 'invitation':
      return invitationId(id);
    case 'personMail':
      return personMailId(id);
    case 'webhook':
      return webhooksId(id);
    case 'distribution': {
      const source = sources.get(id);
      return source && company !== null ? distributionId({ ...source, taxId: company }) : null;
    }
    case 'certificate':
    case 'silence':
    case 'rejected':
    case 'worker':
    case 'regime':
    case 'rates':
    case 'difference':
      return null;
  }
}
