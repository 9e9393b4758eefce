import { faultInWords } from '../../adapters/mutual-tls/fault-in-words.ts';
import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { TlsIdentity, Wire } from '../../adapters/mutual-tls/wire.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { daysLeftOf, firstNoticeDays } from '../../domain/companies/certificate-days.ts';
import { Certificate } from '../../domain/companies/certificate.entity.ts';
import { type Company, CompanyCsc } from '../../domain/companies/company.entity.ts';
import {
  costOfContradiction,
  costOfDoubt,
  isInRegister,
  regimeContradiction,
} from '../../domain/companies/receita-regime.ts';
import { placesLeft, quotaInWords } from '../../domain/companies/quota.ts';
import { type CompanySettings, qrCodeVersionOf } from '../../domain/companies/settings.ts';
import { missingResponsible } from '../../domain/documents/check/technical-responsible.ts';
import { fiscalDay } from '../../domain/fiscal-time.ts';
import { firstDayInWords, inForce, type LawCalendar } from '../../domain/law-calendar.ts';
import { endpointOf } from '../../domain/sefaz/endpoints.ts';
import { nfseAddresses } from '../../domain/sefin/authority.ts';
import { cfopOf } from '../../domain/taxation/cfop.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { quotaStanding } from '../documents/quota.ts';
import { acrossCompanies } from '../in-company.ts';
import { newestCertificate } from '../newest-certificate.ts';
import { checkAuthority } from './authority.ts';
import { checkContingency } from './contingency.ts';
import { checkDistribution } from './distribution.ts';
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts';
import { checkNfse, checkNfseSettings, serviceCompany } from './nfse.ts';

/** Checks whose failure does not keep the authority from being asked. */
const passing: ReadonlySet<string> = new Set(['distribution', 'quota', 'receita']);

/** Opens the certificate with which a company speaks to its authorities; null where it has none. */
export type TlsIdentities = { of(em: EntityManager, companyId: string): Promise<{ tls: TlsIdentity } | null> };

/**
 * What a company is examined with: its opened certificates, the wire to its authorities, the service whose rate is asked about in place of its own,
 * and the operator's law tables.
 */
export type CompanyMeans = {
  identities: () => TlsIdentities;
  wire: Wire;
  serviceCode: string | undefined;
  rates: LawTables;
};

/** Whether a company can issue now: settings, certificate, and the authority's own answer. */
export async function checkCompany(
  orm: Orm,
  company: Company,
  { identities, wire, serviceCode, rates }: CompanyMeans,
): Promise<DoctorFinding[]> {
  const services = serviceCompany(company);
  const found = [
    ...checkSettings(company, rates),
    ...checkRegime(company, rates),
    ...(await checkConsumerNotes(orm, company)),
    ...(await checkContingency(orm, company, { states: rates.contingency, now: new Date() })),
    ...(services ? [checkNfseSettings(services)] : []),
    ...(await checkCertificate(orm, company)),
    ...(await checkDistribution(orm, company)),
    ...(await checkQuota(orm, company)),
  ];
  if (found.some(({ check, status }) => status === 'FAILURE' && !passing.has(check))) return found;
  const { failure } = findingsOf('certificate', company.taxId);
  let identity: { tls: TlsIdentity } | null;
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

/** Whether a company issues services alone: without a state registration it issues no NF-e. */
function hasOnlyServices({ settings }: Company): boolean {
  return settings?.stateRegistration === null && !!settings.nfse;
}

/** Whether the fiscal settings have everything that a note of goods needs. */
export function checkSettings(company: Company, rates: LawTables): DoctorFinding[] {
  const { calendar } = rates;
  const { taxId, settings, environment } = company;
  const { ok, warning, failure } = findingsOf('settings', taxId);
  const mend = (flag: string): string => `lavra company set ${taxId} ${flag}`;
  if (!settings) return [failure('sem configurações fiscais', mend('--file empresa.json'))];
  if (hasOnlyServices(company)) {
    const words = `só NFS-e e, ${unregisteredSince(company, calendar)} pela SEFAZ Virtual do RS, NF-e de bens próprios`;
    return [ok(`${settings.taxRegime}, ${settings.address.state}, sem inscrição estadual: ${words}, ${environment}`)];
  }
  const place = `${settings.taxRegime}, ${settings.address.state}, série ${settings.series['55']}, ${environment}`;
  const found = [
    settings.stateRegistration === null
      ? (sellsMerchandise(settings) ? failure : warning)(
          `${place}, sem inscrição estadual: sem NFC-e, e NF-e só de bens próprios, sem ICMS, pela SEFAZ Virtual do RS, ${unregisteredSince(company, calendar)}`,
          `se a empresa tem inscrição: ${mend('--state-registration <ie>')}`,
        )
      : ok(place),
  ];
  const today = { model: '55', date: fiscalDay(new Date(), settings.address.state) } as const;
  switch (missingResponsible({ settings, environment }, { ...today, rates })) {
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
    const usual = settings.stateRegistration === null ? '5551' : '5102';
    found.push(
      warning('sem CFOP padrão: cada item ou regra terá de trazer o seu', mend(`--tax-defaults cfop=${usual}`)),
    );
  }
  return found;
}

/**
 * Whether a company without a state registration is set up like one that has it: with a series for NFC-e, or a CFOP that it may not use (156, 159).
 */
function sellsMerchandise({ series, taxDefaults }: CompanySettings): boolean {
  return series['65'] !== undefined || (!!taxDefaults.cfop && cfopOf(taxDefaults.cfop)?.isForUnregistered !== true);
}

/** From which day authorities take NF-e of a company without a state registration, in words. */
function unregisteredSince({ environment }: Company, calendar: LawCalendar): string {
  return firstDayInWords('NOTES_WITHOUT_STATE_REGISTRATION', environment, calendar);
}

/** Whether the company's regime is the one in the register of Receita Federal, which authorities compare with each note of goods (180). */
function checkRegime(company: Company, { calendar }: LawTables): DoctorFinding[] {
  const { taxId, settings, environment } = company;
  if (!settings || hasOnlyServices(company) || !isInRegister(taxId)) return [];
  const { ok, hint, warning, failure } = findingsOf('receita', taxId);
  const about = { environment, date: fiscalDay(new Date(), settings.address.state) } as const;
  const contradiction = regimeContradiction(settings);
  if (contradiction !== null) {
    const found = inForce('REGISTERS_OF_PARTIES', about, calendar) ? failure : warning;
    const mend = `lavra company set ${taxId} --tax-regime <regime>, ou --receita-regime <regime> se é isto que está errado`;
    return [found(`${contradiction} ${costOfContradiction(environment, about.date, calendar)}`, mend)];
  }
  if (settings.receitaRegime) return [ok(`${settings.taxRegime} aqui, ${settings.receitaRegime} na Receita Federal`)];
  return [
    hint(
      `${settings.taxRegime} aqui, e ninguém disse como a empresa está na Receita Federal. ${costOfDoubt(environment, about.date, calendar)}`,
      `consulte o CNPJ na Receita Federal e diga-o: lavra company set ${taxId} --receita-regime SIMPLES, MEI ou OTHER`,
    ),
  ];
}

async function checkCertificate(orm: Orm, { id, taxId }: Company): Promise<DoctorFinding[]> {
  const { ok, warning, failure } = findingsOf('certificate', taxId);
  const mend = `lavra certificate add --company ${taxId} --file <arquivo.pfx>`;
  const [newest] = await acrossCompanies(orm).execute<{ subject: string; notAfter: string }[]>(
    `select subject, not_after as "notAfter" from certificate where id = ${newestCertificate('?')}`,
    [id],
  );
  if (!newest) {
    const [next] = await acrossCompanies(orm).find(
      Certificate,
      { company: id, isActive: true },
      { orderBy: { notBefore: 'asc' }, limit: 1, fields: ['notBefore'] },
    );
    const what = next
      ? `o certificado A1 só vale a partir de ${next.notBefore.toISOString().slice(0, 10)}`
      : 'sem certificado A1';
    return [failure(what, mend)];
  }
  const notAfter = new Date(newest.notAfter);
  const days = daysLeftOf({ notAfter }, new Date());
  const until = notAfter.toISOString().slice(0, 10);
  if (days <= 0) return [failure(`vencido desde ${until}`, mend)];
  if (days <= firstNoticeDays) return [warning(`vence em ${days} dia(s), em ${until}`, `renove-o e rode: ${mend}`)];
  return [ok(`${newest.subject.split(',')[0]}, válido até ${until} (${days} dias)`)];
}

/** Whether a company with a series for NFC-e has what their QR code needs; no findings for other companies. */
async function checkConsumerNotes(orm: Orm, { id, taxId, environment, settings }: Company): Promise<DoctorFinding[]> {
  const series = settings?.series['65'];
  if (!settings || series === undefined) return [];
  const { ok, failure } = findingsOf('nfce', taxId);
  const csc = await acrossCompanies(orm).findOne(CompanyCsc, { company: id, environment });
  const version = qrCodeVersionOf({ taxId, settings }, csc !== null);
  if (version === '2' && !csc)
    return [failure(`QR Code versão 2 sem CSC em ${environment}`, `lavra company csc set ${taxId} --id <número>`)];
  return [ok(`série ${series}, QR Code versão ${version}${version === '2' && csc ? `, CSC ${csc.cscId}` : ''}`)];
}

/** The share of a quota at or below which the doctor warns. */
const noticeShare = 0.1;

/** How much of the monthly quota is left; no findings for a company without a quota. */
async function checkQuota(orm: Orm, company: Company): Promise<DoctorFinding[]> {
  const { ok, warning, failure } = findingsOf('quota', company.taxId);
  const { id, settings } = company;
  const standing = await quotaStanding(acrossCompanies(orm), { company: id, settings: settings ?? null }, new Date());
  if (!standing) return [];
  const words = quotaInWords(standing);
  const mend = `para emitir mais neste mês: lavra company set ${company.taxId} --monthly-quota <n>`;
  const left = placesLeft(standing);
  if (left === 0) return [company.environment === 'PRODUCTION' ? failure(words, mend) : warning(words, mend)];
  return [left <= standing.limit * noticeShare ? warning(words, mend) : ok(words)];
}

const mend = 'confira a rede, LAVRA_CA_BUNDLE e o certificado da empresa';

/** Whether the hosts of both sources can be reached as this company. No documents are asked for: that question would cost an hour. */
async function checkDistributors(
  company: Company,
  { identity, wire }: { identity: TlsIdentity; wire: Wire },
): Promise<DoctorFinding[]> {
  const { taxId, environment } = company;
  const { ok, failure } = findingsOf('distribution_tls', taxId);
  const state = company.settings?.address.state ?? '';
  const national = endpointOf({ state, model: '55', environment, isNational: true, service: 'NFeDistribuicaoDFe' }).url;
  const urls = [`${national}?wsdl`, `${nfseAddresses(environment).adn}/docs/index.html`];
  return Promise.all(
    urls.map(async (url) => {
      const { host } = wire.addressOf(url);
      try {
        await wire.say({ method: 'GET', url, content: null, answers: [200], identity });
        return ok(`TLS mútuo com ${host}`);
      } catch (error) {
        if (!(error instanceof WireFault)) throw error;
        // Any HTTP status means that the host answered.
        if (error.reason === 'http_status') return ok(`TLS mútuo com ${host}`);
        return failure(faultInWords(error, { the: host, of: `de ${host}`, at: `em ${host}` }), mend);
      }
    }),
  );
}
