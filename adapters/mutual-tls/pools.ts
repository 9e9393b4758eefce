import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { buildConnector, Pool } from 'undici';
import { WireFault } from './wire-fault.ts';

/** An A1 certificate with its key; `fingerprint` identifies the certificate. */
export type TlsIdentity = {
  certificatePem: string;
  privateKeyPem: string;
  chainPem?: string | undefined;
  fingerprint: string;
};

export type PoolOptions = {
  /** Certificates in PEM that are trusted besides the roots that Node ships. */
  caBundle?: string | undefined;
  /** Address to connect to in place of DNS; server name, SNI and Host stay the real ones. */
  address?: { host: string; port: number } | undefined;
  connectTimeoutMs: number;
  /** Connections of one identity to one host; further requests wait. */
  maxConnections: number;
  /** Identities whose connections are kept, each with about 0.7 MB of root certificates; beyond them the least recently used is closed. */
  maxIdentities: number;
};

type Connections = { context: SecureContext; pools: Map<string, Pool> };

/**
 * Connection pools, one per identity and host: a connection that was opened with one company's certificate never carries another company's request.
 */
export function createPools(options: PoolOptions) {
  const { caBundle } = options;
  if (caBundle && !caBundle.includes('BEGIN CERTIFICATE'))
    throw new TypeError('the CA bundle holds no PEM certificate');
  const authorities = caBundle ? [...rootCertificates, caBundle] : [...rootCertificates];
  const identities = new LRUCache<string, Connections>({
    max: options.maxIdentities,
    dispose: ({ pools }) => pools.forEach((pool) => void pool.close()),
  });

  function connectionsOf(identity: TlsIdentity, host: string): Connections {
    const kept = identities.get(identity.fingerprint);
    if (kept) return kept;
    const connections = { context: contextOf(identity, authorities, host), pools: new Map<string, Pool>() };
    identities.set(identity.fingerprint, connections);
    return connections;
  }

  return {
    poolOf(url: URL, identity: TlsIdentity): Pool {
      const { context, pools } = connectionsOf(identity, url.host);
      const pool = pools.get(url.origin) ?? openPool(url, context, options);
      pools.set(url.origin, pool);
      return pool;
    },

    /** Lets exchanges under way finish, then closes every connection. */
    async close(): Promise<void> {
      const pools = [...identities.values()].flatMap((connections) => [...connections.pools.values()]);
      identities.clear();
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

/** The TLS context, made once per identity: reading the root certificates for each connection would cost more than the handshake (8 ms). */
function contextOf(identity: TlsIdentity, authorities: string[], host: string): SecureContext {
  const { certificatePem, privateKeyPem, chainPem = '' } = identity;
  try {
    return createSecureContext({
      ca: authorities,
      cert: `${certificatePem}\n${chainPem}`,
      key: privateKeyPem,
      minVersion: 'TLSv1.2',
    });
  } catch (cause) {
    throw new WireFault('identity', false, { host }, { cause });
  }
}

function openPool(url: URL, secureContext: SecureContext, options: PoolOptions): Pool {
  const { address, connectTimeoutMs, maxConnections } = options;
  const connector = buildConnector({
    secureContext,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
    allowH2: false,
    timeout: connectTimeoutMs,
    maxCachedSessions: 100,
  });
  return new Pool(url.origin, {
    connect: (wanted, callback) => {
      const dialled = address && { hostname: address.host, port: String(address.port) };
      connector({ ...wanted, servername: url.hostname, ...dialled }, callback);
    },
    // Hosts on IIS ask for the client certificate by renegotiation after the request, which is possible with HTTP/1.1 only.
    allowH2: false,
    connections: maxConnections,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
  });
}
