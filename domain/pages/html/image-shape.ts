const pngSignature = '89504e470d0a1a0a';

/**
 * Width by height of a PNG or JPEG in a `data:` URL, from its header; undefined where it has none that is understood.
 * PNG: IHDR, which is always first. JPEG: the first start-of-frame segment (ISO/IEC 10918-1, B.2.2).
 */
export function imageShape(dataUrl: string): number | undefined {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (bytes.length >= 24 && bytes.toString('hex', 0, 8) === pngSignature) {
    return shapeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegShape(bytes) : undefined;
}

function jpegShape(bytes: Buffer): number | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isStartOfFrame(marker)) return shapeOf(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, among which are three other markers: DHT, JPG and DAC. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function shapeOf(width: number, height: number): number | undefined {
  return width > 0 && height > 0 ? width / height : undefined;
}
