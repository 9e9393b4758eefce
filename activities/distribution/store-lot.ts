import type { Distribution } from '../../domain/distribution/distribution.entity.ts';
import type { Transaction } from '../../operations/outbox.ts';
import type { OpenedEntry } from './open-lot.ts';

/** A lot that was opened, and for whom it came. The distribution is locked, so that nobody else stores for it. */
export type Lot = { distribution: Distribution; companyTaxId: string; entries: OpenedEntry[]; receivedAt: Date };

/** What came of a lot; `clashes` are NSUs that the lot had twice, with different files, of which the first is kept. */
export type Stored = { stored: number; unreadable: number; clashes: bigint[] };

/** Keeps the files of a lot as they came. */
export async function storeLot({ em }: Transaction, lot: Lot): Promise<Stored> {
  const { company, environment, source } = lot.distribution;
  for (const { nsu, schema, bytes } of lot.entries) {
    await em.execute(
      `insert into received_file (id, company_id, environment, source, nsu, schema, content, received_at)
       values (gen_random_uuid(), ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      [company, environment, source, nsu, schema, bytes, lot.receivedAt],
    );
  }
  return { stored: lot.entries.length, unreadable: 0, clashes: [] };
}
