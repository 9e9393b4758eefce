import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { gzipParts, viewOf } from './gzip-parts.ts';
import { GzipRefused } from './gzip-refused.ts';
import { checkName, type ContentMember, type Member, type ReadyMember } from './member.ts';
import type { WrittenMember } from './written-member.ts';
import { deflated, localHeader, stored, unknown32 } from './zip-records.ts';

const deflate = promisify(deflateRaw);

/**
 * A file as an archive holds it from `offset` on: its header and its body. What was written is what the directory needs to know of it.
 *
 * @throws GzipRefused where `gzip` is not the file that `crc32` and `size` were found in
 * @throws RangeError for a name that leads elsewhere or is too long, and for 4 GiB in one file
 */
export async function writeMember(
  member: Member,
  offset: number,
): Promise<{ written: WrittenMember; bytes: [header: Buffer, body: Buffer] }> {
  const { name, modifiedAt } = member;
  checkName(name);
  const { body, ...facts } = 'gzip' in member ? ready(member) : await packed(member);
  const written = { name, modifiedAt, ...facts, storedSize: body.length, offset, streamed: false };
  return { written, bytes: [localHeader(written), body] };
}

function ready({ gzip, crc32, size }: ReadyMember) {
  const parts = gzipParts(gzip);
  if (parts.crc32 !== crc32) throw new GzipRefused('checksum');
  if (parts.size !== size) throw new GzipRefused('size');
  checkSize(Math.max(size, parts.deflated.length));
  return { method: deflated, crc32, size, body: parts.deflated };
}

async function packed({ content, stored: asItIs }: ContentMember) {
  checkSize(content.length);
  const facts = { crc32: crc32(content), size: content.length };
  const smaller = asItIs ? undefined : await deflate(content);
  if (smaller && smaller.length < content.length) return { ...facts, method: deflated, body: smaller };
  return { ...facts, method: stored, body: viewOf(content) };
}

function checkSize(byteLength: number): void {
  if (byteLength >= unknown32) throw new RangeError('a file of 4 GiB or more fits no archive');
}
