import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { simulatorSettings } from '../../../simulator/settings.ts';
import { openSchemas } from '../../../simulator/xml/schemas.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { control } from '../support/control.ts';
import type { Document } from '../support/distribution.ts';
import { askFor } from '../support/distribution.ts';
import { ask, unpacked } from '../support/sefin.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const buyer = '11444777000161';
const carrier = '45723174000110';
const supplier = { taxId: '11222333000181', name: 'Fornecedor & Cia' };
const schemas = openSchemas(simulatorSettings().schemas, new Date());

type Loaded = {
  notes: { chNFe: string }[];
  nfse: { chNFSe: string }[];
  queues: { source: string; taxId: string; firstNsu: number; lastNsu: number }[];
};

let started: Started;
const certificates = new Map<string, A1Certificate>();

beforeAll(async () => {
  started = await start();
  for (const taxId of [buyer, carrier, supplier.taxId]) {
    certificates.set(taxId, await started.simulator.issueCertificate({ taxId }));
  }
});
afterAll(async () => {
  await started.stop();
  schemas.close();
});

async function loaded(order: object): Promise<Loaded> {
  const { status, json } = await control(started.simulator, 'POST', '/distribution', order);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json as Loaded;
}
async function everything(taxId: string, after = 0): Promise<Document[]> {
  await control(started.simulator, 'DELETE', '/distribution/wait');
  const certificate = certificates.get(taxId) ?? null;
  return (await askFor(started.simulator, { taxId, certificate, after })).documents;
}
function holds(xml: string): boolean {
  const signature = new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('Signature')[0];
  const verifier = new SignedXml({ publicCert: certificateIn(xml) });
  verifier.loadSignature(signature as unknown as Node);
  return verifier.checkSignature(xml);
}
function certificateIn(xml: string): string {
  const lines = /<X509Certificate>([^<]+)/.exec(xml)?.[1]?.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

test('a note of a supplier has what was ordered, is valid and signed, and its keys and NSUs are in the answer', async () => {
  const order = {
    issuer: supplier,
    recipient: { taxId: buyer, state: 'RJ' },
    total: '250.00',
    installments: [
      { dueDate: '2026-12-10', amount: 100 },
      { number: '002', dueDate: '2027-01-10', amount: '150.00' },
    ],
    carrier,
    authorized: [supplier.taxId],
    events: [{ tpEvento: '110110' }, { tpEvento: '610614' }, { tpEvento: '110111' }],
  };
  const { notes, queues } = await loaded({ notes: [order] });
  expect(queues).toEqual([
    { source: 'nfe', environment: 2, taxId: buyer, firstNsu: 1, lastNsu: 3 },
    { source: 'nfe', environment: 2, taxId: carrier, firstNsu: 1, lastNsu: 4 },
    { source: 'nfe', environment: 2, taxId: supplier.taxId, firstNsu: 1, lastNsu: 1 },
  ]);
  const documents = await everything(carrier);
  expect(documents.map(({ schema }) => schema)).toEqual([
    'procNFe_v4.00.xsd',
    'procEventoNFe_v1.00.xsd',
    'resEvento_v1.01.xsd',
    'procEventoNFe_v1.00.xsd',
  ]);
  for (const { schema, xml } of [...documents, ...(await everything(buyer))]) {
    expect(schemas.faultOf(schema, xml)).toBeUndefined();
  }
  const [note, letter, , end] = documents.map(({ xml }) => xml);
  for (const xml of [note, letter, end]) expect(holds(xml ?? '')).toBe(true);
  expect(holds((note ?? '').replace('<vNF>250.00', '<vNF>350.00'))).toBe(false);
  expect(note).toContain(`<chNFe>${notes[0]?.chNFe}</chNFe>`);
  expect(note).toContain('<dup><nDup>001</nDup><dVenc>2026-12-10</dVenc><vDup>100.00</vDup></dup>');
});

test('ten thousand notes are loaded in seconds, and each is whole', async () => {
  const begun = Date.now();
  const { notes, queues } = await loaded({
    notes: [{ issuer: supplier, recipient: { taxId: buyer }, carrier, count: 10_000 }],
  });
  expect(Date.now() - begun).toBeLessThan(150_000);
  expect(new Set(notes.map(({ chNFe }) => chNFe)).size).toBe(10_000);
  const last = queues.find(({ taxId }) => taxId === carrier)?.lastNsu ?? 0;
  const [document] = await everything(carrier, last - 1);
  expect(document?.xml).toContain(`<chNFe>${notes.at(-1)?.chNFe}</chNFe>`);
  expect(holds(document?.xml ?? '')).toBe(true);
  expect(schemas.faultOf('procNFe_v4.00.xsd', document?.xml ?? '')).toBeUndefined();
});

test('ready documents go to their parties, or to whom they are meant for', async () => {
  const [sample] = await everything(carrier);
  const xml = (sample?.xml ?? '').replaceAll(/35\d{42}/g, (key) => `${key.slice(0, 35)}12345678${key.slice(43)}`);
  const [first] = (await loaded({ xml })).queues.filter(({ taxId }) => taxId === carrier);
  expect((await everything(carrier, (first?.firstNsu ?? 0) - 1))[0]?.xml).toBe(xml);
  expect((await control(started.simulator, 'POST', '/distribution', { xml })).status).toBe(400);

  const summary = (await everything(buyer))[0]?.xml ?? '';
  expect((await control(started.simulator, 'POST', '/distribution', { xml: summary })).status).toBe(400);
  const { queues } = await loaded({ xml: summary, taxIds: [carrier] });
  const [named] = await everything(carrier, (queues[0]?.firstNsu ?? 0) - 1);
  expect(named).toMatchObject({ schema: 'resNFe_v1.01.xsd', xml: summary });
});

test('bytes go into a queue as they are', async () => {
  const content = gzipSync('nada que se leia').toString('base64');
  const { queues } = await loaded({ raw: { taxId: buyer, schema: 'procOutro_v1.00.xsd', content } });
  expect((await everything(buyer, (queues[0]?.firstNsu ?? 0) - 1))[0]).toMatchObject({
    schema: 'procOutro_v1.00.xsd',
    xml: 'nada que se leia',
  });
});

test('an NFS-e of a provider reaches its taker by ADN, valid and signed, and may be ended', async () => {
  const order = { issuer: supplier, taker: { taxId: buyer }, total: 1234.5, events: [{ tpEvento: '101101' }] };
  const { nfse, queues } = await loaded({ nfse: [order, { ...order, events: [], count: 2 }] });
  expect(new Set(nfse.map(({ chNFSe }) => chNFSe)).size).toBe(3);
  expect(queues).toContainEqual({ source: 'nfse', environment: 2, taxId: buyer, firstNsu: 1, lastNsu: 4 });
  const answer = await ask(started.simulator, {
    path: `${endpoints.nfse.homologation.adn}/DFe/0`,
    certificate: certificates.get(buyer) ?? null,
  });
  const { LoteDFe } = answer.json as unknown as { LoteDFe: { TipoDocumento: string; ArquivoXml: string }[] };
  expect(LoteDFe.map(({ TipoDocumento }) => TipoDocumento)).toEqual(['NFSE', 'EVENTO', 'NFSE', 'NFSE']);
  const xml = unpacked(LoteDFe[0]?.ArquivoXml ?? '');
  expect(xml).toContain('<vLiq>1234.50</vLiq>');
  expect(xml).toContain('<xNome>Fornecedor &amp; Cia</xNome>');
  expect(schemas.faultOf('NFSe_v1.01.xsd', xml)).toBeUndefined();
  expect(schemas.faultOf('evento_v1.01.xsd', unpacked(LoteDFe[1]?.ArquivoXml ?? ''))).toBeUndefined();
});

test('an issuer may be left without its own NFS-e, and NSUs stay', async () => {
  const without = await start({ distributesToIssuer: false });
  try {
    const { simulator } = without;
    const order = { issuer: supplier, taker: { taxId: buyer } };
    const back = { issuer: { taxId: buyer }, taker: { taxId: supplier.taxId } };
    await control(simulator, 'POST', '/distribution', { nfse: [{ ...order, events: [{ tpEvento: '305101' }] }, back] });
    const certificate = await simulator.issueCertificate({ taxId: supplier.taxId });
    const { json } = await ask(simulator, { path: `${endpoints.nfse.homologation.adn}/DFe/0`, certificate });
    const { LoteDFe } = json as unknown as { LoteDFe: { NSU: number; TipoDocumento: string }[] };
    expect(LoteDFe.map(({ NSU, TipoDocumento }) => [NSU, TipoDocumento])).toEqual([
      [2, 'EVENTO'],
      [3, 'NFSE'],
    ]);
  } finally {
    await without.stop();
  }
});

test('orders with something wrong are refused with 400', async () => {
  const order = { issuer: supplier, recipient: { taxId: buyer } };
  for (const wrong of [
    { notes: [{ ...order, issuer: { taxId: '11222333000180' } }] },
    { notes: [{ ...order, total: -1 }] },
    { notes: [{ ...order, count: 0 }] },
    { xml: '<a/>' },
    { xml: 'nada' },
    { raw: { taxId: buyer, schema: 'x', content: '***' } },
    { nfse: [{ issuer: supplier }] },
    { other: 1 },
  ]) {
    expect((await control(started.simulator, 'POST', '/distribution', wrong)).status).toBe(400);
  }
  expect((await control(started.simulator, 'GET', '/distribution?taxId=1')).status).toBe(400);
});
