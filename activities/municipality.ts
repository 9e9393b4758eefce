import { Company } from '../domain/companies/company.entity.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { aboutMunicipality, agreementOf } from '../operations/municipalities/agreement.ts';
import type { Parts } from './parts.ts';

/** Builds the activity that learns of municipalities for requests, which open no certificates. */
export function municipalityActivities(parts: Parts) {
  return {
    /** Asks as a company whether its municipality lets it issue nationally, unless that is known, and keeps the answer. */
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
