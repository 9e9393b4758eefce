import type { PortalSetting } from '../../../operations/accounts/portal-links.ts';

/** Options of an API that the program in `api-host.ts` starts. */
export type HostedOptions = {
  databaseUrl: string;
  /** Without it the API cannot reach Temporal. */
  temporalAddress?: string;
  allowLocal?: boolean;
  /** How long requests wait for the authority, in milliseconds; by default long enough for a busy machine. */
  patienceMs?: number;
  publicUrl?: string;
  /** The URL by which the API logs calls of companies' keys to the same database; without it no calls are logged. */
  callsUrl?: string;
  portal?: PortalSetting;
  stalledAfterMs?: number;
  /** Printed documents are returned as the HTML that the browser would print. */
  printsHtml?: boolean;
};

/** Starts an API in the program of `api-host.ts`. */
export const startHosted = (options: HostedOptions): Promise<{ url: string }> => ask('POST', options);

/** The lines that the API logged; errors in them are plain objects. */
export const logsOfHosted = (url: string): Promise<Record<string, unknown>[]> => ask('GET', { url });

/** The API's metrics, as a scrape gets them. */
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
