import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { ownPorts } from './own-ports.ts';

/** A person's account at the provider, and how the person signs in there (`acr`). */
export type Account = { email?: string; email_verified?: boolean; name?: string; acr?: string };

export const clientSecret = 'segredo-do-cliente-de-testes';

/** An organization's sign-in: a real OpenID provider on this machine, which signs in whomever the test says. */
export async function identityProvider(redirectUri: string, leftUri: string) {
  const [port = 0] = await ownPorts(1);
  const issuer = `http://localhost:${port}`;
  const accounts = new Map<string, Account>();
  const state: { isAway: boolean; hangs: boolean; answersWith: string | null } = {
    isAway: false,
    hangs: false,
    answersWith: null,
  };
  const clientOf = (id: string) => ({
    ...{ client_id: id, client_secret: clientSecret, redirect_uris: [redirectUri], response_types: ['code'] },
    ...{ grant_types: ['authorization_code'], post_logout_redirect_uris: [leftUri] },
    token_endpoint_auth_method: 'client_secret_post',
  });
  const provider = new Provider(issuer, {
    clients: [clientOf('lavra'), clientOf('another')],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    acrValues: ['mfa'],
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...accounts.get(sub) }),
    }),
    loadExistingGrant: async ({ oidc }: Oidc) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((req, res) => {
    if (state.hangs) return;
    if (state.isAway) return void res.writeHead(503).end();
    if (state.answersWith !== null && req.url?.startsWith('/token')) return sendTokens(res, state.answersWith);
    const [, sub] = /^\/as\/([^/]+)\/interaction\//.exec(req.url ?? '') ?? [];
    if (sub !== undefined) return void letIn(req, res, sub);
    answer(req, res);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');

  async function letIn(req: IncomingMessage, res: ServerResponse, sub: string): Promise<void> {
    const { acr } = accounts.get(sub) ?? {};
    await provider.interactionFinished(req, res, { login: { accountId: sub, ...(acr ? { acr } : {}) } });
  }

  /** Follows the panel's redirect to the provider and signs in there. @returns the address that the provider redirects back to */
  async function signIn(address: string, sub: string): Promise<URL> {
    const jar = new Map<string, string>();
    let next = address;
    for (let step = 0; step < 8; step += 1) {
      const asked = next.replace(`${issuer}/interaction/`, `${issuer}/as/${sub}/interaction/`);
      const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
      const { headers: got, status } = await fetch(asked, { redirect: 'manual', headers });
      for (const cookie of got.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      const location = got.get('location');
      if (location === null) throw new Error(`the provider stopped at ${asked} with ${status}`);
      next = new URL(location, asked).href;
      if (next.startsWith(redirectUri)) return new URL(next);
    }
    throw new Error('the provider leads in circles');
  }

  return {
    issuer,
    accounts,
    state,
    signIn,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Oidc = { oidc: { client: { clientId: string }; session: { accountId: string } } };

function sendTokens(res: ServerResponse, body: string): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end(body);
}
