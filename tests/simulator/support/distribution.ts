import { gunzipSync } from 'node:zlib';
import type { Simulator } from '../../../simulator/index.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import type { Received, Sent } from './client.ts';
import { all, post } from './client.ts';
import { control } from './control.ts';

const nfe = 'http://www.portalfiscal.inf.br/nfe';
const namespace = `${nfe}/wsdl/NFeDistribuicaoDFe`;
const urls = {
  1: endpoints.model55.AN.production.NFeDistribuicaoDFe,
  2: endpoints.model55.AN.homologation.NFeDistribuicaoDFe,
};

type Reach = Pick<Simulator, 'port' | 'caPem'>;

export type Document = { nsu: number | null; schema: string; xml: string };

/** An answer of the distribution, with its documents unpacked. */
export type Distributed = {
  cStat: number;
  xMotivo: string;
  ultNSU: number;
  maxNSU: number;
  documents: Document[];
  /** The result without its envelope. */
  result: string;
};

export type Question = {
  taxId: string;
  certificate: Sent['certificate'];
  environment?: 1 | 2;
  /** All documents after an NSU; otherwise the one at an NSU, or the note of a key. */
  after?: number;
  at?: number;
  chNFe?: string;
  /** Replacements in the message before it is sent. */
  edits?: readonly (readonly [string | RegExp, string])[];
};

/** Asks NFeDistribuicaoDFe as a company's program does. */
export async function askFor(simulator: Reach, question: Question): Promise<Distributed> {
  return distributedIn(await askRaw(simulator, question));
}

/** The same, with the answer as it came. */
export function askRaw(simulator: Reach, question: Question): Promise<Received> {
  const { certificate, environment = 2, edits = [] } = question;
  const message = edits.reduce((text, [from, to]) => text.replace(from, to), messageOf(question));
  const body =
    '<?xml version="1.0" encoding="utf-8"?><soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope">' +
    `<soap12:Body><nfeDistDFeInteresse xmlns="${namespace}"><nfeDadosMsg>${message}</nfeDadosMsg></nfeDistDFeInteresse>` +
    '</soap12:Body></soap12:Envelope>';
  // The client chooses a URL by the service's name; here the URL is given, so that the name does not matter.
  return post(simulator, { service: 'RecepcaoEvento', url: urls[environment], certificate, body });
}

/** Loads notes as if suppliers had issued them. @returns their access keys */
export async function load(simulator: Simulator, ...notes: object[]): Promise<string[]> {
  const { status, json } = await control(simulator, 'POST', '/distribution', { notes });
  if (status !== 200) throw new Error(JSON.stringify(json));
  return (json as { notes: { chNFe: string }[] }).notes.map(({ chNFe }) => chNFe);
}

/** Sets the clock of the authority. */
export async function setClock(simulator: Simulator, now: Date): Promise<void> {
  await control(simulator, 'PUT', '/clock', { now: now.toISOString() });
}

function messageOf({ taxId, environment = 2, after, at, chNFe }: Question): string {
  const digits = (nsu: number): string => String(nsu).padStart(15, '0');
  const party = taxId.length === 11 ? `<CPF>${taxId}</CPF>` : `<CNPJ>${taxId}</CNPJ>`;
  const question =
    chNFe !== undefined
      ? `<consChNFe><chNFe>${chNFe}</chNFe></consChNFe>`
      : at !== undefined
        ? `<consNSU><NSU>${digits(at)}</NSU></consNSU>`
        : `<distNSU><ultNSU>${digits(after ?? 0)}</ultNSU></distNSU>`;
  return `<distDFeInt xmlns="${nfe}" versao="1.01"><tpAmb>${environment}</tpAmb><cUFAutor>35</cUFAutor>${party}${question}</distDFeInt>`;
}

function distributedIn({ status, body }: Received): Distributed {
  const [, result] =
    new RegExp(
      `<nfeDistDFeInteresseResponse xmlns="${namespace}"><nfeDistDFeInteresseResult>(.*)</nfeDistDFeInteresseResult>`,
      's',
    ).exec(body) ?? [];
  if (status !== 200 || result === undefined) throw new Error(`HTTP ${status}: ${body.slice(0, 500)}`);
  const number = (name: string): number => Number(all(result, name)[0]);
  return {
    cStat: number('cStat'),
    xMotivo: all(result, 'xMotivo')[0] ?? '',
    ultNSU: number('ultNSU'),
    maxNSU: number('maxNSU'),
    documents: [...result.matchAll(/<docZip(?: NSU="(\d{15})")? schema="([^"]+)">([^<]*)</g)].map(
      ([, nsu, schema = '', packed = '']) => ({
        nsu: nsu === undefined ? null : Number(nsu),
        schema,
        xml: gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'),
      }),
    ),
    result,
  };
}
