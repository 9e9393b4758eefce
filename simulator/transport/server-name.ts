const handshakeRecord = 22;
const clientHello = 1;
const serverNameExtension = 0;
const recordHeader = 5;
const largestRecord = 16_384;

/**
 * The host that a TLS client asks for (SNI, RFC 6066 §3), read from its first bytes; empty when it names none or speaks
 * something else, undefined when more bytes are needed.
 */
export function serverName(bytes: Buffer): string | undefined {
  if (bytes.length < recordHeader) return bytes.length > 0 && bytes[0] !== handshakeRecord ? '' : undefined;
  const length = bytes.readUInt16BE(3);
  if (bytes[0] !== handshakeRecord || length > largestRecord) return '';
  if (bytes.length < recordHeader + length) return undefined;
  return nameIn(bytes.subarray(recordHeader, recordHeader + length));
}

/** A hello that does not end where it says names none: TLS itself refuses it. */
function nameIn(hello: Buffer): string {
  const byte = (at: number): number => hello[at] ?? 0;
  const two = (at: number): number => byte(at) * 256 + byte(at + 1);
  if (hello[0] !== clientHello) return '';
  let at = 4 + 2 + 32; // kind and length, version, random
  at += 1 + byte(at); // session
  at += 2 + two(at); // cipher suites
  at += 1 + byte(at); // compression
  const end = Math.min(at + 2 + two(at), hello.length);
  for (at += 2; at < end; at += 4 + two(at + 2)) {
    if (two(at) !== serverNameExtension) continue;
    const start = at + 9; // kind, length, length of the list, kind of name, length of the name
    return hello.toString('latin1', start, start + two(at + 7)).toLowerCase();
  }
  return '';
}
