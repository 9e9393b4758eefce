import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-settings.ts';

const connectionTimeoutMs = 5_000;

/** How long is waited altogether, tries and pauses included: for a short request, for a part on a slow line. */
export const patienceMs = { request: 30_000, part: 120_000, joining: 600_000 };

/** How long a server may say nothing before it counts as away. */
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
