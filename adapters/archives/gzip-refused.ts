export const gzipFaults = [
  'foreign',
  'header',
  'truncated',
  'damaged',
  'trailing',
  'checksum',
  'size',
  'large',
] as const;

/**
 * `foreign`: no gzip. `header`: a header that RFC 1952 forbids. `truncated`: it ends too early. `damaged`: what is no deflate stream.
 * `trailing`: bytes behind its first file. `checksum`, `size`: its trailer speaks of another content. `large`: it inflates beyond the limit.
 */
export type GzipFault = (typeof gzipFaults)[number];

const sentences: Record<GzipFault, string> = {
  foreign: 'The bytes are no gzip',
  header: 'The header of the gzip is not valid',
  truncated: 'The gzip ends too early',
  damaged: 'The gzip cannot be inflated',
  trailing: 'The gzip has more than one file, or something behind it',
  checksum: 'The content of the gzip has another CRC-32',
  size: 'The content of the gzip has another size',
  large: 'The gzip inflates beyond the limit',
};

/** Bytes are not the one file in gzip that they should be. */
export class GzipRefused extends Error {
  readonly fault: GzipFault;

  constructor(fault: GzipFault, options?: ErrorOptions) {
    super(sentences[fault], options);
    this.name = 'GzipRefused';
    this.fault = fault;
  }
}
