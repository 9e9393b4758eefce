import { crc32, deflateSync } from 'node:zlib';

export type Picture = { widthPx: number; heightPx: number; rgb: readonly [number, number, number] };

/** A PNG of one colour as a `data:` URL. */
export function picture({ widthPx, heightPx, rgb }: Picture): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: widthPx }, () => rgb).flat()]);
  const rows = Buffer.concat(Array.from({ length: heightPx }, () => row));
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
