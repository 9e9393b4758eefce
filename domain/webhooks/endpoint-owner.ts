import type { WebhookEndpoint } from './endpoint.entity.ts';

/** The id of the company, or of the office, that an endpoint belongs to: what its secret is sealed to. */
export function ownerIdOf({ company, office }: Pick<WebhookEndpoint, 'company' | 'office'>): string {
  const id = company ?? office;
  if (!id) throw new TypeError('an endpoint belongs to a company or to an office');
  return id;
}
