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
/** Who issues waits for an answer no longer than this. */
const patienceMs = 3_000;

export type AgreementRequest = Municipality & {
  /** Whose certificate asks. */
  identity: TlsIdentity;
  opSimpNac: ServiceRegime['opSimpNac'];
  /** What the operator says (`settings.nfse.municipality`). */
  override: NfseSettings['municipality'];
  now: Date;
};

/** What is asked about the municipality of a company. */
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

/** Whether SEFIN takes a taxpayer's DPS, as far as is known. */
export type KnownAgreement = KnownMunicipality & { source: 'SETTINGS' | 'ASKED' | 'KEPT' | 'UNKNOWN' };

/**
 * Whether SEFIN takes the DPS of a taxpayer of this municipality: what the operator says, else what the parametrization service said within
 * the day, else what it says now; where it cannot be asked, its last answer stands. Never inside a transaction: it waits for the service.
 */
export async function agreementOf(parts: Parts, asked: AgreementRequest): Promise<KnownAgreement> {
  const { opSimpNac, now } = asked;
  const kept = await keptAgreement(acrossCompanies(parts.orm), asked);
  if (kept.isFresh) return kept.known;
  const answered = await askInTurn(parts, asked);
  if (!answered) return kept.known;
  return { isActive: takesDps(answered, opSimpNac), source: 'ASKED', asOf: now, message: answered.message };
}

/** What is kept of whether SEFIN takes the DPS of a taxpayer of this municipality, without asking anybody, and whether that is fresh enough. */
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

/** What follows for a taxpayer from what the operator says of the municipality, or else from the last answer about it. */
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

/** A day; what stops documents is asked again sooner, so that a municipality that joins need not wait for it. */
function lifeOf({ hasNationalIssuer }: Agreement): number {
  return hasNationalIssuer ? 24 * hour : hour;
}

function dayOf({ asOf }: NonNullable<NfseSettings['municipality']>): Date {
  return startOfBrasiliaDay(asOf);
}

/** Questions under way over one wire, by municipality; and when one failed last, by municipality and who asked. */
type Turns = { underWay: Map<string, Promise<Agreement | null>>; failed: LRUCache<string, number> };
const turns = new WeakMap<Wire, Turns>();

/** Null where there is no answer. A question under way is shared, and after one in vain the same company asks no more for a minute. */
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

/** Who asks, and when. */
type AgreementQuestion = Municipality & { identity: TlsIdentity; now: Date; signal?: AbortSignal };

/**
 * Asks the parametrization service about a municipality's agreement and keeps what it said, also over an answer that still counts. Null where
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
