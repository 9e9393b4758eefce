import type { PortalSetting } from '../../../operations/accounts/portal-links.ts';

/** What the program of `api-host.ts` is told of the API that it shall start. */
export type HostedOptions = {
  databaseUrl: string;
  /** Without it Temporal is away. */
  temporalAddress?: string;
  allowLocal?: boolean;
  /** How long requests wait for the authority; long enough for a machine that is busy, unless told otherwise. */
  patienceMs?: number;
  publicUrl?: string;
  /** Keeps calls of companies' keys, by this way to the same database; without it none are kept. */
  callsUrl?: string;
  portal?: PortalSetting;
  stalledAfterMs?: number;
  /** What is printed comes as the HTML that a browser would get. */
  printsHtml?: boolean;
};

/** Starts an API in that program. */
export const startHosted = (options: HostedOptions): Promise<{ url: string }> => ask('POST', options);

/** The lines that it has logged; errors among their facts as plain objects. */
export const logsOfHosted = (url: string): Promise<Record<string, unknown>[]> => ask('GET', { url });

/** What a scrape of it gets. */
export const metricsOfHosted = (url: string): Promise<string> => ask('PUT', { url });

export const closeHosted = (url: string): Promise<null> => ask('DELETE', { url });

async function ask<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  about: HostedOptions | { url: string },
): Promise<Answer> {
  const address = new URL(process.env.TEST_API_HOST!);
  address.searchParams.set('about', JSON.stringify(about));
  const response = await fetch(address, { method });
  const text = await response.text();
  if (!response.ok) throw new Error(`the program that holds the APIs failed: ${text}`);
  return JSON.parse(text) as Answer;
}
