import type { EntityManager } from '../../config/orm.ts';
import { nobody } from '../../domain/companies/ownership.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import type { AttentionItem, AttentionThing } from './attention/attention-item.ts';

/** What the workflow id of an item is made from besides the id of its row: the attempt, and for a distribution its source. */
export type RunFacts = {
  attempts: ReadonlyMap<string, number>;
  sources: ReadonlyMap<string, { source: DistributionSource; environment: Environment }>;
};

/** Reads the facts from which the workflow ids of items are made, where they have a run. */
export async function runFactsOf(em: EntityManager, items: readonly AttentionItem[]): Promise<RunFacts> {
  // A list in SQL has to have at least one element.
  const idsOf = (thing: AttentionThing): string[] => [
    nobody,
    ...items.flatMap(({ what, id }) => (what === thing && id !== null ? [id] : [])),
  ];
  const attempts = await em.execute<{ id: string; attempt: number }[]>(
    `select id, attempt from document where id in (?)
     union all select id, attempt from document_event where id in (?)
     union all select id, attempt from inutilization where id in (?)`,
    [idsOf('document'), idsOf('event'), idsOf('inutilization')],
  );
  const sources = await em.execute<{ id: string; source: DistributionSource; environment: Environment }[]>(
    `select id, source, environment from distribution where id in (?)`,
    [idsOf('distribution')],
  );
  return {
    attempts: new Map(attempts.map(({ id, attempt }) => [id, attempt])),
    sources: new Map(sources.map(({ id, ...of }) => [id, of])),
  };
}
