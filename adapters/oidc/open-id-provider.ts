import * as client from 'openid-client';
import {
  type IdentityProvider,
  ProviderAway,
  ProviderRefused,
  type ProviderTry,
  type VouchedPerson,
} from '../../domain/accounts/identity-provider.ts';

export type OpenIdSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider sends people back after they signed in; it must be registered there. */
  redirectUri: string;
  /** Where the provider sends people back after they signed out. */
  leftUri: string;
} & Pick<IdentityProvider, 'name' | 'domains' | 'secondFactors'>;

/** Short, because somebody waits for the page. */
const timeoutSeconds = 8;
/** For how long the provider's metadata is kept. */
const believedMs = 3_600_000;
/** The greatest age of a sign-in at the provider, where somebody has to prove anew who she is. */
const anewSeconds = 180;

/**
 * The organization's sign-in by OpenID Connect: authorization code with PKCE, state and nonce. The provider's metadata is fetched when it is first
 * needed.
 */
export function openIdProvider(settings: OpenIdSettings): IdentityProvider {
  const { name, domains, secondFactors, redirectUri, leftUri } = settings;
  const configured = believed(() => discover(settings));

  return {
    ...{ name, domains, secondFactors },
    async start({ state, nonce, verifier }: ProviderTry, { isAnew }): Promise<URL> {
      const config = await told(configured);
      return client.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirectUri, scope: 'openid email profile', state, nonce },
        ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
        ...(secondFactors.length > 0 ? { acr_values: secondFactors.join(' ') } : {}),
        ...(isAnew ? { prompt: 'login', max_age: '0' } : {}),
      });
    },

    async finish(query: string, { state, nonce, verifier }: ProviderTry, { isAnew }): Promise<VouchedPerson> {
      const config = await told(configured);
      const answer = new URL(redirectUri);
      answer.search = query;
      const tokens = await told(() =>
        client.authorizationCodeGrant(config, answer, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
          ...(isAnew ? { maxAge: anewSeconds } : {}),
        }),
      );
      const claims = tokens.claims();
      if (!claims) throw new ProviderRefused('the provider sent no ID token');
      const says = claims['email'] === undefined ? await moreOf(config, tokens.access_token, claims.sub) : claims;
      return vouchedBy(claims, says);
    },

    async endAddress(): Promise<URL | null> {
      const config = await told(configured);
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: leftUri });
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<client.Configuration> {
  const server = new URL(issuer);
  const isPlain = server.protocol === 'http:'; // the settings allow http on the loopback address only
  return client.discovery(server, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
  });
}

/** Keeps the result of `ask` for an hour; a failure is not kept. */
function believed(ask: () => Promise<client.Configuration>): () => Promise<client.Configuration> {
  let known: { config: Promise<client.Configuration>; at: number } | null = null;
  return () => {
    if (known && performance.now() - known.at < believedMs) return known.config;
    const config = ask();
    known = { config, at: performance.now() };
    config.catch(() => (known = null));
    return config;
  };
}

/** The claims of the userinfo endpoint, where a small ID token does not have the e-mail. */
async function moreOf(config: client.Configuration, accessToken: string, subject: string): Promise<UserInfo> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  return told(() => client.fetchUserInfo(config, accessToken, subject));
}

type UserInfo = Record<string, unknown>;

function vouchedBy(claims: client.IDToken, says: UserInfo): VouchedPerson {
  const { email, email_verified: isVerified, name } = says;
  const amr = Array.isArray(claims['amr']) ? claims['amr'] : [];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email.trim().toLowerCase() : null,
    isVerified: isVerified === true,
    name: typeof name === 'string' ? name : null,
    factors: [claims['acr'], ...(amr as unknown[])].filter((factor) => typeof factor === 'string'),
  };
}

/** Turns the library's errors into one of two: ProviderAway or ProviderRefused. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const message = String(cause);
    throw isAway(cause) ? new ProviderAway(message, { cause }) : new ProviderRefused(message, { cause });
  }
}

const awayNames = new Set(['TimeoutError', 'AbortError']);

function isAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  // `fetch` throws a TypeError where there is no connection.
  if (error instanceof TypeError || awayNames.has(error.name)) return true;
  if (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT') return true;
  if (error.cause instanceof Response) return error.cause.status >= 500 || error.cause.status === 404;
  return isAway(error.cause, depth + 1);
}
