import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { modulus11 } from '../../../domain/modulus-11.ts';
import type { DistributionSource } from '../../../domain/received/kinds.ts';
import { certificationAuthority } from '../../adapters/mutual-tls/certificates.ts';

/** One question as it arrived. */
export type DistributionQuestion = {
  source: DistributionSource;
  taxId: string;
  after: number;
  at: number;
  isEarly: boolean;
};
export type Reply = (asked: DistributionQuestion, response: ServerResponse) => unknown;

const lotSize = 50;
const hosts = ['hom1.nfe.fazenda.gov.br', 'adn.producaorestrita.nfse.gov.br'];
const trusted = certificationAuthority('Distributor');

/** A certificate and key that the distributor accepts for any company. */
export const anybody = { ...trusted.issue('anybody'), fingerprint: 'anybody' };

/** Both sources over TLS, with the strict hour of the real ones: a question before it is over is counted, answered 656, and starts the hour again. */
export async function openDistributor() {
  const last = new Map<string, number>();
  const restUntil = new Map<string, number>();
  const asked: DistributionQuestion[] = [];
  let reply: Reply | null = null;
  const distributor = {
    asked,
    caPem: trusted.certificatePem,
    port: 0,
    waitMs: 3_600_000,
    now: () => Date.now(),
    /** Adds so many documents to a taxpayer's queue. */
    publish(source: DistributionSource, taxId: string, count: number): void {
      const key = `${source} ${taxId}`;
      last.set(key, (last.get(key) ?? 0) + count);
    },
    /** Sets the function that replies from now on; null for the usual rules. */
    script: (to: Reply | null): void => void (reply = to),
    /** The reply to a question by the usual rules. */
    usual,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
    },
  };

  const { certificatePem, privateKeyPem } = trusted.issue('server', hosts);
  const tls = { cert: certificatePem, key: privateKeyPem, ca: trusted.certificatePem, requestCert: true };
  const server = createServer(tls, (request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  distributor.port = (server.address() as AddressInfo).port;
  return distributor;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = questionIn(request.url ?? '', await textOf(request));
    const at = distributor.now();
    const isEarly = at < (restUntil.get(keyOf(question)) ?? 0);
    const complete = { ...question, at, isEarly };
    asked.push(complete);
    if (reply) await reply(complete, response);
    else usual(complete, response);
  }

  function usual(question: DistributionQuestion, response: ServerResponse): void {
    const key = keyOf(question);
    const { source, after, at, isEarly } = question;
    const newest = last.get(key) ?? 0;
    const until = Math.min(after + lotSize, newest);
    const hasMore = !isEarly && until < newest;
    if (!hasMore) restUntil.set(key, at + distributor.waitMs);
    if (isEarly) response.end(ret({ cStat: 656, ultNSU: after, maxNSU: 0 }));
    else if (source === 'NFE')
      response.end(ret({ cStat: until > after ? 138 : 137, ultNSU: until, maxNSU: newest, after }));
    else if (until <= after) response.writeHead(404).end(JSON.stringify(nothing));
    else response.end(JSON.stringify(located(after, until)));
  }
}
export type Distributor = Awaited<ReturnType<typeof openDistributor>>;

const keyOf = ({ source, taxId }: Pick<DistributionQuestion, 'source' | 'taxId'>): string => `${source} ${taxId}`;

function questionIn(url: string, body: string): Pick<DistributionQuestion, 'source' | 'taxId' | 'after'> {
  const adn = /\/DFe\/(\d+)\?lote=true&cnpjConsulta=(\w+)/.exec(url);
  if (adn) return { source: 'NFSE', taxId: adn[2]!, after: Number(adn[1]) };
  const [, taxId = ''] = /<C(?:NPJ|PF)>(\w+)</.exec(body) ?? [];
  const [, after = ''] = /<ultNSU>(\d+)</.exec(body) ?? [];
  return { source: 'NFE', taxId, after: Number(after) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** An answer of the Ambiente Nacional in its envelope, with a summary for each NSU from `after` + 1 to `ultNSU`. */
export function ret(of: { cStat: number; ultNSU: number; maxNSU: number; after?: number }): string {
  const { cStat, ultNSU, maxNSU, after = ultNSU } = of;
  const docs = range(after, ultNSU).map(
    (nsu) => `<docZip NSU="${padded(nsu)}" schema="resNFe_v1.01.xsd">${packed(summary(nsu))}</docZip>`,
  );
  const lot = docs.length > 0 ? `<loteDistDFeInt>${docs.join('')}</loteDistDFeInt>` : '';
  const fields = `<tpAmb>2</tpAmb><verAplic>1</verAplic><cStat>${cStat}</cStat><xMotivo>Motivo ${cStat}</xMotivo><dhResp>2026-11-22T10:00:00-03:00</dhResp><ultNSU>${padded(ultNSU)}</ultNSU><maxNSU>${padded(maxNSU)}</maxNSU>`;
  const result = `<retDistDFeInt versao="1.01" xmlns="http://www.portalfiscal.inf.br/nfe">${fields}${lot}</retDistDFeInt>`;
  const wrapped = `<nfeDistDFeInteresseResponse xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe"><nfeDistDFeInteresseResult>${result}</nfeDistDFeInteresseResult></nfeDistDFeInteresseResponse>`;
  return `<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body>${wrapped}</soap:Body></soap:Envelope>`;
}

/** The summary of a supplier's note, whose key follows from the NSU. */
export function summary(nsu: number): string {
  const body = `352611112223330001815500100${padded(nsu).slice(-7)}100000001`;
  const chNFe = body + modulus11(body, 9);
  return `<resNFe versao="1.01" xmlns="http://www.portalfiscal.inf.br/nfe"><chNFe>${chNFe}</chNFe><CNPJ>11222333000181</CNPJ><xNome>Fornecedor</xNome><IE>111111111111</IE><dhEmi>2026-11-20T10:00:00-03:00</dhEmi><tpNF>1</tpNF><vNF>100.00</vNF><digVal>AAAAAAAAAAAAAAAAAAAAAAAAAAA=</digVal><dhRecbto>2026-11-20T10:00:01-03:00</dhRecbto><nProt>135260000000001</nProt><cSitNFe>1</cSitNFe></resNFe>`;
}

const nothing = {
  StatusProcessamento: 'NENHUM_DOCUMENTO_LOCALIZADO',
  LoteDFe: [],
  Alertas: [],
  Erros: [{ Codigo: 'E2215', Descricao: 'Nenhum documento localizado' }],
  TipoAmbiente: 'HOMOLOGACAO',
};

function located(after: number, until: number) {
  const LoteDFe = range(after, until).map((nsu) => ({
    NSU: nsu,
    ChaveAcesso: '3'.repeat(50),
    TipoDocumento: 'NFSE',
    ArquivoXml: packed('<NFSe/>'),
    DataHoraGeracao: '2026-11-20T10:00:00-03:00',
  }));
  return {
    StatusProcessamento: 'DOCUMENTOS_LOCALIZADOS',
    LoteDFe,
    Alertas: [],
    Erros: [],
    TipoAmbiente: 'HOMOLOGACAO',
  };
}

const range = (after: number, until: number): number[] =>
  Array.from({ length: Math.max(0, until - after) }, (_, at) => after + 1 + at);
const padded = (nsu: number): string => String(nsu).padStart(15, '0');
const packed = (xml: string): string => gzipSync(xml).toString('base64');
