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
  try {
    return nameIn(bytes.subarray(recordHeader, recordHeader + length));
  } catch (error) {
    // Not a hello that ends where it says: TLS itself refuses it.
    if (error instanceof RangeError) return '';
    throw error;
  }
}

function nameIn(hello: Buffer): string {
  if (hello[0] !== clientHello) return '';
  let at = 4 + 2 + 32; // kind and length, version, random
  at += 1 + hello.readUInt8(at); // session
  at += 2 + hello.readUInt16BE(at); // cipher suites
  at += 1 + hello.readUInt8(at); // compression
  if (at === hello.length) return '';
  const end = at + 2 + hello.readUInt16BE(at);
  for (at += 2; at < end; at += 4 + hello.readUInt16BE(at + 2)) {
    if (hello.readUInt16BE(at) !== serverNameExtension) continue;
    const start = at + 9; // kind, length, length of the list, kind of name, length of the name
    return hello.toString('latin1', start, start + hello.readUInt16BE(at + 7)).toLowerCase();
  }
  return '';
}
