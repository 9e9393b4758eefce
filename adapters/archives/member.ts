import { validateFileName } from 'yauzl';
import { unknown16 } from './zip-records.ts';

/**
 * A file for an archive. Either its bytes as gzip holds them, with what `inspectGzip` found in them: they go into the archive as they are.
 * Or a content, which is deflated where that makes it smaller, unless it says that it is to be `stored`. Names are paths with `/`.
 */
export type Member = MemberName & (ReadyMember | ContentMember);
export type MemberName = { name: string; modifiedAt: Date };
export type ReadyMember = { gzip: Uint8Array; crc32: number; size: number };
export type ContentMember = { content: Uint8Array; stored?: true };

/** @throws RangeError for a name that leads elsewhere, that no reader takes or that is too long */
export function checkName(name: string): void {
  const isNameless = name === '' || name.endsWith('/') || name.includes('\0');
  const fault = isNameless ? `no name of a file: ${JSON.stringify(name)}` : validateFileName(name);
  if (fault) throw new RangeError(fault);
  if (Buffer.byteLength(name) > unknown16) throw new RangeError('the name of a file is longer than 65,535 bytes');
}
