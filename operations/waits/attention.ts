import type { EntityManager } from '../../config/orm.ts';
import { endingCertificates } from './attention/certificates.ts';
import { troubledClosings, waitingInvitations } from './attention/closings.ts';
import { waitingDocuments, waitingEvents, waitingRanges } from './attention/conversations.ts';
import { rejectedInContingency, replacedNotes } from './attention/contingency.ts';
import { monthsWithDifferences } from './attention/differences.ts';
import { troubledDistributions } from './attention/distributions.ts';
import { troubledEndpoints } from './attention/endpoints.ts';
import type { AttentionItem, AttentionThing, AttentionReader, AttentionQuery } from './attention/attention-item.ts';
import { unsentPersonMails } from './attention/person-mails.ts';
import { missingRates } from './attention/rates.ts';
import { doubtfulRegimes } from './attention/regimes.ts';
import { silencedCompanies } from './attention/silences.ts';
import { deadWorkers } from './attention/workers.ts';

const readers: Record<AttentionThing, AttentionReader> = {
  document: waitingDocuments,
  event: waitingEvents,
  inutilization: waitingRanges,
  closing: troubledClosings,
  invitation: waitingInvitations,
  personMail: unsentPersonMails,
  webhook: troubledEndpoints,
  certificate: endingCertificates,
  silence: silencedCompanies,
  distribution: troubledDistributions,
  rejected: rejectedInContingency,
  replaced: replacedNotes,
  worker: deadWorkers,
  regime: doubtfulRegimes,
  rates: missingRates,
  difference: monthsWithDifferences,
};

/** What needs attention: the items that fit, and how many there are, in total and of each thing. */
export type Attention = { items: AttentionItem[]; total: number; totals: Record<AttentionThing, number> };

/**
 * Everything that waits, has stopped or soon will, first what a person must decide about, then the oldest.
 *
 * @param wanted the company, if only one; how many items; the time and the law tables to go by
 */
export async function attention(em: EntityManager, wanted: AttentionQuery): Promise<Attention> {
  const items: AttentionItem[] = [];
  const totals: Partial<Record<AttentionThing, number>> = {};
  for (const [what, read] of Object.entries(readers) as [AttentionThing, AttentionReader][]) {
    const found = await read(em, wanted);
    if (wanted.only === undefined || wanted.only === what) items.push(...found.items);
    totals[what] = found.total;
  }
  const all = totals as Record<AttentionThing, number>;
  return {
    items: items.toSorted(inOrder).slice(0, wanted.atMost),
    total: Object.values(all).reduce((sum, each) => sum + each, 0),
    totals: all,
  };
}

function inOrder(one: AttentionItem, other: AttentionItem): number {
  const [first, second] = [one, other].map(({ kind }) => (kind === 'PERSON' ? 0 : 1));
  return (first ?? 1) - (second ?? 1) || one.since.getTime() - other.since.getTime();
}
