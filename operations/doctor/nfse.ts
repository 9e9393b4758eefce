import { faultInWords } from '../../adapters/mutual-tls/fault-in-words.ts';
import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { TlsIdentity, Wire } from '../../adapters/mutual-tls/wire.ts';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type CompanySettings, type NfseSettings, serviceRegimeOf } from '../../domain/companies/settings.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { dpsId } from '../../domain/nfse/dps.ts';
import { nfseAddresses, question } from '../../domain/sefin/authority.ts';
import { bodyOrNull } from '../../domain/sefin/body.ts';
import {
  type Agreement,
  type IssqnRate,
  rateQuestion,
  readRates,
  takesDps,
} from '../../domain/sefin/parametrization.ts';
import { FiscalTemplate } from '../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../in-company.ts';
import { askAgreement } from '../municipalities/agreement.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

type Channel = { identity: TlsIdentity; wire: Wire };

const called = { the: 'o ambiente nacional', of: 'do ambiente nacional', at: 'no ambiente nacional' };
const mendWire = 'confira a rede, LAVRA_CA_BUNDLE e o certificado da empresa';

/** Whether the company's settings have what NFS-e need. Whether a municipal registration is needed depends on the municipality (E0116, E0120). */
export function checkNfseSettings({ taxId, settings }: ServiceCompany): DoctorFinding {
  const { series, specialRegime } = settings.nfse;
  const { opSimpNac, regApTribSN } = serviceRegimeOf(settings);
  const words = [
    `série ${series}`,
    settings.municipalRegistration
      ? `inscrição municipal ${settings.municipalRegistration}`
      : 'sem inscrição municipal',
    `opSimpNac ${opSimpNac}`,
    ...(regApTribSN === null ? [] : [`regApTribSN ${regApTribSN}`]),
    `regEspTrib ${specialRegime}`,
  ];
  return findingsOf('nfse', taxId).ok(words.join(', '));
}

/** Asks both hosts of the national NFS-e as this company, for the agreement of its municipality and the rate of a service. */
export async function checkNfse(
  orm: Orm,
  company: ServiceCompany,
  { identity, wire, serviceCode }: Channel & { serviceCode: string | undefined },
): Promise<DoctorFinding[]> {
  const channel = { identity, wire };
  const [sefin, adn] = await Promise.all([checkSefin(company, channel), checkAdn(orm, company, channel)]);
  if (adn.some(({ status, check }) => status === 'FAILURE' && check === 'adn_tls')) return [...sefin, ...adn];
  const code = serviceCode ?? (await ownServiceCode(orm, company));
  const rates = code === null ? [] : await checkRate(company, channel, code);
  return [...sefin, ...adn, ...rates];
}

/** Asks about a DPS that cannot exist, because numbers begin at 1. */
async function checkSefin(
  { taxId, environment, settings }: ServiceCompany,
  channel: Channel,
): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('sefin_tls', taxId);
  const { municipalityCode } = settings.address;
  const none = dpsId({ municipalityCode, taxId, series: settings.nfse.series, number: 0 });
  const asked = { service: 'DpsConsulta', path: `/dps/${none}`, read: bodyOrNull } as const;
  const { request, read } = question(environment, asked);
  const { host, pathname } = channel.wire.addressOf(request.url);
  try {
    const answer = await channel.wire.say({ ...request, identity: channel.identity });
    if (read(answer)) return [ok(`TLS mútuo com ${host}`)];
    return [failure(`${host} respondeu uma página em lugar do serviço (HTTP ${answer.status})`, `confira ${pathname}`)];
  } catch (error) {
    return [failure(inWords(error), mendWire)];
  }
}

async function checkAdn(orm: Orm, company: ServiceCompany, { identity, wire }: Channel): Promise<DoctorFinding[]> {
  const { taxId, environment, settings } = company;
  const { ok, failure } = findingsOf('adn_tls', taxId);
  const municipality = settings.address.municipalityCode;
  const { host } = new URL(nfseAddresses(environment).parametrization);
  try {
    const agreement = await askAgreement({ orm, wire }, { environment, municipality, identity, now: new Date() });
    return [ok(`TLS mútuo com ${host}`), agreementFinding(company, agreement)];
  } catch (error) {
    return [failure(inWords(error), mendWire)];
  }
}

async function checkRate(
  { taxId, environment, settings }: ServiceCompany,
  { identity, wire }: Channel,
  code: string,
): Promise<DoctorFinding[]> {
  const { ok, warning, failure } = findingsOf('issqn_rate', taxId);
  const municipality = settings.address.municipalityCode;
  try {
    const request = rateQuestion({ environment, municipality }, code, brasiliaDay(new Date()));
    const rates = readRates(await wire.say({ ...request, identity }), code);
    if (rates === null) return [failure(`${code}: resposta ilegível`, 'tente de novo mais tarde')];
    if (rates.length > 0) return [ok(`${code}: ${rates.map(rateInWords).join('; ')}`)];
    const mend = 'confira o código com a prefeitura; se está certo, o serviço ainda não foi parametrizado';
    return [warning(`${code}: o município ${municipality} não administra este serviço (E0312)`, mend)];
  } catch (error) {
    return [failure(`${code}: ${inWords(error)}`, mendWire)];
  }
}

function rateInWords({ rate, from, until }: IssqnRate): string {
  const percent = rate === null ? 'sem alíquota' : `${rate.replace('.', ',')}%`;
  return [percent, from && `desde ${from}`, until && `até ${until}`].filter(Boolean).join(' ');
}

/** The service of the default template, or else that of the company's defaults. */
async function ownServiceCode(orm: Orm, { settings }: ServiceCompany): Promise<string | null> {
  const { defaultTemplateId } = settings.nfse;
  const template = defaultTemplateId && (await acrossCompanies(orm).findOne(FiscalTemplate, { id: defaultTemplateId }));
  return (template && template.service?.serviceCode) || settings.serviceDefaults?.serviceCode || null;
}

function inWords(error: unknown): string {
  if (!(error instanceof WireFault)) throw error;
  return faultInWords(error, called);
}

/** Whether the agreement of its municipality lets a company issue through SEFIN, and what the operator has set about it. */
function agreementFinding({ taxId, settings }: ServiceCompany, agreement: Agreement | null): DoctorFinding {
  const { ok, warning, failure } = findingsOf('municipality', taxId);
  const { municipality: said } = settings.nfse;
  const town = `município ${settings.address.municipalityCode}`;
  const set = (value: string): string => `lavra company set ${taxId} --nfse-municipality ${value}`;
  const { opSimpNac } = serviceRegimeOf(settings);
  const taken = agreement && takesDps(agreement, opSimpNac);
  if (said) {
    const words = `${town} ${said.isOnNationalSystem ? 'dentro' : 'fora'} do Emissor Nacional, conforme o cadastro de ${said.asOf}`;
    if (taken === null || taken === said.isOnNationalSystem) return ok(words);
    return warning(`${words}, mas o ambiente nacional diz o contrário`, `se ele está certo: ${set('""')}`);
  }
  if (taken) return ok(`${town}: convênio ativo, com o Emissor Nacional`);
  if (!agreement) return failure(`${town}: resposta ilegível`, `tente mais tarde, ou diga o que sabe: ${set('on')}`);
  const reason = agreement.message ?? (agreement.isActive ? 'o município usa emissor próprio' : 'sem convênio ativo');
  if (taken === false) {
    const mend = `emita pelo sistema da prefeitura até a adesão; se ela já emite pelo Emissor Nacional: ${set('on')}`;
    return failure(`${town} fora do Emissor Nacional (${reason})`, mend);
  }
  if (agreement.hasNationalIssuer === false) {
    const mend = 'nada a fazer: do Simples Nacional a SEFIN aceita de qualquer município, e é ela quem decide';
    return warning(`${town} fora do Emissor Nacional (${reason}); a empresa é do Simples Nacional`, mend);
  }
  return warning(`${town}: o convênio não diz se usa o Emissor Nacional`, 'nada a fazer: quem decide é a SEFIN');
}

/** The facts of a company that issues NFS-e. */
type ServiceCompany = Pick<Company, 'id' | 'taxId' | 'environment'> & {
  settings: CompanySettings & { nfse: NfseSettings };
};

/** The company as one that issues NFS-e; null where it does not. */
export function serviceCompany({ id, taxId, environment, settings }: Company): ServiceCompany | null {
  return settings?.nfse ? { id, taxId, environment, settings: { ...settings, nfse: settings.nfse } } : null;
}
