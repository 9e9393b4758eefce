import type { LotEntry } from '../../domain/conversation/distribution.ts';
import type { Distribution } from '../../domain/distribution/distribution.entity.ts';
import type { Transaction } from '../../operations/outbox.ts';

/** A lot as it came, and the company that it came for. */
export type Lot = { distribution: Distribution; companyTaxId: string; entries: LotEntry[]; receivedAt: Date };

/** Keeps the entries of a lot, in the transaction that moves the NSU. */
export async function storeLot(
  { em }: Transaction,
  { distribution, entries, receivedAt }: Lot,
): Promise<{ stored: number; unreadable: number }> {
  const { company, environment, source } = distribution;
  const rows = await em.execute<unknown[]>(
    `insert into received_file (id, company_id, environment, source, nsu, schema, content, received_at)
     select gen_random_uuid(), ?, ?, ?, e.nsu, e.schema, decode(e.content, 'base64'), ?
     from json_to_recordset(?::json) as e (nsu bigint, schema text, content text)
     on conflict do nothing returning id`,
    [
      company,
      environment,
      source,
      receivedAt,
      JSON.stringify(entries.map((entry) => ({ ...entry, nsu: String(entry.nsu) }))),
    ],
  );
  return { stored: rows.length, unreadable: 0 };
}
