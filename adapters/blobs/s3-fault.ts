import { types } from 'node:util';
import { BlobFailed, type BlobFault } from './blobs.ts';

/**
 * Error codes of S3 (API reference, "List of error codes", 2026-11) and of servers with its API (MinIO `cmd/api-errors.go`, Ceph `rgw_common.cc`)
 * whose HTTP status alone would mean another fault.
 */
const faultOfCode: Record<string, BlobFault> = {
  NoSuchKey: 'missing',
  NotFound: 'missing',
  NoSuchUpload: 'missing',
  InvalidPart: 'missing',
  InvalidPartOrder: 'missing',
  BadDigest: 'damaged',
  XAmzContentSHA256Mismatch: 'damaged',
  XAmzContentChecksumMismatch: 'damaged',
  QuotaExceeded: 'full',
  InsufficientStorage: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  RequestTimeout: 'away',
  // Errors without an answer, because our own side is not set up.
  CredentialsProviderError: 'refused',
  'Region is missing': 'refused',
  CERT_HAS_EXPIRED: 'refused',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'refused',
  SELF_SIGNED_CERT_IN_CHAIN: 'refused',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'refused',
  ERR_TLS_CERT_ALTNAME_INVALID: 'refused',
};

/** Other statuses are `refused` from 300 on, and `away` from 500 on. */
const faultOfStatus: Record<number, BlobFault> = { 408: 'away', 409: 'away', 429: 'away', 507: 'full' };

/** Offices read these sentences, too, so they name the setting and not the server. */
const sentences: Record<BlobFault, string> = {
  away: 'O armazenamento S3 (LAVRA_BLOBS) não respondeu ou pediu para esperar',
  full: 'O armazenamento S3 (LAVRA_BLOBS) está sem espaço ou atingiu a sua cota',
  refused: 'O armazenamento S3 (LAVRA_BLOBS) recusou o acesso: confira o endereço, o bucket e as credenciais',
  missing: 'O arquivo, ou uma parte dele, não está mais no armazenamento S3 (LAVRA_BLOBS)',
  damaged: 'O armazenamento S3 (LAVRA_BLOBS) recebeu outra coisa do que foi enviado',
};

/** The result of a request. @throws {BlobFailed} for whatever the server or the network did */
export async function onS3<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw s3Failed(error);
  }
}

export function s3Failed(error: unknown): BlobFailed {
  if (error instanceof BlobFailed) return error;
  const { code, status } = told(error);
  const fault = faultOf(code, status);
  const words = status === undefined ? code : `${status} ${code}`;
  return new BlobFailed(fault, `${sentences[fault]} (${words}).`, { cause: error });
}

function faultOf(code: string, status: number | undefined): BlobFault {
  const known = faultOfCode[code] ?? faultOfStatus[status ?? 0];
  if (known) return known;
  return status !== undefined && status >= 300 && status < 500 ? 'refused' : 'away';
}

/**
 * The error's code: the server's, else the system's, else the SDK's short name. The server's message is left out, because it may repeat what was
 * sent.
 */
function told(error: unknown): { code: string; status?: number | undefined } {
  if (!types.isNativeError(error)) return { code: String(error) };
  const status = statusOf(error);
  if (status !== undefined) return { code: error.name, status };
  if ('code' in error && typeof error.code === 'string') return { code: error.code };
  return { code: error.name === 'Error' ? error.message : error.name };
}

function statusOf(error: Error): number | undefined {
  if (!('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
