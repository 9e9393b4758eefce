import type { Identity, Wire } from '../../adapters/mutual-tls/wire.ts';
import type { Orm } from '../../config/orm.ts';
import { MunicipalityAgreement } from '../../domain/sefin/municipality-agreement.entity.ts';
import {
  type Agreement,
  agreementQuestion,
  type Municipality,
  readAgreement,
} from '../../domain/sefin/parametrization.ts';
import { acrossCompanies } from '../in-company.ts';

export type Parts = { orm: Orm; wire: Wire };

/** Who asks, and when. */
export type AgreementQuestion = Municipality & { identity: Identity; now: Date; signal?: AbortSignal };

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
