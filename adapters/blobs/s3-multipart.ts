import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { StoredPart, StoredUpload } from '../../domain/closings/closing.entity.ts';
import { BlobFailed } from './blobs.ts';
import { partsInOrder, sizeOf } from './parts-check.ts';
import { patienceMs, type S3Connections, withinMs } from './s3-client.ts';
import { s3Failed } from './s3-fault.ts';

/** An object and its bucket, under the names of S3's requests. */
export type S3Object = { Bucket: string; Key: string };

export async function beginUpload({ client }: S3Connections, object: S3Object): Promise<string> {
  const command = new CreateMultipartUploadCommand({ ...object, ContentType: 'application/zip' });
  const { UploadId } = await withinMs(patienceMs.request, (options) => client.send(command, options));
  if (UploadId === undefined) throw new BlobFailed('away', 'O armazenamento S3 (LAVRA_BLOBS) não abriu o arquivo.');
  return UploadId;
}

/** Uploads a part. The server checks the body against its SHA-256, which is in the signature. */
export async function putPart(
  { client }: S3Connections,
  { object, uploadId, number }: { object: S3Object; uploadId: string; number: number },
  content: readonly Uint8Array[],
): Promise<StoredPart> {
  const [only] = content;
  // One buffer, because the SDK can send a body again only when it is in memory.
  const body = only && content.length === 1 ? only : Buffer.concat(content);
  const command = new UploadPartCommand({ ...object, UploadId: uploadId, PartNumber: number, Body: body });
  const { ETag } = await withinMs(patienceMs.part, (options) => client.send(command, options));
  if (ETag === undefined) throw new BlobFailed('away', 'O armazenamento S3 (LAVRA_BLOBS) não confirmou uma parte.');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { number, size: body.length, sha256, tag: ETag };
}

/** Joins the parts into one object. An object that exists was made by a request whose answer was lost. */
export async function joinParts(to: S3Connections, object: S3Object, { uploadId, parts }: StoredUpload): Promise<void> {
  const Parts = partsInOrder(parts).map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
  const command = new CompleteMultipartUploadCommand({ ...object, UploadId: uploadId, MultipartUpload: { Parts } });
  try {
    await withinMs(patienceMs.joining, (options) => to.patient.send(command, options));
  } catch (error) {
    const failed = s3Failed(error);
    if (failed.fault === 'missing' && (await sizeOfObject(to, object)) === sizeOf(parts)) return;
    throw failed;
  }
}

export async function abortUpload({ client }: S3Connections, object: S3Object, uploadId: string): Promise<void> {
  try {
    const command = new AbortMultipartUploadCommand({ ...object, UploadId: uploadId });
    await withinMs(patienceMs.request, (options) => client.send(command, options));
  } catch (error) {
    const failed = s3Failed(error);
    if (failed.fault !== 'missing') throw failed;
  }
}

async function sizeOfObject({ client }: S3Connections, object: S3Object): Promise<number | undefined> {
  try {
    const { ContentLength } = await withinMs(patienceMs.request, (options) =>
      client.send(new HeadObjectCommand(object), options),
    );
    return ContentLength;
  } catch (error) {
    const failed = s3Failed(error);
    if (failed.fault === 'missing') return undefined;
    throw failed;
  }
}

type Place = { bucket: string; prefix: string };

/** Aborts uploads below the prefix that began before `before` and that nobody continues. */
export async function sweepUploads(
  to: S3Connections,
  { bucket, prefix }: Place,
  { before, isAlive }: { before: Date; isAlive: (uploadId: string) => boolean },
): Promise<number> {
  let count = 0;
  for await (const { Key, UploadId, Initiated } of begun(to, { Bucket: bucket, Prefix: prefix })) {
    if (Key === undefined || UploadId === undefined || Initiated === undefined) continue;
    if (Initiated >= before || isAlive(UploadId)) continue;
    await abortUpload(to, { Bucket: bucket, Key }, UploadId);
    count += 1;
  }
  return count;
}

async function* begun({ client }: S3Connections, below: { Bucket: string; Prefix: string }) {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ ...below, ...from });
    const page = await withinMs(patienceMs.request, (options) => client.send(command, options));
    yield* page.Uploads ?? [];
    if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return;
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
