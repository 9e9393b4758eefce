/** How much of an answer is read and kept; no more than this is ever in memory. */
const limitBytes = 16 * 1024;

/** The beginning of an answer, and the fault that ended it early, if one did. */
type AnswerText = { body: string; fault?: unknown };

/**
 * Reads an answer to its end or to 16 KiB, whichever comes first; stopping early ends the connection. Never rejects: what came before a
 * fault is kept, because it may say why.
 */
export async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<AnswerText> {
  let kept = new Uint8Array();
  let size = 0;
  try {
    for await (const chunk of body) {
      const taken = chunk.subarray(0, limitBytes - size);
      // Copied, so that a piece of one byte does not keep its whole buffer in memory.
      if (size + taken.length > kept.length) kept = grown(kept, size + taken.length);
      kept.set(taken, size);
      size += taken.length;
      if (size === limitBytes) break;
    }
    return { body: storableText(kept.subarray(0, size)) };
  } catch (fault) {
    return { body: storableText(kept.subarray(0, size)), fault };
  }
}

function grown(kept: Uint8Array, needed: number): Uint8Array<ArrayBuffer> {
  const room = new Uint8Array(Math.min(limitBytes, Math.max(needed, kept.length * 2)));
  room.set(kept);
  return room;
}

/**
 * Bytes as text that PostgreSQL can store, in at most 16 KiB of UTF-8: without NUL, without half a character at a cut, and with U+FFFD for
 * what is not UTF-8.
 */
function storableText(bytes: Uint8Array): string {
  const isCut = bytes.length === limitBytes;
  const text = new TextDecoder().decode(bytes, { stream: isCut }).replaceAll('\0', '');
  if (text.length * 3 <= limitBytes) return text;
  // A byte replaced by U+FFFD takes three.
  const room = new Uint8Array(limitBytes);
  return new TextDecoder().decode(room.subarray(0, new TextEncoder().encodeInto(text, room).written));
}
