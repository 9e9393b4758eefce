import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-settings.ts';

const connectionTimeoutMs = 5_000;

/** Time limits over all tries and pauses: of a short request, of a part on a slow line, of joining the parts. */
export const patienceMs = { request: 30_000, part: 120_000, joining: 600_000 };

/** After how long without a byte from the server it counts as away. */
export type Silence = { silenceMs?: number };

/** Clients of one server. They find and renew credentials as all AWS tools do. */
export type S3Connections = {
  /** Tries up to three times, within a short time. */
  client: S3Client;
  /** Tries once and waits long: some servers copy all parts before they answer. */
  patient: S3Client;
  /** Signs links with the address at which those who follow them reach the server. */
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
    // Not all servers know checksums besides the SHA-256 of each body that the signature has.
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

/** The answer to a request; aborted when the answer does not begin in time. Its body may take as long as it does. */
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
