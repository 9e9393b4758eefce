import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A bounce returns at most the mail that it is about, which has a note and its page. */
const atMostBytes = 10 * 1024 * 1024;
/** Servers that send bounces have no reason to be slow, and few come at once. */
const connections = { maxClients: 20, socketTimeout: 60_000, closeTimeout: 5_000 };
/** Longest life of a connection: what was not taken by then is sent again. */
const connectionMs = 120_000;

/** Stores a bounce; when it throws, the sender tries again later. */
export type TakeBounce = (raw: Buffer, recipients: string[]) => Promise<void>;

type BounceServerParts = {
  /** Whether bounces to this address are taken; others are refused before a byte of the mail is read. */
  isOurs: (address: string) => boolean;
  take: TakeBounce;
  onError: (error: Error) => void;
};

/**
 * An SMTP server that takes only bounces: from the null sender (RFC 5321 §4.5.5), to addresses that this installation made itself. It accepts a mail
 * only once that is stored.
 */
export async function listenForBounces(
  { host, port, lastsMs = connectionMs }: { host: string; port: number; lastsMs?: number },
  { isOurs, take, onError }: BounceServerParts,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    ...connections,
    size: atMostBytes,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onMailFrom({ address }, _session, callback) {
      callback(address ? refusal(550, 'Only delivery status notifications are taken here') : null);
    },
    onRcptTo({ address }, _session, callback) {
      callback(isOurs(address) ? null : refusal(550, 'No such mail was sent from here'));
    },
    onData(stream, { envelope }, callback) {
      void contentOf(stream)
        .then(async (raw) => {
          if (raw === null) return callback(refusal(552, 'Too large'));
          await take(
            raw,
            envelope.rcptTo.map(({ address }) => address),
          );
          callback(null, 'Taken');
        })
        .catch((error: Error) => {
          onError(error);
          callback(refusal(451, 'Not kept, try again later'));
        });
    },
  });
  server.on('error', onError);
  server.server.on('connection', (socket) => {
    const end = setTimeout(() => socket.destroy(), lastsMs);
    socket.once('close', () => clearTimeout(end));
  });
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** The whole mail; null where it is too large: then the rest is read and dropped, until the sender or the connection ends it. */
async function contentOf(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > atMostBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  return bytes > atMostBytes ? null : Buffer.concat(chunks);
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
