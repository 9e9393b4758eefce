import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One statement as PostgreSQL executed it. */
export type Statement = {
  /** The number of its connection. */
  connection: number;
  /** Its text; of a prepared statement, the text that was prepared. */
  text: string;
  /** PostgreSQL's command tag, such as `INSERT 0 1`, or the message of an error. */
  tag: string;
  /** Whether it used an existing plan: a named statement of an earlier round trip. */
  isPrepared: boolean;
  /** Whether its caller waited for nothing else when it sent this, so that it begins a round trip. */
  beginsRoundTrip: boolean;
  /** When it was sent, and how long it took; milliseconds of `performance.now()`. */
  sentMs: number;
  tookMs: number;
};

/** A proxy before PostgreSQL that records the statements passing through. */
export type Tap = {
  /** The same database URL, through the tap. */
  url: string;
  /** The statements since the last call. */
  take(): Statement[];
  close(): Promise<void>;
};

/** Records what one kind of process sends to a database, without changing anything. It cannot read TLS. */
export async function tapPostgres(url: string): Promise<Tap> {
  const { hostname, port } = new URL(url);
  let statements: Statement[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ noDelay: true }, (caller) => {
    const callee = connect({ host: hostname, port: Number(port || 5432), noDelay: true });
    const connection = (connections += 1);
    const conversation = conversationOf((statement) => statements.push({ connection, ...statement }));
    const fromCaller = messages({ hasStartup: true }, (kind, body) => conversation.asked(kind, body));
    const fromServer = messages({ hasStartup: false }, (kind, body) => conversation.answered(kind, body));
    pass(caller, callee, fromCaller);
    pass(callee, caller, fromServer);
  });
  function pass(from: Socket, to: Socket, read: (bytes: Buffer) => void): void {
    sockets.add(from);
    from.on('data', (bytes: Buffer) => {
      read(bytes);
      if (!to.destroyed) to.write(bytes);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href,
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Splits a stream of the protocol into messages: a letter, four bytes of length, and the rest. A client's first message has no letter. */
function messages({ hasStartup }: { hasStartup: boolean }, each: (kind: string, body: Buffer) => void) {
  let pending: Buffer = Buffer.alloc(0);
  let isStarting = hasStartup;
  return (bytes: Buffer): void => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    for (;;) {
      const head = isStarting ? 0 : 1;
      if (pending.length < head + 4) return;
      const end = head + pending.readInt32BE(head);
      if (pending.length < end) return;
      if (!isStarting) each(String.fromCharCode(pending[0] ?? 0), pending.subarray(5, end));
      isStarting = false;
      pending = pending.subarray(end);
    }
  };
}

type Open = Pick<Statement, 'text' | 'isPrepared' | 'beginsRoundTrip' | 'sentMs'>;

/** Matches the statements of one connection with their answers. */
function conversationOf(told: (statement: Omit<Statement, 'connection'>) => void) {
  const prepared = new Map<string, string>();
  /** Groups of statements that PostgreSQL answers together (a simple query, or everything up to a sync), oldest first. */
  const asked: Open[][] = [];
  let unsynced: Open[] = [];
  let parsed: string | null = null;
  let bound = '';
  return {
    asked(kind: string, body: Buffer): void {
      const beginsRoundTrip = asked.length === 0 && unsynced.length === 0;
      const sentMs = performance.now();
      switch (kind) {
        case 'Q':
          asked.push([{ text: textAt(body, 0), isPrepared: false, beginsRoundTrip, sentMs }]);
          return;
        case 'P':
          parsed = textAt(body, 0);
          prepared.set(parsed, textAt(body, Buffer.byteLength(parsed) + 1));
          return;
        case 'B':
          bound = textAt(body, body.indexOf(0) + 1);
          return;
        case 'E':
          unsynced.push({ text: prepared.get(bound) ?? '', isPrepared: parsed !== bound, beginsRoundTrip, sentMs });
          return;
        case 'S':
          asked.push(unsynced);
          unsynced = [];
          parsed = null;
          return;
      }
    },
    answered(kind: string, body: Buffer): void {
      if (kind === 'C') end(textAt(body, 0));
      if (kind === 'E') end(`error ${fieldOf(body, 'C')} ${fieldOf(body, 'M')}`);
      if (kind === 'Z') asked.shift();
    },
  };

  /**
   * Ends the oldest open statement. A simple query with several statements ends several times: each counts as one, and the first begins the
   * round trip.
   */
  function end(tag: string): void {
    const [group] = asked;
    const [statement] = group ?? [];
    if (!group || !statement) return; // before the connection was ready
    told({ ...statement, tag, tookMs: performance.now() - statement.sentMs });
    if (group.length > 1) group.shift();
    else statement.beginsRoundTrip = false;
  }
}

function textAt(body: Buffer, start: number): string {
  const end = body.indexOf(0, start);
  return body.toString('utf8', start, end === -1 ? body.length : end);
}

/** A field of an error, by its letter. */
function fieldOf(body: Buffer, letter: string): string {
  for (let at = 0; at < body.length && body[at] !== 0;) {
    const text = textAt(body, at + 1);
    if (String.fromCharCode(body[at] ?? 0) === letter) return text;
    at += Buffer.byteLength(text) + 2;
  }
  return '';
}
