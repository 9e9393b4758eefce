import { gzipSync } from 'node:zlib';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { PastNote } from '../../../domain/past/past-note.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';

/** Writes a note that the company issued with another system. @returns its id */
export async function pastNoteOf(
  orm: Orm,
  { id: company, environment }: Pick<Company, 'id' | 'environment'>,
  changes: Partial<Pick<PastNote, 'accessKey' | 'number' | 'issuedAt' | 'status' | 'type'>> = {},
): Promise<string> {
  const em = acrossCompanies(orm);
  const row = em.create(PastNote, {
    ...{ company, environment, type: 'NFE', accessKey: '5'.repeat(44), series: '1', number: '7', status: 'AUTHORIZED' },
    ...{ issuedAt: new Date('2025-03-10T12:00:00Z'), totalValue: '350.00', protocol: '135250000000001' },
    ...{ recipientTaxId: '11444777000161', recipientName: 'Água Boa S/A' },
    ...{ content: gzipSync('<nfeProc/>'), sha256: '0'.repeat(64) },
    ...changes,
  });
  await em.flush();
  return row.id;
}
