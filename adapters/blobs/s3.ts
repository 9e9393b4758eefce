import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import type { StoredUpload } from '../../domain/closings/closing.entity.ts';
import { attachment } from './attachment.ts';
import { BlobFailed, type Blobs, type ByteRange } from './blobs.ts';
import { checkStore } from './check-store.ts';
import { comparison } from './comparison.ts';
import { failingAs } from './failing-as.ts';
import { checkedKey } from './key.ts';
import { patienceMs, s3Connections, within } from './s3-client.ts';
import { onS3, s3Failed } from './s3-fault.ts';
import { abortUpload, beginUpload, joinParts, putPart, type S3Object } from './s3-multipart.ts';
import type { S3Settings } from './s3-settings.ts';
import { sweepUploads } from './s3-sweep.ts';

/** S3 takes parts from 5 MiB and at most 10,000 of a file: files of 78 GiB. */
const minPartBytes = 8 * 1024 * 1024;

/** Objects in a bucket of S3, or of a server that speaks as S3 does. */
export function s3Blobs(settings: S3Settings): Blobs {
  const { bucket, prefix } = settings;
  const to = s3Connections(settings);
  const objectOf = (key: string): S3Object => ({ Bucket: bucket, Key: prefix + checkedKey(key) });

  const read = async (object: S3Object, range?: ByteRange): Promise<Readable> => {
    const asked = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const { Body } = await within(patienceMs.request, (options) =>
      to.client.send(new GetObjectCommand({ ...object, ...asked }), options),
    );
    if (!(Body instanceof Readable)) throw new TypeError('the SDK gives streams in Node.js');
    return failingAs(s3Failed, Body);
  };
  const remove = async (object: S3Object): Promise<void> => {
    await within(patienceMs.request, (options) => to.client.send(new DeleteObjectCommand(object), options));
  };
  const complete = async (object: S3Object, upload: StoredUpload, onBytes?: (count: number) => void) => {
    await joinParts(to, object, upload);
    const compared = comparison(upload.parts, onBytes);
    try {
      const chunks: AsyncIterable<Buffer> = await read(object);
      for await (const chunk of chunks) compared.add(chunk);
      return compared.end();
    } catch (error) {
      if (error instanceof BlobFailed && error.fault === 'damaged') await remove(object);
      throw error;
    }
  };

  const objects = {
    begin: (key) => onS3(() => beginUpload(to, objectOf(key))),
    put: (key, uploadId, number, content) =>
      onS3(() => putPart(to, { object: objectOf(key), uploadId, number }, content)),
    complete: (key, upload, onBytes) => onS3(() => complete(objectOf(key), upload, onBytes)),
    abort: (key, uploadId) => onS3(() => abortUpload(to, objectOf(key), uploadId)),
    read: (key, range) => onS3(() => read(objectOf(key), range)),
    remove: (key) => onS3(() => remove(objectOf(key))),
    sweep: (before, isAlive) => onS3(() => sweepUploads(to, { bucket, prefix }, { before, isAlive })),
    link: (key, { fileName, seconds }) => {
      const saved = { ResponseContentDisposition: attachment(fileName), ResponseContentType: 'application/zip' };
      return onS3(() =>
        getSignedUrl(to.signing, new GetObjectCommand({ ...objectOf(key), ...saved }), { expiresIn: seconds }),
      );
    },
  } satisfies Partial<Blobs>;
  return { ...objects, minPartBytes, check: () => checkStore(objects), close: () => to.close() };
}
