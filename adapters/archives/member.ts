import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { validateFileName } from 'yauzl';
import { gzipParts, viewOf } from './gzip-parts.ts';
import { GzipRefused } from './gzip-refused.ts';
import { deflated, type Entry, stored, unknown16, unknown32 } from './zip-records.ts';

/**
 * A file for an archive. Either its bytes as gzip holds them, with what `inspectGzip` found in them: they go into the archive as they are.
 * Or a content, which is deflated where that makes it smaller. Names are paths with `/`.
 */
export type Member = { name: string; modifiedAt: Date } & (ReadyMember | { content: Uint8Array });
type ReadyMember = { gzip: Uint8Array; crc32: number; size: number };

const deflate = promisify(deflateRaw);

/**
 * What an archive holds of a member.
 *
 * @throws GzipRefused where `gzip` is not the file that `crc32` and `size` were found in
 * @throws RangeError for a name that leads elsewhere or is too long, and for 4 GiB in one file
 */
export async function entryOf(member: Member): Promise<Entry> {
  const { name, modifiedAt } = member;
  checkName(name);
  return { name, modifiedAt, ...('gzip' in member ? ready(member) : await packed(member.content)) };
}

function ready({ gzip, crc32, size }: ReadyMember) {
  const parts = gzipParts(gzip);
  if (parts.crc32 !== crc32) throw new GzipRefused('checksum');
  if (parts.size !== size) throw new GzipRefused('size');
  checkSize(Math.max(size, parts.deflated.length));
  return { method: deflated, crc32, size, body: parts.deflated } as const;
}

async function packed(content: Uint8Array) {
  checkSize(content.length);
  const facts = { crc32: crc32(content), size: content.length };
  const smaller = await deflate(content);
  if (smaller.length < content.length) return { ...facts, method: deflated, body: smaller } as const;
  return { ...facts, method: stored, body: viewOf(content) } as const;
}

function checkName(name: string): void {
  const isNameless = name === '' || name.endsWith('/') || name.includes('\0');
  const fault = isNameless ? `no name of a file: ${JSON.stringify(name)}` : validateFileName(name);
  if (fault) throw new RangeError(fault);
  if (Buffer.byteLength(name) > unknown16) throw new RangeError('the name of a file is longer than 65,535 bytes');
}

function checkSize(byteLength: number): void {
  if (byteLength >= unknown32) throw new RangeError('a file of 4 GiB or more fits no archive');
}
