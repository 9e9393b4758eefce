import type { Company } from '../../domain/companies/company.entity.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { type Model, traitsOf } from '../../domain/document-types.ts';

/** The types of document that can be issued in contingency. */
export const contingencyTypes = ['NFCE', 'NFE'] as const;
export type ContingencyType = (typeof contingencyTypes)[number];

/** Where a contingency is entered and left: a model of a company in an environment. */
export type Place = { company: Company; environment: Environment; type: ContingencyType };

/** What is asked about a company's contingencies: of which types, where not of all. */
export type PlaceQuery = { company: Company; environment: Environment; types: readonly ContingencyType[] };

export const modelOf = (type: ContingencyType): Model => traitsOf[type].model;

/** A place in words: `NFC-e em PRODUCTION`. */
export const placeInWords = ({ environment, type }: Omit<Place, 'company'>): string =>
  `${traitsOf[type].title} em ${environment}`;

/** The field of `settings.contingency` that speaks of a type. */
export const switchOf = (type: ContingencyType): 'nfce' | 'nfe' => (type === 'NFCE' ? 'nfce' : 'nfe');
