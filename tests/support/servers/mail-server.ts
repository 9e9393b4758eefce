import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import forge from 'node-forge';
import { createTransport } from 'nodemailer';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ReadMail, readMail } from '../../../local/demo/mailbox.ts';
import { bounce } from '../samples/bounces.ts';

/** What the server does with mails: `drops` breaks the connection in the middle of a mail, `drops-after` when it has the whole mail. */
export type Behaviour = 'takes' | 'refuses' | 'asks-to-wait' | 'drops' | 'drops-after' | 'refuses-login';

export type ReceivedMail = ReadMail & {
  raw: string;
  sender: string;
  recipients: string[];
  user: string;
  isSecure: boolean;
};

/** The port to which the server sends bounces, and what they say. */
type Returning = { port: number } & Partial<Parameters<typeof bounce>[0]>;

export type MailServer = Awaited<ReturnType<typeof mailServer>>;

/**
 * A mail server on this machine that keeps the mails it accepts; with STARTTLS and a login by default.
 *
 * @param onTaken awaited between receiving a mail and answering it
 */
export async function mailServer({ onTaken, ...options }: SMTPServerOptions & { onTaken?: () => Promise<void> } = {}) {
  const { key, certificatePem } = loopbackCertificate();
  const mails: ReceivedMail[] = [];
  const state: {
    behaviour: Behaviour;
    refusedAddress: string | null;
    returning: Returning | null;
    connections: number;
  } = {
    behaviour: 'takes',
    refusedAddress: null,
    returning: null,
    connections: 0,
  };
  const server = new SMTPServer({
    ...{ key, cert: certificatePem, disableReverseLookup: true, closeTimeout: 1_000 },
    onConnect(_session, callback) {
      state.connections += 1;
      callback();
    },
    onAuth({ username, password }, _session, callback) {
      const isWelcome = username === 'lavra' && password === 'se@nha' && state.behaviour !== 'refuses-login';
      if (isWelcome) callback(null, { user: username });
      else callback(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, callback) {
      if (state.behaviour === 'refuses' || address === state.refusedAddress) {
        return callback(Object.assign(new Error(`<${address}> user unknown`), { responseCode: 550 }));
      }
      if (state.behaviour === 'asks-to-wait') {
        return callback(Object.assign(new Error('Greylisted, come back later'), { responseCode: 451 }));
      }
      callback();
    },
    onData(stream, session, callback) {
      if (state.behaviour === 'drops') return cut();
      void buffer(stream).then((raw) => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const { user = '', secure: isSecure } = session as { user?: string; secure: boolean };
        const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        mails.push({ ...readMail(raw), raw: raw.toString('latin1'), sender, recipients, user, isSecure });
        if (state.behaviour === 'drops-after') return cut();
        const taken = onTaken?.() ?? Promise.resolve();
        void taken
          .then(() => callback(null, 'queued'))
          .then(() => state.returning && report(state.returning, { to: sender, recipient: recipients[0] ?? '' }));
      }, ignored);
    },
    ...options,
  });
  const cut = (): void => {
    for (const { _socket: socket } of server.connections) socket.destroy();
  };
  server.on('error', () => {}); // of connections that are cut
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    state,
    ca: certificatePem,
    url: `smtp://lavra:${encodeURIComponent('se@nha')}@127.0.0.1:${port}`,
    /** The URL without name and password. */
    anonymousUrl: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Sends a bounce to the sender of an envelope, as a server does later. */
async function report({ port, ...said }: Returning, of: { to: string; recipient: string }): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  await transport.sendMail({ envelope: { from: '', to: [of.to] }, raw: bounce({ ...of, ...said }) });
}

/** The error of a client that was killed in the middle of a mail. */
function ignored(): void {}

function loopbackCertificate() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = '01';
  certificate.validity.notAfter.setFullYear(certificate.validity.notBefore.getFullYear() + 1);
  certificate.setSubject([{ name: 'commonName', value: 'localhost' }]);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }]);
  certificate.sign(key, forge.md.sha256.create());
  const pem = forge.pki.privateKeyToPem(key);
  return {
    key: createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: forge.pki.certificateToPem(certificate),
  };
}
