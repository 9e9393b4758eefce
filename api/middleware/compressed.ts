import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

/**
 * Compresses answers above a kilobyte as the caller takes them: brotli, gzip or deflate. What is compressed already (PDF, ZIP) stays as it
 * is, and so do files that are sent while they are made, which have no length: nobody should wait for a block of the compressor.
 */
export function compressed(): RequestHandler {
  return compression({
    threshold: 1024,
    // As fast as gzip, and a little smaller; the best quality would take a hundred times longer.
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    filter: (req, res) => res.hasHeader('content-length') && res.statusCode !== 206 && compression.filter(req, res),
  });
}
