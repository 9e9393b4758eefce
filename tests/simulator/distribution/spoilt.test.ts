import { createGunzip, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { all } from '../support/client.ts';
import { control } from '../support/control.ts';
import { askFor, askRaw, load, setClock } from '../support/distribution.ts';
import { manifestation, sendEvent } from '../support/events.ts';
import { ask, packed, signedDps } from '../support/sefin.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const taxId = '11444777000161';
const supplier = { taxId: '11222333000181' };

let started: Started;
let certificate: A1Certificate;
let hours = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId });
  const [chNFe = ''] = await load(started.simulator, { issuer: supplier, recipient: { taxId }, count: 3 });
  await sendEvent(started, certificate, manifestation(chNFe, '210210'));
  const issuer = await started.simulator.issueCertificate(supplier);
  const body = { dpsXmlGZipB64: packed(signedDps(issuer).xml) };
  await ask(started.simulator, { method: 'POST', path: '/nfse', certificate: issuer, body });
});
afterEach(() => control(started.simulator, 'PUT', '/scenario', []));
afterAll(() => started.stop());

type Entry = { nsu: number; schema: string; content: string };

/** The whole queue as one lot: three summaries, and the first note as NSU 4. */
async function lot(spoil?: string, nsu?: number): Promise<{ ultNSU: number; entries: Entry[] }> {
  hours += 2;
  await setClock(started.simulator, new Date(Date.now() + hours * 3_600_000));
  if (spoil) await control(started.simulator, 'PUT', '/scenario', { times: 1, distribution: { spoil, nsu } });
  const { body } = await askRaw(started.simulator, { taxId, certificate, after: 0 });
  const entries = [...body.matchAll(/<docZip NSU="(\d{15})" schema="([^"]+)">([^<]*)</g)].map(
    ([, number, schema = '', content = '']) => ({ nsu: Number(number), schema, content }),
  );
  return { ultNSU: Number(all(body, 'ultNSU')[0]), entries };
}

const xmlOf = (entry: Entry | undefined): string =>
  gunzipSync(Buffer.from(entry?.content ?? '', 'base64')).toString('utf8');

test('what no scenario spoils is sound', async () => {
  const { ultNSU, entries } = await lot();
  expect(ultNSU).toBe(4);
  expect(entries.map(({ nsu, schema }) => [nsu, schema])).toEqual([
    [1, 'resNFe_v1.01.xsd'],
    [2, 'resNFe_v1.01.xsd'],
    [3, 'resNFe_v1.01.xsd'],
    [4, 'procNFe_v4.00.xsd'],
  ]);
});

test('an entry has an NSU below what was asked, comes twice, or before those below it', async () => {
  expect((await lot('lowerNsu', 3)).entries.map(({ nsu }) => nsu)).toEqual([1, 2, 0, 4]);
  expect((await lot('repeatedNsu', 2)).entries.map(({ nsu }) => nsu)).toEqual([1, 2, 2, 3, 4]);
  expect((await lot('unordered')).entries.map(({ nsu }) => nsu)).toEqual([4, 3, 2, 1]);
});

test('the answer names an ultNSU below what was asked', async () => {
  expect((await lot('lowerUltNsu')).ultNSU).toBe(0);
});

test('an entry has a schema that nobody knows', async () => {
  expect((await lot('unknownSchema', 4)).entries[3]?.schema).toBe('procDesconhecido_v9.99.xsd');
});

test('an entry is no base64, no whole gzip, or has a DTD', async () => {
  expect((await lot('brokenBase64')).entries[0]?.content).toContain('***');
  const cut = (await lot('truncatedGzip')).entries[0];
  expect(() => xmlOf(cut)).toThrow('unexpected end of file');
  expect(xmlOf((await lot('dtd', 4)).entries[3])).toContain('<!DOCTYPE x [<!ENTITY a');
});

test('a note has another key than its summary, or a signature that does not hold', async () => {
  const sound = xmlOf((await lot()).entries[3]);
  const keyIn = (xml: string): string | undefined => /Id="NFe(\d{44})"/.exec(xml)?.[1];
  const other = xmlOf((await lot('anotherKey', 4)).entries[3]);
  expect(keyIn(other)).toMatch(/^\d{44}$/);
  expect(keyIn(other)).not.toBe(keyIn(sound));
  const value = /<SignatureValue>([^<]+)/;
  const forged = xmlOf((await lot('brokenSignature', 4)).entries[3]);
  expect(value.exec(forged)?.[1]).not.toBe(value.exec(sound)?.[1]);
  expect(forged.replace(value, '')).toBe(sound.replace(value, ''));
});

test('an entry is fifty megabytes, or a bomb', async () => {
  expect(await inflatedSize((await lot('huge', 4)).entries[3])).toBeGreaterThan(50 * 1024 * 1024);
  const bomb = (await lot('bomb')).entries[0];
  expect(bomb?.content.length).toBeLessThan(1024 * 1024);
  expect(await inflatedSize(bomb)).toBe(256 * 1024 * 1024);
});

async function inflatedSize(entry: Entry | undefined): Promise<number> {
  const gunzip = createGunzip();
  gunzip.end(Buffer.from(entry?.content ?? '', 'base64'));
  let size = 0;
  for await (const chunk of gunzip) size += (chunk as Buffer).length;
  return size;
}

test('an answer is cut in the middle', async () => {
  await control(started.simulator, 'PUT', '/scenario', { service: 'NFeDistribuicaoDFe', cut: true, times: 1 });
  await expect(lot()).rejects.toThrow();
  const { json } = await control(started.simulator, 'GET', '/exchanges?service=NFeDistribuicaoDFe');
  expect((json as { outcome: string }[]).at(-1)?.outcome).toBe('cut');
});

test('a taxpayer is refused for an hour though it did nothing wrong, and by other codes once', async () => {
  const answer = (cStat: number): object => ({ service: 'NFeDistribuicaoDFe', times: 1, answer: { cStat } });
  const question = { taxId, certificate, after: 4 };
  hours += 2;
  await setClock(started.simulator, new Date(Date.now() + hours * 3_600_000));
  for (const cStat of [593, 280, 298, 108]) {
    await control(started.simulator, 'PUT', '/scenario', answer(cStat));
    expect((await askFor(started.simulator, question)).cStat).toBe(cStat);
  }
  await control(started.simulator, 'PUT', '/scenario', answer(656));
  const refused = await askFor(started.simulator, question);
  expect(refused).toMatchObject({ cStat: 656, ultNSU: 4, maxNSU: 0 });
  expect((await askFor(started.simulator, question)).cStat).toBe(656);
});

test('a lot of ADN is spoilt in the same way', async () => {
  type Lot = { LoteDFe: { NSU: number; TipoDocumento: string; ArquivoXml: string }[] };
  const get = async (spoil: string): Promise<Lot['LoteDFe']> => {
    await control(started.simulator, 'PUT', '/scenario', { service: 'NfseDistribuicao', distribution: { spoil } });
    const answer = await ask(started.simulator, { path: `${endpoints.nfse.homologation.adn}/DFe/0`, certificate });
    return (answer.json as unknown as Lot).LoteDFe;
  };
  expect((await get('repeatedNsu')).map(({ NSU }) => NSU)).toEqual([1, 1]);
  expect((await get('brokenBase64'))[0]?.ArquivoXml).toContain('***');
  expect((await get('unknownSchema'))[0]?.TipoDocumento).toBe('procDesconhecido_v9.99.xsd');
});
