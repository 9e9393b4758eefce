import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { contingencyDefaults } from '../../domain/companies/settings.ts';
import { refusesOffline } from '../../domain/contingency/choose.ts';
import { ContingencyEntry } from '../../domain/contingency/contingency-entry.entity.ts';
import { ageOf } from '../../domain/fiscal-time.ts';
import type { ContingencyStates } from '../../domain/taxation/rates/contingency.ts';
import { type ContingencyType, contingencyPlaceInWords } from '../contingency/by-hand.ts';
import { acrossCompanies } from '../in-company.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** A contingency that a person entered longer ago than this was probably forgotten. */
const longMs = 24 * 3_600_000;

type About = { states: ContingencyStates; now: Date };

/** Whether a company can go on selling while its authority does not answer: what to switch on, and what somebody should look at. */
export async function checkContingency(orm: Orm, company: Company, about: About): Promise<DoctorFinding[]> {
  const { settings } = company;
  // There is no contingency for a company without a state registration: no SVC stands in for SVRS, which serves it.
  if (!settings || settings.stateRegistration === null) return [];
  return [...checkConsumerNotes(company, about), ...checkNotes(company), ...(await checkEntries(orm, company, about))];
}

function checkConsumerNotes({ taxId, settings }: Company, { states, now }: About): DoctorFinding[] {
  if (settings?.series['65'] === undefined) return [];
  const { ok, hint, warning } = findingsOf('contingency', taxId);
  const { nfce } = settings.contingency ?? contingencyDefaults;
  const { state } = settings.address;
  if (refusesOffline(state, now, states)) {
    return nfce === 'OFF'
      ? [ok(`${state} recusa NFC-e offline (712): com a SEFAZ fora do ar elas esperam`)]
      : [
          warning(
            `${state} recusa NFC-e offline (712), e a contingência está em ${nfce}`,
            `lavra company set ${taxId} --contingency-nfce OFF`,
          ),
        ];
  }
  if (nfce !== 'OFF') return [ok(`NFC-e offline: ${nfce}`)];
  const mend = `lavra company set ${taxId} --contingency-nfce AUTOMATIC`;
  return [hint('NFC-e offline desligada: com a SEFAZ fora do ar as vendas esperam', mend)];
}

function checkNotes({ taxId, settings }: Company): DoctorFinding[] {
  const { ok, hint } = findingsOf('contingency', taxId);
  const { nfe } = settings?.contingency ?? contingencyDefaults;
  if (nfe !== 'OFF') return [ok(`NF-e em contingência: ${nfe}`)];
  const mend = `lavra company set ${taxId} --contingency-nfe AUTOMATIC`;
  return [hint('NF-e em contingência desligada: com a SEFAZ fora do ar elas esperam', mend)];
}

async function checkEntries(orm: Orm, { id, taxId }: Company, { now }: About): Promise<DoctorFinding[]> {
  const { warning } = findingsOf('contingency', taxId);
  const before = new Date(now.getTime() - longMs);
  const old = await acrossCompanies(orm).find(
    ContingencyEntry,
    { company: id, leftAt: null, enteredAt: { $lte: before } },
    { orderBy: { enteredAt: 'asc' } },
  );
  return old.map(({ model, environment, reason, enteredAt }) => {
    const type: ContingencyType = model === '65' ? 'NFCE' : 'NFE';
    const since = ageOf({ since: enteredAt }, now);
    return warning(
      `contingência de ${contingencyPlaceInWords({ type, environment })} declarada ${since} e ainda aberta: ${reason}`,
      `se passou: lavra contingency leave --company ${taxId} --model ${type} --environment ${environment}`,
    );
  });
}
