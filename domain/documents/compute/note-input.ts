import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Issuer } from '../../companies/settings.ts';
import type { TaxRecords } from '../../taxation/levels/records.ts';
import type { LawTables } from '../../taxation/law-tables.ts';
import type { Origin } from '../check/returned-values.ts';
import type { GoodsPayload } from '../payload.ts';

/** Everything that a note is computed of. */
export type NoteInput = {
  issuer: Issuer;
  client: ClientSnapshot;
  payload: GoodsPayload;
  /** The kept records that the payload names; absent where it names none. */
  records?: TaxRecords;
  /** The tables of rates in force; when absent, those that this version ships. */
  rates?: LawTables;
  /** What is known of the notes that a return gives back; absent where not all of them are known. */
  origins?: Origin[] | undefined;
  /** Instant of issue: rates and due dates are judged on this day of the issuer's clock. */
  on: Date;
};
