import { LRUCache } from 'lru-cache';
import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { TlsIdentity, Wire } from '../../adapters/mutual-tls/wire.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { startOfBrasiliaDay } from '../../domain/fiscal-time.ts';
import type { KnownMunicipality } from '../../domain/companies/issuing-means.ts';
import {
  type CompanySettings,
  type Environment,
  type NfseSettings,
  serviceRegimeOf,
} from '../../domain/companies/settings.ts';
import { MunicipalityAgreement } from '../../domain/sefin/municipality-agreement.entity.ts';
import {
  type Agreement,
  agreementQuestion,
  type Municipality,
  readAgreement,
  takesDps,
} from '../../domain/sefin/parametrization.ts';
import type { ServiceRegime } from '../../domain/service-taxation/regime.ts';
import { acrossCompanies } from '../in-company.ts';

const minute = 60_000;
const hour = 60 * minute;
/** How long an emission waits for an answer at most. */
const patienceMs = 3_000;

export type AgreementRequest = Municipality & {
  /** TLS identity of the company that asks. */
  identity: TlsIdentity;
  opSimpNac: ServiceRegime['opSimpNac'];
  /** What the operator has set (`settings.nfse.municipality`); null where nothing is set. */
  override: NfseSettings['municipality'];
  now: Date;
};

/** The question about the municipality of a company, without who asks and when. */
export function aboutMunicipality(
  environment: Environment,
  settings: CompanySettings,
): Omit<AgreementRequest, 'identity' | 'now'> {
  return {
    environment,
    municipality: settings.address.municipalityCode,
    override: settings.nfse?.municipality ?? null,
    opSimpNac: serviceRegimeOf(settings).opSimpNac,
  };
}

/** Whether SEFIN takes a taxpayer's DPS, and from where that is known. */
export type KnownAgreement = KnownMunicipality & { source: 'SETTINGS' | 'ASKED' | 'KEPT' | 'UNKNOWN' };

/**
 * Whether SEFIN takes the DPS of a taxpayer of this municipality: by what the operator has set; else by a stored answer of the parametrization
 * service that is still fresh; else by asking it. If it cannot be asked, its last answer holds. Not to be called inside a transaction, because it
 * waits for the service.
 */
export async function agreementOf(parts: Parts, asked: AgreementRequest): Promise<KnownAgreement> {
  const { opSimpNac, now } = asked;
  const kept = await keptAgreement(acrossCompanies(parts.orm), asked);
  if (kept.isFresh) return kept.known;
  const answered = await askInTurn(parts, asked);
  if (!answered) return kept.known;
  return { isActive: takesDps(answered, opSimpNac), source: 'ASKED', asOf: now, message: answered.message };
}

/** What is stored about whether SEFIN takes the DPS of a taxpayer of this municipality, and whether that is fresh enough. Nothing is asked. */
export async function keptAgreement(
  em: EntityManager,
  { environment, municipality, override, opSimpNac, now }: Omit<AgreementRequest, 'identity'>,
): Promise<{ known: KnownAgreement; isFresh: boolean }> {
  if (override) return { known: knownBy({ override, opSimpNac }, null), isFresh: true };
  const kept = await em.findOne(MunicipalityAgreement, { environment, municipality });
  return {
    known: knownBy({ override: null, opSimpNac }, kept),
    isFresh: kept !== null && now.getTime() - kept.askedAt.getTime() < lifeOf(kept.agreement),
  };
}

/** What follows for a taxpayer from what the operator has set for the municipality, or else from its last answer. */
export function knownBy(
  { override, opSimpNac }: Pick<AgreementRequest, 'override' | 'opSimpNac'>,
  kept: Pick<MunicipalityAgreement, 'agreement' | 'askedAt'> | null,
): KnownAgreement {
  if (override) {
    const { isOnNationalSystem: isActive } = override;
    return { isActive, source: 'SETTINGS', asOf: dayOf(override), message: null };
  }
  if (!kept) return { isActive: null, source: 'UNKNOWN', asOf: null, message: null };
  const { agreement, askedAt } = kept;
  return { isActive: takesDps(agreement, opSimpNac), source: 'KEPT', asOf: askedAt, message: agreement.message };
}

/**
 * For how long an answer is fresh: a day. An answer that stops documents is fresh for an hour, so that a municipality that joins need not wait for
 * a day.
 */
function lifeOf({ hasNationalIssuer }: Agreement): number {
  return hasNationalIssuer ? 24 * hour : hour;
}

function dayOf({ asOf }: NonNullable<NfseSettings['municipality']>): Date {
  return startOfBrasiliaDay(asOf);
}

/** Questions under way over one wire, by municipality; and when a question failed last, by municipality and certificate. */
type Turns = { underWay: Map<string, Promise<Agreement | null>>; failed: LRUCache<string, number> };
const turns = new WeakMap<Wire, Turns>();

/**
 * The answer about a municipality; null where there is none. Callers share a question under way; after a failed one the same company does not ask
 * again for a minute.
 */
async function askInTurn(parts: Parts, asked: AgreementRequest): Promise<Agreement | null> {
  const { underWay, failed } = turnsOf(parts.wire);
  const about = `${asked.environment} ${asked.municipality}`;
  const asker = `${about} ${asked.identity.fingerprint}`;
  const present = underWay.get(about);
  if (present) return present;
  if (asked.now.getTime() - (failed.get(asker) ?? -Infinity) < minute) return null;
  const question = askInVain(parts, asked).finally(() => underWay.delete(about));
  underWay.set(about, question);
  const answer = await question;
  if (answer) failed.delete(asker);
  else failed.set(asker, asked.now.getTime());
  return answer;
}

async function askInVain(parts: Parts, asked: AgreementRequest): Promise<Agreement | null> {
  try {
    return await askAgreement(parts, { ...asked, signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    if (error instanceof WireFault) return null;
    throw error;
  }
}

function turnsOf(wire: Wire): Turns {
  const present = turns.get(wire) ?? { underWay: new Map(), failed: new LRUCache<string, number>({ max: 1_000 }) };
  turns.set(wire, present);
  return present;
}

type Parts = { orm: Orm; wire: Wire };

/** A question about a municipality, who asks it, and when. */
type AgreementQuestion = Municipality & { identity: TlsIdentity; now: Date; signal?: AbortSignal };

/**
 * Asks the parametrization service about a municipality's agreement and stores the answer, even where a stored one is still fresh. Null where
 * nothing follows from the answer.
 *
 * @throws WireFault
 */
export async function askAgreement({ orm, wire }: Parts, asking: AgreementQuestion): Promise<Agreement | null> {
  const { environment, municipality, identity, now, signal } = asking;
  const agreement = readAgreement(await wire.say({ ...agreementQuestion(asking), identity, signal }));
  if (!agreement) return null;
  await acrossCompanies(orm).upsert(MunicipalityAgreement, { environment, municipality, agreement, askedAt: now });
  return agreement;
}
