import { z } from 'zod';

/** Our least part. S3 takes parts from 5 MiB and at most 10,000 of a file: files of up to 78 GiB. */
export const minPartBytes = 8 * 1024 * 1024;

const address = z.url({ protocol: /^https?$/, error: 'must be http://host:port or https://host:port' });

const query = z.strictObject({
  endpoint: address.optional(),
  'public-endpoint': address.optional(),
  region: z.string().min(1).optional(),
  'path-style': z.enum(['true', 'false']).optional(),
});

export type S3Settings = {
  bucket: string;
  /** Prefix of every key; empty, or ends with `/`. */
  prefix: string;
  /** Address of the server; absent for AWS's own. */
  endpoint?: string | undefined;
  /** Address of the same server for those who follow a link. */
  publicEndpoint?: string | undefined;
  /** Region; absent: the AWS SDK finds it in its own settings. */
  region?: string | undefined;
  /** Whether the bucket is in the path of a URL, and not in its host name. */
  isPathStyle: boolean;
};

/**
 * The settings in `s3://bucket/prefix?endpoint=…&public-endpoint=…&region=…&path-style=…`. Credentials come from the environment.
 *
 * @throws {Error} naming the part that is not valid, without repeating the address
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
    // Servers other than AWS's mostly have no regions, but the signature names one.
    region: region ?? (endpoint === undefined ? undefined : 'us-east-1'),
    isPathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
  };
}
