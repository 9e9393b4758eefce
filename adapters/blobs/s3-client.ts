import { S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';

const connectionTimeoutMs = 5_000;

/** How long is waited altogether, tries and pauses included: for a short request, for a part on a slow line. */
export const patienceMs = { request: 30_000, part: 120_000, joining: 600_000 };

/** A server that says nothing for so long is away. */
export type Silence = { silenceMs?: number };

/** Connections to one server. The credentials are found as all tools of AWS find them, and renewed. */
export type S3Connections = {
  /** Tries up to three times, for a short while. */
  client: S3Client;
  /** Asks once and waits long: some servers copy all parts before they answer. */
  patient: S3Client;
  /** Signs links with the address that those know who follow them. */
  signing: S3Client;
  close(): void;
};

export function s3Connections(
  { endpoint, publicEndpoint, region, isPathStyle }: S3Settings,
  { silenceMs = 10_000 }: Silence = {},
): S3Connections {
  const common = {
    ...(region === undefined ? {} : { region }),
    forcePathStyle: isPathStyle,
    // Further checksums than the one that the signature has of every body are not known to all servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const at = (address: string | undefined) => (address === undefined ? common : { ...common, endpoint: address });
  const connectionTimeout = connectionTimeoutMs;
  const client = new S3Client({
    ...at(endpoint),
    maxAttempts: 3,
    requestHandler: { connectionTimeout, socketTimeout: silenceMs },
  });
  const patient = new S3Client({
    ...at(endpoint),
    maxAttempts: 1,
    requestHandler: { connectionTimeout, socketTimeout: 0 },
  });
  const signing = publicEndpoint === undefined ? client : new S3Client(at(publicEndpoint));
  const close = (): void => {
    for (const each of new Set([client, patient, signing])) each.destroy();
  };
  return { client, patient, signing, close };
}

/** The answer to what is asked; given up when it does not begin in time. The body of an answer may take as long as it does. */
export async function withinMs<Answer>(
  milliseconds: number,
  ask: (options: { abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), milliseconds);
  try {
    return await ask({ abortSignal: patience.signal });
  } finally {
    clearTimeout(timer);
  }
}

const address = z.url({ protocol: /^https?$/, error: 'must be http://host:port or https://host:port' });

const query = z.strictObject({
  endpoint: address.optional(),
  'public-endpoint': address.optional(),
  region: z.string().min(1).optional(),
  'path-style': z.enum(['true', 'false']).optional(),
});

export type S3Settings = {
  bucket: string;
  /** Before every key; empty, or ends with `/`. */
  prefix: string;
  /** Address of the server; absent for AWS's own. */
  endpoint?: string | undefined;
  /** The same server as those reach it who follow a link. */
  publicEndpoint?: string | undefined;
  /** Absent: AWS's chain of settings says it. */
  region?: string | undefined;
  /** Whether the bucket stands in the path of an address, and not in its host name. */
  isPathStyle: boolean;
};

/**
 * What `s3://bucket/prefix?endpoint=…&public-endpoint=…&region=…&path-style=…` says. Credentials are the environment's.
 *
 * @throws {Error} naming what does not make sense, without repeating the address
 */
export function s3Settings(url: string): S3Settings {
  const { username, password, hostname, port, pathname, searchParams } = new URL(url);
  if (username !== '' || password !== '') {
    throw new Error('LAVRA_BLOBS must not hold credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (hostname === '') throw new Error('LAVRA_BLOBS names no bucket: s3://bucket/prefix');
  if (port !== '')
    throw new Error('LAVRA_BLOBS: the address of a server goes into endpoint, s3:// is followed by a bucket');
  const parsed = query.safeParse(Object.fromEntries(searchParams));
  if (!parsed.success) throw new Error(`LAVRA_BLOBS: ${z.prettifyError(parsed.error)}`);
  const { endpoint, region, 'public-endpoint': publicEndpoint, 'path-style': pathStyle } = parsed.data;
  const path = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    publicEndpoint,
    // Servers other than AWS's hardly know regions, but the signature names one.
    region: region ?? (endpoint === undefined ? undefined : 'us-east-1'),
    isPathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
  };
}
