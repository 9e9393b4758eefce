import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type DistributionOverview, distributionOverviews } from '../distribution/overviews.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** After so many failed questions in a row the fault does not pass by itself: the pauses have grown to twenty minutes. */
const manyFailures = 5;
/** Reconciliation wakes what is overdue within a minute; longer than this means that no worker runs. */
const overdueMinutes = 5;

/**
 * How the company's distributions by both sources stand. Without rows there are no findings: then the certificate is missing, which another check
 * says.
 */
export async function checkDistribution(orm: Orm, company: Company): Promise<DoctorFinding[]> {
  const overviews = await distributionOverviews(orm, company);
  return overviews.flatMap((overview) => [standing(overview), ...unreadable(overview)]);
}

function standing(overview: DistributionOverview): DoctorFinding {
  const { companyTaxId: taxId, source, status, reason, nsu, throttledNsu, failures, lastSyncAt } = overview;
  const { ok, warning, failure } = findingsOf('distribution', taxId);
  const why = `${source} até o NSU ${nsu}: ${reason ?? 'sem motivo conhecido'}`;
  const sync = `lavra distribution sync --company ${taxId}`;
  switch (status) {
    case 'PAUSED':
      return failure(why, `corrija e rode: lavra certificate add --company ${taxId} --file <arquivo.pfx>, ou ${sync}`);
    case 'THROTTLED_TWICE': {
      const theirs = throttledNsu === null ? '<n>' : throttledNsu;
      const mend = `confira se outro sistema consulta por este CNPJ ou CPF, ou rode: lavra distribution set-nsu --company ${taxId} --source ${source} --nsu ${theirs}`;
      return failure(why, mend);
    }
    case 'FAILING':
      if (failures >= manyFailures) return failure(why, 'confira a rede e o log do worker');
      return warning(why, 'tenta de novo sozinho; se continuar, confira a rede e o log do worker');
    case 'THROTTLED':
      return failure(why, 'espera a hora sozinho; confira se outro sistema consulta por este CNPJ ou CPF');
    case 'ACTIVE': {
      const late = overview.overdueMinutes;
      if (late >= overdueMinutes)
        return failure(`${source} devia ter sido consultada há ${late} min`, 'inicie um worker: npm run worker');
      return ok(
        `${source} até o NSU ${nsu}, ${lastSyncAt === null ? 'ainda sem consulta' : `última resposta em ${lastSyncAt}`}`,
      );
    }
  }
}

function unreadable({ companyTaxId: taxId, source, unreadable: count }: DistributionOverview): DoctorFinding[] {
  if (count === 0) return [];
  const { warning } = findingsOf('distribution', taxId);
  const mend = 'foram guardados como vieram; veja o motivo em received_file.fault e avise quem mantém o Lavra';
  return [warning(`${source}: ${count} documento(s) que não puderam ser lidos`, mend)];
}
