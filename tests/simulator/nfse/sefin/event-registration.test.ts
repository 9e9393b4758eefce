import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../../simulator/certificates/a1.ts';
import { simulatorSettings } from '../../../../simulator/settings.ts';
import { openSchemas } from '../../../../simulator/xml/schemas.ts';
import { control } from '../../support/control.ts';
import type { Answer } from '../../support/sefin.ts';
import { ask, codes, eventRequest, barrierOf, packed, signedDps, unpacked } from '../../support/sefin.ts';
import type { Started } from '../../support/start.ts';
import { start } from '../../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterAll(() => started.stop());

async function emitted(): Promise<string> {
  number += 1;
  const { xml } = signedDps(certificate, { number });
  const body = { dpsXmlGZipB64: packed(xml) };
  return (await ask(started.simulator, { method: 'POST', path: '/nfse', certificate, body })).json.chaveAcesso;
}
const send = (chNFSe: string, xml: string, who = certificate, barrier = barrierOf(1)): Promise<Answer> =>
  ask(started.simulator, {
    barrier,
    method: 'POST',
    path: `/nfse/${chNFSe}/eventos`,
    certificate: who,
    body: { pedidoRegistroEventoXmlGZipB64: packed(xml) },
  });
const query = (chNFSe: string, below = '/101101/1', who = certificate): Promise<Answer> =>
  ask(started.simulator, { path: `/nfse/${chNFSe}/eventos${below}`, certificate: who });

test('a cancellation is registered, signed by the authority, and found again after a restart', async () => {
  const chNFSe = await emitted();
  expect(await query(chNFSe)).toMatchObject({ status: 404, body: '{}' });
  const request = eventRequest(certificate, { chNFSe });
  const { status, json } = await send(chNFSe, request);
  expect(status).toBe(201);
  expect(json).toMatchObject({ tipoAmbiente: 2, versaoAplicativo: 'SefinNacional_1.6.0' });
  const event = unpacked(json.eventoXmlGZipB64);
  expect(event).toContain(request.replace(/^<\?xml[^>]*\?>/, ''));
  expect(event).toContain(`Id="EVT${chNFSe}101101001"`);
  const schemas = openSchemas(simulatorSettings().schemas, new Date());
  expect(schemas.faultOf('evento_v1.01.xsd', event)).toBeUndefined();
  schemas.close();

  await started.restart();
  const found = (await query(chNFSe)).json.eventos;
  expect(found).toMatchObject([{ chaveAcesso: chNFSe, tipoEvento: '101101', numeroPedidoRegistroEvento: '1' }]);
  const once = Buffer.from(found[0]?.arquivoXml ?? '', 'base64').toString('utf8');
  expect(unpacked(once)).toBe(event);
});

test('an event is asked for with its type and its sequence, by a party of the note', async () => {
  const chNFSe = await emitted();
  expect(await query(chNFSe, '')).toMatchObject({ status: 405, type: 'text/html' });
  expect(await query(chNFSe, '/101101')).toMatchObject({ status: 404, type: 'text/html' });
  const stranger = await started.simulator.issueCertificate({ taxId: '45723174000110' });
  expect((await query(chNFSe, '/101101/1', stranger)).status).toBe(401);
});

test('the author signs its own request and sends it itself', async () => {
  const chNFSe = await emitted();
  const stranger = await started.simulator.issueCertificate({ taxId: '45723174000110' });
  const foreign = await send(chNFSe, eventRequest(certificate, { chNFSe }), stranger);
  expect(foreign).toMatchObject({ status: 403, type: 'text/html' });
  const signedByOther = eventRequest(stranger, { chNFSe, author: certificate.taxId });
  expect(codes(await send(chNFSe, signedByOther))).toEqual(['E0812']);
  const { xml } = signedDps(certificate);
  expect(codes(await send(chNFSe, xml))).toEqual(['E1242']);
  const wordless = eventRequest(certificate, { chNFSe, edits: [['<cMotivo>1</cMotivo>', '']] });
  expect(codes(await send(chNFSe, wordless))).toEqual(['E1235']);
  const other = await emitted();
  expect((await send(other, eventRequest(certificate, { chNFSe }))).status).toBe(400);
  expect((await query(chNFSe)).status).toBe(404);
});

test('a note is cancelled once', async () => {
  const chNFSe = await emitted();
  expect((await send(chNFSe, eventRequest(certificate, { chNFSe }))).status).toBe(201);
  const again = await send(chNFSe, eventRequest(certificate, { chNFSe }));
  expect(again).toMatchObject({ status: 400, json: { erro: [{ codigo: 'E0840' }] } });
  expect(again.body).toContain('Cancelamento de NFS-e');
  const both = await emitted();
  const barrier = barrierOf(2);
  const request = eventRequest(certificate, { chNFSe: both });
  const answers = await Promise.all([1, 2].map(() => send(both, request, certificate, barrier)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
});

test('a city has the last word on cancellations', async () => {
  const chNFSe = await emitted();
  const cancellation = (what: object): Promise<unknown> =>
    control(started.simulator, 'PUT', '/cities/3550308', {
      cancellation: { deadlineDays: null, limit: null, requiresTaker: false, ...what },
    });
  await cancellation({ limit: '500.00' });
  expect(codes(await send(chNFSe, eventRequest(certificate, { chNFSe })))).toEqual(['E0823']);
  await cancellation({ deadlineDays: 1 });
  await control(started.simulator, 'PUT', '/clock', { now: new Date(Date.now() + 2 * 86_400_000).toISOString() });
  expect(codes(await send(chNFSe, eventRequest(certificate, { chNFSe })))).toEqual(['E0822']);
  await control(started.simulator, 'DELETE', '/clock');
  expect((await send(chNFSe, eventRequest(certificate, { chNFSe }))).status).toBe(201);
});

test('a note that nobody generated has no events', async () => {
  const chNFSe = (await emitted()).replace(/^3550308/, '3304557');
  expect(codes(await send(chNFSe, eventRequest(certificate, { chNFSe })))).toContain('E1831');
});

test('a taker may confirm a note, once', async () => {
  const chNFSe = await emitted();
  const taker = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  const detail = '<xDesc>Manifestação de NFS-e - Confirmação do Tomador</xDesc>';
  const request = eventRequest(taker, { chNFSe, tpEvento: '203202', detail });
  expect((await send(chNFSe, request, taker)).status).toBe(201);
  expect(codes(await send(chNFSe, request, taker))).toEqual(['E1833', 'E0861']);
  expect((await query(chNFSe, '/203202/1')).status).toBe(200);
});
