import type { SigningIdentity, Identities } from '../../activities/identities.ts';
import type { Wire } from '../../adapters/mutual-tls/wire.ts';
import type { Orm } from '../../config/orm.ts';
import { Certificate } from '../../domain/companies/certificate.entity.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { CompanyCsc } from '../../domain/companies/csc.entity.ts';
import type { ContingencyStates } from '../../domain/taxation/rates/contingency-states.ts';
import { missingResponsible } from '../../domain/documents/check/technical-responsible.ts';
import { fiscalDay } from '../../domain/fiscal-time.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { checkAuthority } from './authority.ts';
import { checkContingency } from './contingency.ts';
import { checkDistribution } from './distribution.ts';
import { checkDistributors } from './distributors.ts';
import { type Finding, findingsOf, reasonOf } from './finding.ts';
import { checkNfse, checkNfseSettings } from './nfse.ts';
import { checkQuota } from './quota.ts';
import { serviceCompany } from './service-company.ts';

const day = 86_400_000;
/** The doctor warns of a certificate from this many days before its end. */
const noticeDays = 30;

/** What may be wrong while the authority can be asked all the same. */
const passing: ReadonlySet<string> = new Set(['distribution', 'quota']);

/** What a company is examined with; `serviceCode` is the service whose rate is asked for, in place of the company's own. */
type Means = { identities: () => Identities; wire: Wire; serviceCode: string | undefined; states: ContingencyStates };

/** Whether a company can issue now: settings, certificate, and the authority's own answer. */
export async function checkCompany(
  orm: Orm,
  company: Company,
  { identities, wire, serviceCode, states }: Means,
): Promise<Finding[]> {
  const services = serviceCompany(company);
  const found = [
    ...checkSettings(company),
    ...(await checkConsumerNotes(orm, company)),
    ...(await checkContingency(orm, company, { states, now: new Date() })),
    ...(services ? [checkNfseSettings(services)] : []),
    ...(await checkCertificate(orm, company)),
    ...(await checkDistribution(orm, company)),
    ...(await checkQuota(orm, company)),
  ];
  if (found.some(({ check, status }) => status === 'FAILURE' && !passing.has(check))) return found;
  const { failure } = findingsOf('certificate', company.taxId);
  let identity: SigningIdentity | null;
  try {
    identity = await identities().of(acrossCompanies(orm), company.id);
  } catch (error) {
    return [
      ...found,
      failure(`não abre (${reasonOf(error)})`, 'confira a chave mestra, ou adicione o certificado de novo'),
    ];
  }
  if (!identity) return found;
  const channel = { identity: identity.tls, wire };
  return [
    ...found,
    ...(hasOnlyServices(company) ? [] : await checkAuthority(company, channel.identity, wire)),
    ...(services ? await checkNfse(orm, services, { ...channel, serviceCode }) : []),
    ...(await checkDistributors(company, channel)),
  ];
}

/** Without a state registration there is no NF-e to issue. */
function hasOnlyServices({ settings }: Company): boolean {
  return settings?.stateRegistration === null && !!settings.nfse;
}

function checkSettings(company: Company): Finding[] {
  const { taxId, settings, environment } = company;
  const { ok, warning, failure } = findingsOf('settings', taxId);
  const mend = (flag: string): string => `lavra company set ${taxId} ${flag}`;
  if (!settings) return [failure('sem configurações fiscais', mend('--file empresa.json'))];
  if (hasOnlyServices(company)) {
    return [ok(`${settings.taxRegime}, ${settings.address.state}, sem inscrição estadual: só NFS-e, ${environment}`)];
  }
  if (settings.stateRegistration === null)
    return [failure('sem inscrição estadual: a NF-e a exige', mend('--state-registration <ie>'))];
  const found = [
    ok(`${settings.taxRegime}, ${settings.address.state}, série ${settings.series['55']}, ${environment}`),
  ];
  const today = { model: '55', date: fiscalDay(new Date(), settings.address.state) } as const;
  switch (missingResponsible({ settings, environment }, today)) {
    case 'RESPONSIBLE':
      found.push(
        failure('sem responsável técnico, que a UF exige (972)', mend('--technical-cnpj <cnpj> --technical-contact …')),
      );
      break;
    case 'CSRT':
      found.push(
        failure(`sem CSRT em ${environment}, que a UF exige (975)`, `lavra company csrt set ${taxId} --id <número>`),
      );
      break;
    case null:
  }
  if (!settings.taxDefaults.cfop) {
    found.push(warning('sem CFOP padrão: cada item ou regra terá de trazer o seu', mend('--tax-defaults cfop=5102')));
  }
  return found;
}

async function checkCertificate(orm: Orm, { id, taxId }: Company): Promise<Finding[]> {
  const { ok, warning, failure } = findingsOf('certificate', taxId);
  const mend = `lavra certificate add --company ${taxId} --file <arquivo.pfx>`;
  const [newest] = await acrossCompanies(orm).find(
    Certificate,
    { company: id, isActive: true },
    { orderBy: { notAfter: 'desc' }, limit: 1, fields: ['notAfter', 'subject'] },
  );
  if (!newest) return [failure('sem certificado A1', mend)];
  const days = Math.floor((newest.notAfter.getTime() - Date.now()) / day);
  const until = newest.notAfter.toISOString().slice(0, 10);
  if (days < 0) return [failure(`vencido desde ${until}`, mend)];
  if (days <= noticeDays) return [warning(`vence em ${days} dia(s), em ${until}`, `renove-o e rode: ${mend}`)];
  return [ok(`${newest.subject.split(',')[0]}, válido até ${until} (${days} dias)`)];
}

/** Whether a company with a series for NFC-e has what their QR code needs; no finding for other companies. */
async function checkConsumerNotes(orm: Orm, { id, taxId, environment, settings }: Company): Promise<Finding[]> {
  const series = settings?.series['65'];
  if (series === undefined) return [];
  const { ok, failure } = findingsOf('nfce', taxId);
  const csc = await acrossCompanies(orm).findOne(CompanyCsc, { company: id, environment });
  const version = settings?.nfce?.qrCodeVersion ?? (csc ? '2' : '3');
  if (version === '2' && !csc)
    return [failure(`QR Code versão 2 sem CSC em ${environment}`, `lavra company csc set ${taxId} --id <número>`)];
  return [ok(`série ${series}, QR Code versão ${version}${version === '2' && csc ? `, CSC ${csc.cscId}` : ''}`)];
}
