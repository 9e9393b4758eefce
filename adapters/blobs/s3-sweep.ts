import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { patienceMs, type S3Connections, within } from './s3-client.ts';
import { abortUpload } from './s3-multipart.ts';

type Place = { bucket: string; prefix: string };

/** Aborts the uploads below the prefix that began before `before` and are not alive. */
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
    const page = await within(patienceMs.request, (options) => client.send(command, options));
    yield* page.Uploads ?? [];
    if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return;
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
