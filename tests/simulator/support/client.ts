import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import type { Simulator } from '../../../simulator/index.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };

export type ServiceName = keyof (typeof endpoints.model55.SP)['homologation'];

export type Sent = {
  service: ServiceName;
  message: string;
  /** The client certificate; null sends none. */
  certificate: Pick<A1Certificate, 'certificate' | 'key'> | null;
  /** The real URL; by default that of São Paulo in homologation. */
  url?: string;
  contentType?: string;
};

export type Received = { status: number; body: string };

/** Sends a message as a company's program does: to the real URL, but connected to the simulator. */
export function send(simulator: Pick<Simulator, 'port' | 'caPem'>, sent: Sent): Promise<Received> {
  return post(simulator, { ...sent, body: envelope(sent.service, sent.message) });
}

/** The same with any bytes as the body. */
export async function post(
  { port, caPem }: Pick<Simulator, 'port' | 'caPem'>,
  { service, url, certificate, contentType, body }: Omit<Sent, 'message'> & { body: string | Buffer },
): Promise<Received> {
  const { host, pathname } = new URL(url ?? endpoints.model55.SP.homologation[service]);
  const agent = new Agent({ maxCachedSessions: 0 });
  try {
    return await new Promise<Received>((resolve, reject) => {
      const sending = request({
        agent,
        host: '127.0.0.1',
        port,
        servername: host.replace(/:\d+$/, ''),
        path: pathname,
        method: 'POST',
        ca: caPem,
        ...(certificate && { cert: certificate.certificate, key: certificate.key }),
        headers: { host, 'content-type': contentType ?? 'application/soap+xml; charset=utf-8' },
      });
      sending.on('error', reject);
      sending.on('response', (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
      });
      sending.end(body);
    });
  } finally {
    agent.destroy();
  }
}

export function envelope(service: ServiceName, message: string): string {
  const { operation } = endpoints.services[service];
  const namespace = `http://www.portalfiscal.inf.br/nfe/wsdl/${operation}`;
  return (
    '<?xml version="1.0" encoding="utf-8"?><soap12:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>' +
    `<nfeDadosMsg xmlns="${namespace}">${message}</nfeDadosMsg></soap12:Body></soap12:Envelope>`
  );
}

/** Every text of a field in an answer, in order. */
export function all(body: string, name: string): string[] {
  return [...body.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value ?? '');
}

/** The last cStat in an answer: that of the note or event if there is one, otherwise that of the message. */
export function code(answer: Received): number {
  return Number(all(answer.body, 'cStat').at(-1));
}
