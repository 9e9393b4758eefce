import type { WebhookEndpoint } from './endpoint.entity.ts';

const officePrefix = 'office/';

/** What an operator finds an office by where a company has its tax id. */
export const labelOfOffice = ({ taxId }: { taxId: string }): string => `${officePrefix}${taxId}`;

export const isOfOffice = (label: string): boolean => label.startsWith(officePrefix);

/** Who an owner's label names, in Portuguese: `da empresa 11222333000181`. */
export function ofOwner(label: string): string {
  return isOfOffice(label) ? `do escritório ${label.slice(officePrefix.length)}` : `da empresa ${label}`;
}

/** The id of the company, or of the office, that an endpoint belongs to: what its secret is sealed to. */
export function ownerIdOf({ company, office }: Pick<WebhookEndpoint, 'company' | 'office'>): string {
  const id = company ?? office;
  if (!id) throw new TypeError('an endpoint belongs to a company or to an office');
  return id;
}
