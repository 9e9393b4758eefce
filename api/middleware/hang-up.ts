import type { Request, Response } from 'express';

/** What is left of a body up to this size is read off, so that the connection can serve the next request. */
const smallBytes = 64 * 1024;
/** What more is read off for a client that sends its body to the end before it looks, and how long it has to look. */
const lingerBytes = 4 * 1024 * 1024;
const lingerMs = 5_000;

/**
 * Lets the response of this request be the connection's last where a large part of its body may still be to come, which nobody would read.
 *
 * Node closes a connection at once after its last response. What it has not read by then resets the connection, and a reset can take the
 * response away from a client that is still sending. So the sending side alone is ended (RFC 9112 §9.6), and the client has a moment to
 * read and go.
 */
export function hangUp(req: Request, res: Response): void {
  if (req.complete || !isLarge(req)) return;
  res.set('Connection', 'close');
  const { socket } = req;
  const readBefore = socket.bytesRead;
  req.on('data', () => {
    if (socket.bytesRead - readBefore > lingerBytes) req.pause();
  });
  socket.destroySoon = () => {
    socket.end();
    const late = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(late));
  };
}

function isLarge({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytes;
}
