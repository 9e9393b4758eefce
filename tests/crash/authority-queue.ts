import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import endpoints from '../../tables/endpoints.json' with { type: 'json' };
import type { Authority } from '../support/servers/simulator.ts';

/** One document as an authority distributes it: `bytes` is its decoded base64. */
export type Handed = { nsu: bigint; schema: string; bytes: Buffer };

type Speaker = { taxId: string; pfx: Buffer; authority: Authority };

const password = 'segredo';
const nfe = 'http://www.portalfiscal.inf.br/nfe';
const urls = {
  NFE: endpoints.model55.AN.homologation.NFeDistribuicaoDFe,
  NFSE: endpoints.nfse.homologation.adn,
};

/** Everything that a source has for a taxpayer, read by a client that shares no code with the product; nobody else may ask at the same time. */
export async function queueOf(authority: Authority, taxId: string, source: DistributionSource): Promise<Handed[]> {
  const pfx = await authority.certificate({ taxId, name: 'LEITOR', password });
  const speaker = { taxId, pfx, authority };
  const queue: Handed[] = [];
  for (;;) {
    const after = queue.at(-1)?.nsu ?? 0n;
    const lot = source === 'NFE' ? await nfeLot(speaker, after) : await nfseLot(speaker, after);
    if (lot.length === 0) return queue;
    queue.push(...lot);
  }
}

async function nfeLot(speaker: Speaker, after: bigint): Promise<Handed[]> {
  const ultNSU = String(after).padStart(15, '0');
  const question = `<distDFeInt xmlns="${nfe}" versao="1.01"><tpAmb>2</tpAmb><cUFAutor>35</cUFAutor><CNPJ>${speaker.taxId}</CNPJ><distNSU><ultNSU>${ultNSU}</ultNSU></distNSU></distDFeInt>`;
  const body = `<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body><nfeDistDFeInteresse xmlns="${nfe}/wsdl/NFeDistribuicaoDFe"><nfeDadosMsg>${question}</nfeDadosMsg></nfeDistDFeInteresse></soap12:Body></soap12:Envelope>`;
  // Ends the wait, so that the whole queue can be read without pauses of an hour.
  await speaker.authority.control('DELETE', `/distribution/wait?taxId=${speaker.taxId}`);
  const answer = await ask(speaker, { url: urls.NFE, body });
  const cStat = /<cStat>(\d+)</.exec(answer)?.[1];
  if (cStat !== '137' && cStat !== '138') throw new Error(`the queue cannot be read: ${answer.slice(0, 1_000)}`);
  return [...answer.matchAll(/<docZip NSU="(\d+)" schema="([^"]+)">([^<]*)</g)].map(([, nsu, schema, packed]) => ({
    nsu: BigInt(nsu!),
    schema: schema!,
    bytes: Buffer.from(packed!, 'base64'),
  }));
}

async function nfseLot(speaker: Speaker, after: bigint): Promise<Handed[]> {
  type Lot = { LoteDFe: { NSU: number; TipoDocumento: string; ArquivoXml: string }[] };
  const { LoteDFe } = JSON.parse(await ask(speaker, { url: `${urls.NFSE}/DFe/${after}?lote=true` })) as Lot;
  return LoteDFe.map(({ NSU, TipoDocumento, ArquivoXml }) => ({
    nsu: BigInt(NSU),
    schema: TipoDocumento,
    bytes: Buffer.from(ArquivoXml, 'base64'),
  }));
}

async function ask({ pfx, authority }: Speaker, { url, body }: { url: string; body?: string }): Promise<string> {
  const { host, pathname, search } = new URL(url);
  const asking = request({
    agent: false,
    host: '127.0.0.1',
    port: authority.port,
    servername: host,
    path: `${pathname}${search}`,
    method: body === undefined ? 'GET' : 'POST',
    ca: authority.caPem,
    pfx,
    passphrase: password,
    headers: { host, 'content-type': 'application/soap+xml; charset=utf-8' },
  });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return text(answer);
}
