import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import type { Simulator } from '../../../simulator/index.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import type { DpsEdits, DpsOptions } from '../../support/samples/nfse-dps.ts';
import { dpsNamespace, dpsXml, edited } from '../../support/samples/nfse-dps.ts';
import { brasilia } from './note.ts';
import { forms, sign } from './sign.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

export type Certificate = Pick<A1Certificate, 'certificate' | 'key'>;

export type SefinRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** A path below SEFIN's base address in homologation, or a whole URL. */
  path: string;
  /** The client certificate; null sends none. */
  certificate: Certificate | null;
  body?: string | Buffer | object;
  /** Awaited between the TLS handshake and the body. */
  barrier?: () => Promise<void>;
};

/** A barrier: resolves for all callers when the last of `several` has called. */
export function barrierOf(several: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return () => {
    here += 1;
    if (here === several) resolve();
    return promise;
  };
}

/** The fields of answers that tests read. */
export type NfseBody = {
  chaveAcesso: string;
  idDps: string;
  nfseXmlGZipB64: string;
  eventoXmlGZipB64: string;
  eventos: { arquivoXml: string }[];
  erros: { Codigo: string; Descricao: string; Complemento?: string }[];
};
export type Answer = { status: number; type: string; body: string; json: NfseBody };

const base = endpoints.nfse.homologation;

/** Sends a request as a company's program does: to the real URL, but connected to the simulator. */
export async function ask({ port, caPem }: Pick<Simulator, 'port' | 'caPem'>, asked: SefinRequest): Promise<Answer> {
  const { method = 'GET', path, certificate, body, barrier = (): Promise<void> => Promise.resolve() } = asked;
  const { host, pathname, search } = new URL(path.startsWith('https:') ? path : `${base.sefin}${path}`);
  const agent = new Agent({ maxCachedSessions: 0 });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const sending = request({
        agent,
        host: '127.0.0.1',
        port,
        servername: host,
        path: `${pathname}${search}`,
        method,
        ca: caPem,
        ...(certificate && { cert: certificate.certificate, key: certificate.key }),
        headers: { host, 'content-type': 'application/json' },
      });
      sending.on('error', reject);
      sending.on('response', (response) => {
        const type = response.headers['content-type'] ?? '';
        text(response).then((answer) => {
          const json = (type.startsWith('application/json') ? JSON.parse(answer) : {}) as NfseBody;
          resolve({ status: response.statusCode ?? 0, type, body: answer, json });
        }, reject);
      });
      const content = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body;
      sending.on('socket', (socket) =>
        socket.once('secureConnect', () => void barrier().then(() => sending.end(content))),
      );
    });
  } finally {
    agent.destroy();
  }
}

export function packed(xml: string | Buffer): string {
  return gzipSync(xml).toString('base64');
}

export function unpacked(base64: string): string {
  return gunzipSync(Buffer.from(base64, 'base64')).toString('utf8');
}

/** The codes in an answer, in order, whichever field has them. */
export function codes({ json }: Pick<Answer, 'json'>): string[] {
  const { erros, erro } = json as { erros?: Fault[]; erro?: Fault | Fault[] };
  return [erros ?? [], erro ?? []].flat(2).map(({ Codigo, codigo }) => Codigo ?? codigo ?? '');
}
type Fault = { Codigo?: string; codigo?: string };

export type SignedDpsOptions = DpsOptions & {
  /** Changes to the signed DPS. */
  afterSigning?: (xml: string) => string;
  form?: keyof typeof forms;
};

export type SignedDps = { id: string; xml: string };

/** A signed, valid DPS of a company, issued now by default. */
export function signedDps(certificate: A1Certificate, options: SignedDpsOptions = {}): SignedDps {
  const { form = 'sha1', afterSigning, ...content } = options;
  const unsigned = dpsXml({ issuer: certificate.taxId, issuedAt: new Date(), ...content });
  const xml = `${declaration}${sign(unsigned, 'infDPS', certificate, forms[form])}`;
  return { id: /Id="(DPS[^"]+)"/.exec(unsigned)?.[1] ?? '', xml: afterSigning?.(xml) ?? xml };
}

export type EventOptions = {
  chNFSe: string;
  tpEvento?: string;
  detail?: string;
  author?: string;
  at?: Date;
  edits?: DpsEdits;
  form?: keyof typeof forms;
};

const cancelling =
  '<xDesc>Cancelamento de NFS-e</xDesc><cMotivo>1</cMotivo><xMotivo>Nota emitida com valor errado</xMotivo>';

/** A signed request of an event on an NFS-e, by default a cancellation. */
export function eventRequest(certificate: A1Certificate, options: EventOptions): string {
  const { chNFSe, tpEvento = '101101', detail = cancelling, at = new Date(), author = certificate.taxId } = options;
  const person = author.length === 11 ? `<CPFAutor>${author}</CPFAutor>` : `<CNPJAutor>${author}</CNPJAutor>`;
  const content =
    `<infPedReg Id="PRE${chNFSe}${tpEvento}"><tpAmb>2</tpAmb><verAplic>Teste 1.0</verAplic><dhEvento>${brasilia(at)}</dhEvento>` +
    `${person}<chNFSe>${chNFSe}</chNFSe><e${tpEvento}>${detail}</e${tpEvento}></infPedReg>`;
  const unsigned = edited(
    `<pedRegEvento xmlns="${dpsNamespace}" versao="1.01">${content}</pedRegEvento>`,
    options.edits ?? [],
  );
  return `${declaration}${sign(unsigned, 'infPedReg', certificate, forms[options.form ?? 'sha1'])}`;
}
