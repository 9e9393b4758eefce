import { EnvHttpProxyAgent } from 'undici';

/** The proxies that the environment names for requests that leave this computer; '' where it names none. */
export type Proxies = { http: string; https: string; none: string };

/** In small letters first, as curl and Node read them. */
export function proxiesIn(setting: (name: string) => string | undefined): Proxies {
  const either = (name: string): string => setting(name.toLowerCase()) ?? setting(name) ?? '';
  return { http: either('HTTP_PROXY'), https: either('HTTPS_PROXY'), none: either('NO_PROXY') };
}

/** Sends requests by way of these proxies. */
export function proxyAgent({ http, https, none }: Proxies): EnvHttpProxyAgent {
  return new EnvHttpProxyAgent({ httpProxy: http, httpsProxy: https, noProxy: none });
}

/** The proxies as an error names them, without their passwords. */
export function proxiesInWords({ http, https, none }: Proxies): string {
  const named = Object.entries({ HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: none }).filter(([, value]) => value);
  if (named.length === 0) return 'sem proxy: HTTPS_PROXY e HTTP_PROXY não estão definidas';
  return named.map(([name, value]) => `${name}=${value.replace(/\/\/[^/@]*@/, '//***@')}`).join(', ');
}
