import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { StoredUpload } from '../../domain/closings/closing.entity.ts';
import { BlobFailed, type Blobs, type ByteRange, checkedKey, checkStore, failingAs } from './blobs.ts';
import { checkAgainstParts } from './parts-check.ts';
import { patienceMs, type S3Connections, s3Connections, type Silence, withinMs } from './s3-client.ts';
import { onS3, s3Failed } from './s3-fault.ts';
import { abortUpload, beginUpload, joinParts, putPart, type S3Object, sweepUploads } from './s3-multipart.ts';
import { minPartBytes, type S3Settings } from './s3-settings.ts';

/** A store in a bucket of S3, or of a server with its API. */
export function s3Blobs(settings: S3Settings, silence?: Silence): Blobs {
  const { bucket, prefix } = settings;
  const to = s3Connections(settings, silence);
  const on = async <Result>(key: string, step: (object: S3Object) => Promise<Result>): Promise<Result> => {
    const object = { Bucket: bucket, Key: prefix + checkedKey(key) };
    return onS3(() => step(object));
  };

  const read = async (object: S3Object, range?: ByteRange): Promise<Readable> => {
    const asked = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const { Body } = await withinMs(patienceMs.request, (options) =>
      to.client.send(new GetObjectCommand({ ...object, ...asked }), options),
    );
    if (!(Body instanceof Readable)) throw new TypeError('the SDK gives streams in Node.js');
    return failingAs(s3Failed, Body);
  };
  const remove = async (object: S3Object): Promise<void> => {
    await withinMs(patienceMs.request, (options) => to.client.send(new DeleteObjectCommand(object), options));
  };
  const complete = async (object: S3Object, upload: StoredUpload, onBytes?: (count: number) => void) => {
    await joinParts(to, object, upload);
    const compared = checkAgainstParts(upload.parts, onBytes);
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
    begin: (key) => on(key, (object) => beginUpload(to, object)),
    put: (key, uploadId, number, content) => on(key, (object) => putPart(to, { object, uploadId, number }, content)),
    complete: (key, upload, onBytes) => on(key, (object) => complete(object, upload, onBytes)),
    abort: (key, uploadId) => on(key, (object) => abortUpload(to, object, uploadId)),
    read: (key, range) => on(key, (object) => read(object, range)),
    remove: (key) => on(key, remove),
    link: (key, as) => on(key, (object) => signedLink(to, object, as)),
    sweep: (before, isAlive) => onS3(() => sweepUploads(to, { bucket, prefix }, { before, isAlive })),
  } satisfies Partial<Blobs>;
  return { ...objects, minPartBytes, check: () => checkStore(objects), close: () => to.close() };
}

function signedLink(to: S3Connections, object: S3Object, { fileName, seconds }: { fileName: string; seconds: number }) {
  const saved = { ResponseContentDisposition: attachment(fileName), ResponseContentType: 'application/zip' };
  return getSignedUrl(to.signing, new GetObjectCommand({ ...object, ...saved }), { expiresIn: seconds });
}

/**
 * A `Content-Disposition` that saves under this name: unchanged for programs that know RFC 6266, without accents for others. Escapes also the
 * characters that RFC 8187 §3.2.1 has escaped and `encodeURIComponent` leaves.
 */
function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
