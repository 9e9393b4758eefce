import { crc32, deflateSync } from 'node:zlib';

/** A PNG of sixteen greys; `greys` has one byte per pixel. */
export function greyPng({ widthPx, heightPx }: { widthPx: number; heightPx: number }, greys: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([4, 0, 0, 0, 0], 8);
  const rowBytes = 1 + Math.ceil(widthPx / 2);
  const rows = Buffer.alloc(rowBytes * heightPx);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const at = y * rowBytes + 1 + (x >> 1);
      const grey = Math.round((greys[y * widthPx + x] ?? 0) / 17);
      rows[at] = (rows[at] ?? 0) | (x % 2 === 0 ? grey << 4 : grey);
    }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
