/** What the header before a file records; of a streamed file CRC-32 and sizes are not known yet, and 0. */
export type LocalFacts = Omit<WrittenMember, 'offset'>;

/** What the end of an archive records of the directory. */
export type DirectoryPlace = { count: number; byteLength: number; offset: number };

// Numbers of PKWARE's APPNOTE.TXT 6.3.10: §4.3.7 local header, §4.3.9 data descriptor, §4.3.12 directory, §4.3.14 to §4.3.16 end, §4.5.3 ZIP64.
export const stored = 0;
export const deflated = 8;
/** Value of a field of 16 or 32 bits whose number stands in the ZIP64 record. */
export const unknown16 = 0xffff;
export const unknown32 = 0xffffffff;
const nameIsUtf8 = 0x0800;
const factsFollow = 0x0008;
const needsDeflate = 20;
const needsZip64 = 45;
const madeByUnix = (3 << 8) | needsZip64;
/** A plain file, writable by its owner and readable by all. */
const unixMode = 0o100644 * 0x10000;

/** The header before a file. */
export function localHeader(facts: LocalFacts): Buffer {
  const name = Buffer.from(facts.name);
  const extra = timestampField(facts.modifiedAt);
  const header = Buffer.allocUnsafe(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(needsDeflate, 4);
  writeFacts(header, 6, facts);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/**
 * The data descriptor behind a streamed file. It has sizes of 64 bits only where they need them, as yazl and Go's archive/zip write it: the header
 * before the file cannot say which form follows, and readers that do not use the directory expect the short one.
 */
export function dataDescriptor({ crc32, size, storedSize }: LocalFacts): Buffer {
  const isLarge = Math.max(size, storedSize) >= unknown32;
  const descriptor = Buffer.allocUnsafe(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc32, 4);
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(storedSize), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(storedSize, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

/** The directory's entry of a file. */
export function directoryHeader(member: WrittenMember): Buffer {
  const { offset, modifiedAt } = member;
  const large = largeNumbers(member);
  const name = Buffer.from(member.name);
  const extra = [timestampField(modifiedAt), large];
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(madeByUnix, 4);
  header.writeUInt16LE(large.length > 0 ? needsZip64 : needsDeflate, 6);
  writeFacts(header, 8, member);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(byteLength(extra), 30);
  header.writeUInt32LE(unixMode, 38);
  header.writeUInt32LE(Math.min(offset, unknown32), 42);
  return Buffer.concat([header, name, ...extra]);
}

/** The end of an archive, after the records of ZIP64 where a number does not fit. */
export function endOfArchive(directory: DirectoryPlace): Buffer {
  const { count, byteLength, offset } = directory;
  const isZip64 = count >= unknown16 || byteLength >= unknown32 || offset >= unknown32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, unknown16), 8);
  end.writeUInt16LE(Math.min(count, unknown16), 10);
  end.writeUInt32LE(Math.min(byteLength, unknown32), 12);
  end.writeUInt32LE(Math.min(offset, unknown32), 16);
  return isZip64 ? Buffer.concat([zip64End(directory), end]) : end;
}

/** Writes flags, method, time, CRC-32 and both sizes, which stand alike in local header and directory. */
function writeFacts(header: Buffer, at: number, facts: LocalFacts): void {
  header.writeUInt16LE(facts.streamed ? nameIsUtf8 | factsFollow : nameIsUtf8, at);
  header.writeUInt16LE(facts.method, at + 2);
  header.writeUInt32LE(dosTime(facts.modifiedAt), at + 4);
  header.writeUInt32LE(facts.crc32, at + 8);
  header.writeUInt32LE(Math.min(facts.storedSize, unknown32), at + 12);
  header.writeUInt32LE(Math.min(facts.size, unknown32), at + 16);
}

/** The numbers that do not fit their fields, in the order of §4.5.3; empty where all fit. */
function largeNumbers({ size, storedSize, offset }: WrittenMember): Buffer {
  const numbers = [size, storedSize, offset].filter((number) => number >= unknown32);
  if (numbers.length === 0) return Buffer.alloc(0);
  const field = Buffer.allocUnsafe(4 + 8 * numbers.length);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  numbers.forEach((number, place) => field.writeBigUInt64LE(BigInt(number), 4 + 8 * place));
  return field;
}

/** The ZIP64 end record, with the directory's place in 64 bits, and its locator. */
function zip64End({ count, byteLength, offset }: DirectoryPlace): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(56n - 12n, 4);
  record.writeUInt16LE(madeByUnix, 12);
  record.writeUInt16LE(needsZip64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(byteLength), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + byteLength), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

function byteLength(buffers: Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0);
}

/** What an archive's directory records of a file in it. */
export type WrittenMember = {
  name: string;
  modifiedAt: Date;
  /** 0 stored, 8 deflated. */
  method: number;
  crc32: number;
  /** Bytes of the content, and bytes that the archive holds of it. */
  size: number;
  storedSize: number;
  /** Where the file's header begins, in bytes from the archive's start. */
  offset: number;
  /** Whether a data descriptor with CRC-32 and sizes follows the content. */
  streamed: boolean;
};

/** Brasília's offset from UTC, which has had no daylight saving time since 2019 (Decreto 9.772). */
const brasiliaMs = -3 * 60 * 60 * 1000;

const earliestMs = Date.UTC(1980, 0, 1);
const latestMs = Date.UTC(2107, 11, 31, 23, 59, 58);
const latestUnixSeconds = 0x7fffffff;

/**
 * An instant as the headers of a ZIP have it: Brasília's clock, because they have no time zone, to two seconds, from 1980 to 2107; date in the upper
 * half, time in the lower (APPNOTE 6.3.10 §4.4.6).
 */
function dosTime(instant: Date): number {
  const at = new Date(Math.min(Math.max(instant.getTime() + brasiliaMs, earliestMs), latestMs));
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

/** An extra field with the instant in UTC to the second, which unzip and others prefer (Info-ZIP, 0x5455); empty beyond its 31 bits. */
function timestampField(instant: Date): Buffer {
  const seconds = Math.floor(instant.getTime() / 1000);
  if (seconds < 0 || seconds > latestUnixSeconds) return Buffer.alloc(0);
  const field = Buffer.allocUnsafe(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4); // flag: only the time of modification follows
  field.writeUInt32LE(seconds, 5);
  return field;
}
