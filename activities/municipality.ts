import type { EntityManager } from '../config/orm.ts';
import { Company } from '../domain/companies/company.entity.ts';
import { unsupportedMunicipality } from '../domain/companies/issuing-means.ts';
import type { Document } from '../domain/documents/document.entity.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { aboutMunicipality, agreementOf, keptAgreement } from '../operations/municipalities/agreement.ts';
import { LocalRejection } from './conversation/local-rejection.ts';
import { AskFirst } from './conversation/prepare.ts';
import type { IssuingInputs } from './note/issuing-inputs.ts';
import type { Parts } from './parts.ts';

/** Builds the activity that asks about a municipality's agreement for the API, which opens no certificates itself. */
export function municipalityActivities(parts: Parts) {
  return {
    /**
     * Asks, in the name of a company, whether its municipality lets it issue in the national system, unless that is known, and stores the answer.
     */
    async learnAgreement(companyId: string): Promise<void> {
      const em = acrossCompanies(parts.orm);
      const { environment, settings } = await em.findOneOrFail(Company, { id: companyId });
      const identity = settings?.nfse ? await parts.identities.of(em, companyId) : null;
      const now = parts.now();
      if (!settings?.nfse || !identity || identity.notAfter <= now) return;
      await agreementOf(parts, {
        ...aboutMunicipality(environment, settings),
        identity: identity.tls,
        now,
      });
    },
  };
}
export type MunicipalityActivities = ReturnType<typeof municipalityActivities>;

/**
 * Refuses what the national system would not take because of the issuer's municipality. Where nothing is known about the municipality, the SEFIN
 * decides.
 *
 * @throws LocalRejection
 * @throws AskFirst where what is known is not fresh (`keptAgreement`), unless that was asked already
 */
export async function checkMunicipality(
  em: EntityManager,
  { company, environment }: Document,
  { inputs: { issuer, certificateId }, hasAsked }: { inputs: IssuingInputs; hasAsked: boolean },
  parts: Parts,
): Promise<void> {
  if (!issuer?.settings.nfse || certificateId === null) return;
  const asking = aboutMunicipality(environment, issuer.settings);
  const now = parts.now();
  const { known, isFresh } = await keptAgreement(em, { ...asking, now });
  if (!isFresh && !hasAsked) {
    const { tls: identity } = await parts.identities.byId(em, certificateId);
    throw new AskFirst(`the agreement of ${asking.municipality}, for ${company}`, () =>
      agreementOf(parts, { ...asking, identity, now }),
    );
  }
  const unsupported = unsupportedMunicipality(issuer.settings, known);
  if (unsupported) throw new LocalRejection(unsupported);
}
