import { createHash } from 'node:crypto';
import type { ContentMember, MemberName } from '../../adapters/archives/member.ts';
import { writeMember } from '../../adapters/archives/write-member.ts';
import type { MemberRow } from './keep.ts';

/** What a file of a ZIP is, and of what. */
export type PartMember = MemberName & ContentMember & Pick<MemberRow, 'kind' | 'documentId' | 'subjectId'>;

/** A piece of a ZIP in memory, on its way into the store. */
export type Part = ReturnType<typeof openPart>;

/** @param start where in the ZIP it begins */
export function openPart(start: number) {
  let chunks: Uint8Array[] = [];
  let byteLength = 0;
  let begin = start;
  const add = (bytes: Uint8Array): void => {
    chunks.push(bytes);
    byteLength += bytes.length;
  };
  return {
    byteLength: () => byteLength,
    /** Where in the ZIP the next byte goes. */
    offset: () => begin + byteLength,
    add,
    /** Writes files into it, deflated several at a time. */
    async write(members: readonly PartMember[]): Promise<MemberRow[]> {
      const packed = await Promise.all(members.map((member) => writeMember(member, 0)));
      return packed.map(({ written, bytes }, at) => {
        const { kind, documentId, subjectId, content } = members[at]!;
        const row = { ...written, offset: begin + byteLength, kind, documentId, subjectId, sha256: sha256(content) };
        bytes.forEach(add);
        return row;
      });
    },
    /** Its bytes; what follows is the next part. */
    take(): Uint8Array[] {
      const taken = chunks;
      begin += byteLength;
      chunks = [];
      byteLength = 0;
      return taken;
    },
  };
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
