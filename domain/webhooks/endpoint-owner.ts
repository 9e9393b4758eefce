import type { WebhookEndpoint } from './endpoint.entity.ts';

const officePrefix = 'office/';

/** The label by which operators find an office, where a company has its tax id. */
export const labelOfOffice = ({ taxId }: { taxId: string }): string => `${officePrefix}${taxId}`;

export const isOfOffice = (label: string): boolean => label.startsWith(officePrefix);

/** The owner that a label names, in Portuguese: `da empresa 11222333000181`. */
export function ofOwner(label: string): string {
  return isOfOffice(label) ? `do escritório ${label.slice(officePrefix.length)}` : `da empresa ${label}`;
}

/** Id of the company or office that owns an endpoint; the endpoint's secret is encrypted for it. */
export function ownerIdOf({ company, office }: Pick<WebhookEndpoint, 'company' | 'office'>): string {
  const id = company ?? office;
  if (!id) throw new TypeError('an endpoint belongs to a company or to an office');
  return id;
}
