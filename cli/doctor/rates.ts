import type { Env } from '../../config/env.ts';
import { readRates } from '../../config/rates.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { expiryNotice, expiryOf } from '../../domain/taxation/rates/expiry.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';

const { ok, warning, failure } = findingsOf('rates');
const addCbs = 'quando publicada, rode "lavra rates add ibs-cbs" e reinicie API e workers, ou atualize o Lavra';

/** Whether the operator's tables can be read, and how long the rates of IBS and CBS last. */
export function checkRates(env: Pick<Env, 'ratesFile'>, now: Date): Finding[] {
  let rates: LawTables;
  try {
    rates = readRates(env);
  } catch (error) {
    return [
      failure(reasonOf(error), 'veja todas as falhas com "lavra rates check" e corrija o arquivo de LAVRA_RATES'),
    ];
  }
  const today = brasiliaDay(now);
  return [checkIbsCbs(rates, today), ...checkApproximateTaxes(rates, today)];
}

function checkIbsCbs(rates: LawTables, today: string): Finding {
  const expiry = expiryOf(rates, today);
  const notice = expiryNotice(expiry);
  if (notice === null) return ok(`IBS e CBS conhecidos até a véspera de ${expiry.from}`);
  return expiry.days > 0 ? warning(notice, addCbs) : failure(notice, addCbs);
}

/** The table of Lei 12.741 is replaced every few months; without it nothing is printed. */
function checkApproximateTaxes({ approximateTaxes }: LawTables, today: string): Finding[] {
  if (!approximateTaxes || today <= approximateTaxes.until) return [];
  const { source, until } = approximateTaxes;
  const mend = 'ponha a tabela nova em approximateTaxes, no arquivo de LAVRA_RATES';
  return [warning(`a tabela de tributos aproximados (${source}) valeu até ${until}`, mend)];
}
