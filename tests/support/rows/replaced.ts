import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { ReplacedNote } from '../../../domain/documents/replaced-note.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { processingDocument } from '../samples/sale.ts';

let last = 100;

/** Writes a replaced note: another note of the same sale was issued in its place. */
export async function replacedNote(
  orm: Orm,
  company: Pick<Company, 'id' | 'environment'>,
  fields: Partial<Pick<ReplacedNote, 'status' | 'reason' | 'waitingKind' | 'waitingSince' | 'settledAt'>> = {},
): Promise<ReplacedNote> {
  const document = await processingDocument(orm, company);
  const number = (last += 1);
  const em = acrossCompanies(orm);
  const note = em.create(ReplacedNote, {
    ...{ company: company.id, document: document.id, attempt: 1, environment: company.environment },
    ...{
      type: 'NFCE',
      series: 1,
      number,
      accessKey: `35261111222333000181650010000${number}1000000017`.padEnd(44, '0'),
    },
    ...fields,
  });
  await em.flush();
  return note;
}
