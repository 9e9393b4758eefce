import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { CompanyCsc } from '../../domain/companies/csc.entity.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Whether a company that has a series for NFC-e has what their QR code needs; nothing of one that has none. */
export async function checkConsumerNotes(orm: Orm, { id, taxId, environment, settings }: Company): Promise<Finding[]> {
  const series = settings?.series['65'];
  if (series === undefined) return [];
  const { ok, failure } = findingsOf('nfce', taxId);
  const csc = await acrossCompanies(orm).findOne(CompanyCsc, { company: id, environment });
  const version = settings?.nfce?.qrCodeVersion ?? (csc ? '2' : '3');
  if (version === '2' && !csc)
    return [failure(`QR Code versão 2 sem CSC em ${environment}`, `lavra company csc set ${taxId} --id <número>`)];
  return [ok(`série ${series}, QR Code versão ${version}${version === '2' && csc ? `, CSC ${csc.cscId}` : ''}`)];
}
