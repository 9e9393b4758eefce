import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip that a test makes; `saysBytes` is the size that its header wrongly claims. */
export type Zipped = { name: string; content: string | Buffer; mode?: number; saysBytes?: number };

const ordinary = 0o100644;
const unix = 3 << 8;
const version = 20;
const deflated = 8;

/** A zip as its format says (PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipOf(files: Zipped[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = ordinary, saysBytes } of files) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const named = Buffer.from(name);
    const common = fields([2, 0], [2, deflated], [4, 0], [4, crc32(data)], [4, packed.length]);
    const sizes = Buffer.concat([common, fields([4, saysBytes ?? data.length], [2, named.length], [2, 0])]);
    const local = Buffer.concat([fields([4, 0x04034b50], [2, version]), sizes, named, packed]);
    const attributes = fields([2, 0], [2, 0], [2, 0], [4, mode * 0x10000], [4, offset]);
    directory.push(fields([4, 0x02014b50], [2, unix | version], [2, version]), sizes, attributes, named);
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const counts = fields([2, files.length], [2, files.length], [4, central.length], [4, offset], [2, 0]);
  return Buffer.concat([...bodies, central, fields([4, 0x06054b50], [4, 0]), counts]);
}

function fields(...wanted: [bytes: number, value: number][]): Buffer {
  return Buffer.concat(
    wanted.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
