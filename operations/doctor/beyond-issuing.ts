import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { TlsIdentity, Wire } from '../../adapters/mutual-tls/wire.ts';
import type { EntityManager } from '../../config/orm.ts';
import { contingencyDefaults, serviceRegimeOf } from '../../domain/companies/settings.ts';
import { hasEpec, hasSvc, issuerInState, refusesOffline } from '../../domain/contingency/choose.ts';
import { brasiliaDateTime } from '../../domain/fiscal-time.ts';
import type { Distribution } from '../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import { agreementQuestion, readAgreement, takesDps } from '../../domain/sefin/parametrization.ts';
import type { ContingencyStates } from '../../domain/taxation/rates/contingency.ts';
import type { ActingCompany } from '../acting.ts';
import { distributionState } from '../distribution/distribution-rows.ts';
import type { municipalityOf } from '../documents/issuing-means.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** How long the service is asked, in milliseconds: somebody waits for the page. */
const patienceMs = 3_000;

/**
 * What a company should know besides whether it can issue, in words for its administrator: whether documents that others issue to it are fetched,
 * and what happens while its authority is away. Nothing of it keeps a note from being issued, so that no finding is a failure.
 */
export async function checkBeyondIssuing(
  em: EntityManager,
  company: ActingCompany,
  { states, now }: { states: ContingencyStates; now: Date },
): Promise<DoctorFinding[]> {
  return [
    ...(await received(em, company, now)),
    ...notesOf(company, states, now),
    ...consumerNotesOf(company, states, now),
  ];
}

const called: Record<DistributionSource, string> = { NFE: 'NF-e', NFSE: 'NFS-e' };

async function received(em: EntityManager, company: ActingCompany, now: Date): Promise<DoctorFinding[]> {
  const { rows, unasked } = await distributionState(em, company, now);
  const { ok, warning } = findingsOf('received', company.taxId);
  if (unasked.reason !== null) return [warning('nada é buscado sem um certificado válido', 'envie o certificado')];
  const sources: DistributionSource[] = ['NFE', 'NFSE'];
  return sources.map((source) => {
    const row = rows[source];
    if (row) return standing(company.taxId, row, now);
    return ok(`${called[source]}: a primeira consulta é feita dentro de uma hora`);
  });
}

/** How one source stands: up to which NSU everything is stored, and from when on it may be asked. */
function standing(taxId: string, row: Distribution, now: Date): DoctorFinding {
  const { ok, warning } = findingsOf('received', taxId);
  const next = row.notBefore > now ? `a partir de ${moment(row.notBefore)}` : 'a qualquer momento';
  const upTo = row.answeredAt ? `tudo até o NSU ${row.lastNsu} está aqui` : 'ainda sem resposta';
  const where = `${called[row.source]}: ${upTo}; pode ser consultada de novo ${next}`;
  const why = row.reason ? `${where}. ${row.reason.replace(/[.\s]+$/, '')}` : where;
  if (row.status === 'ACTIVE') return ok(where);
  const isStuck = row.status === 'PAUSED' || row.status === 'THROTTLED_TWICE';
  return warning(
    why,
    isStuck ? 'veja em Atenção o que fazer' : 'segue sozinho; confira se outro sistema consulta por este CNPJ ou CPF',
  );
}

/** `28/11, 14:05`, in Brasília time. */
function moment(at: Date): string {
  const [, month = '', day = '', time = ''] = /^\d{4}-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(brasiliaDateTime(at)) ?? [];
  return `${day}/${month}, ${time}`;
}

/** What happens to NF-e while the authority of the company's state is away. */
function notesOf(
  { taxId, settings, environment }: ActingCompany,
  states: ContingencyStates,
  now: Date,
): DoctorFinding[] {
  if (!settings || settings.stateRegistration === null) return [];
  const { ok, hint, warning } = findingsOf('contingency', taxId);
  const issuer = issuerInState(settings);
  const { nfe } = settings.contingency ?? contingencyDefaults;
  if (nfe === 'OFF') return [hint('NF-e: com a SEFAZ fora do ar elas esperam', 'ligue a contingência, em Ajustes')];
  const ways = [
    ...(hasSvc(issuer, environment, { on: now, table: states }) ? ['a autoridade reserva (SVC)'] : []),
    ...(hasEpec(issuer, now, states) ? ['o evento prévio (EPEC)'] : []),
  ];
  return ways.length === 0
    ? [warning(`NF-e: ${issuer.state} não tem hoje nenhum meio de contingência, e elas esperam`, 'nada a fazer agora')]
    : [ok(`NF-e: com a SEFAZ fora do ar, ${issuer.state} tem ${ways.join(' e ')}`)];
}

/** What happens to NFC-e meanwhile; some states accept offline issue, and some do not. */
function consumerNotesOf({ taxId, settings }: ActingCompany, states: ContingencyStates, now: Date): DoctorFinding[] {
  if (!settings || settings.stateRegistration === null || settings.series['65'] === undefined) return [];
  const { ok, hint, warning } = findingsOf('contingency', taxId);
  const { state } = settings.address;
  const isOn = (settings.contingency ?? contingencyDefaults).nfce !== 'OFF';
  if (!refusesOffline(state, now, states)) {
    return isOn
      ? [ok('NFC-e: com a SEFAZ fora do ar, saem offline e são transmitidas depois')]
      : [hint('NFC-e: com a SEFAZ fora do ar as vendas esperam', 'ligue a contingência, em Ajustes')];
  }
  return isOn
    ? [warning(`NFC-e: ${state} recusa as emitidas offline, e a contingência está ligada`, 'desligue-a, em Ajustes')]
    : [ok(`NFC-e: ${state} recusa as emitidas offline; com a SEFAZ fora do ar elas esperam`)];
}

/**
 * Whether the national system takes the NFS-e of a company's municipality: by what is stored if that is fresh, else by asking the
 * service. The answer is not stored, because only the worker stores it. No findings for a company that issues no NFS-e.
 */
export async function checkAgreement(
  kept: Awaited<ReturnType<typeof municipalityOf>>,
  { taxId, environment, settings }: ActingCompany,
  { identity, wire }: { identity: TlsIdentity; wire: Wire },
): Promise<DoctorFinding[]> {
  if (!settings?.nfse) return [];
  const { ok, warning } = findingsOf('agreement', taxId);
  const { city, municipalityCode: municipality } = settings.address;
  const isActive = kept.isFresh ? kept.known.isActive : ((await asked()) ?? kept.known.isActive);
  switch (isActive) {
    case true:
      return [ok(`${city} emite NFS-e pelo sistema nacional`)];
    case false:
      return [
        warning(
          `${city} não emite NFS-e pelo sistema nacional: a empresa emite no sistema do município`,
          'se isso mudou, peça a quem opera que o diga',
        ),
      ];
    case null:
      return [warning(`o sistema nacional não disse se ${city} emite por ele`, 'examine de novo em alguns minutos')];
  }

  async function asked(): Promise<boolean | null> {
    try {
      const question = { ...agreementQuestion({ environment, municipality }), identity };
      const agreement = readAgreement(await wire.say({ ...question, signal: AbortSignal.timeout(patienceMs) }));
      return agreement && takesDps(agreement, serviceRegimeOf(settings!).opSimpNac);
    } catch (error) {
      if (error instanceof WireFault) return null;
      throw error;
    }
  }
}
