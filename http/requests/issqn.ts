import type { GoodsPayload } from '../../domain/documents/payload.ts';
import type { Issqn } from '../../domain/taxation/issqn.ts';
import type { Schema } from '../schema.ts';
import { sentFields, sentTexts } from './decimal-text.ts';

/** The ISSQN fields of a whole conjugated note (goods and services in one NF-e). */
export function issqnRequest({ issqn }: Schema<'FiscalDocumentCreation'>): Pick<GoodsPayload, 'issqn'> {
  if (!issqn) return {};
  const { municipalRegime } = issqn;
  return { issqn: { ...sentTexts(issqn, ['performedOn']), ...(municipalRegime ? { municipalRegime } : {}) } };
}

/** ISSQN of a line. */
export function itemIssqnRequest({ issqn }: Schema<'DocumentItemInput'>): { issqn?: Issqn } {
  if (!issqn) return {};
  const { serviceCode, municipalityCode, enforceability, country, isWithheld, hasIncentive } = issqn;
  return {
    issqn: {
      ...{ serviceCode, municipalityCode },
      ...sentFields(issqn, ['rate', 'deduction', 'conditionalDiscount', 'otherWithholdings']),
      ...sentTexts(issqn, ['suspensionProcess', 'municipalServiceCode', 'incidenceMunicipalityCode']),
      ...(enforceability ? { enforceability } : {}),
      ...(country ? { country: country.toUpperCase() } : {}),
      ...(isWithheld ? { isWithheld: true } : {}),
      ...(hasIncentive ? { hasIncentive: true } : {}),
    },
  };
}
