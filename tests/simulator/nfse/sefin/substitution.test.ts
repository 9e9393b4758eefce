import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../../simulator/certificates/a1.ts';
import { simulatorSettings } from '../../../../simulator/settings.ts';
import { openSchemas } from '../../../../simulator/xml/schemas.ts';
import endpoints from '../../../../tables/endpoints.json' with { type: 'json' };
import { control } from '../../support/control.ts';
import type { Answer } from '../../support/sefin.ts';
import { ask, codes, eventRequest, packed, signedDps, unpacked } from '../../support/sefin.ts';
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

function emit(replaced?: string): Promise<Answer> {
  number += 1;
  const subst = `<subst><chSubstda>${replaced}</chSubstda><cMotivo>99</cMotivo><xMotivo>Valor do serviço errado</xMotivo></subst>`;
  const edits = replaced === undefined ? [] : [['<prest>', `${subst}<prest>`] as const];
  const body = { dpsXmlGZipB64: packed(signedDps(certificate, { number, edits }).xml) };
  return ask(started.simulator, { method: 'POST', path: '/nfse', certificate, body });
}
const substitutionOn = (chNFSe: string): Promise<Answer> =>
  ask(started.simulator, { path: `/nfse/${chNFSe}/eventos/105102/1`, certificate });

test('a DPS that substitutes a note ends that note by an event of SEFIN itself, which survives a restart', async () => {
  const old = (await emit()).json.chaveAcesso;
  expect((await substitutionOn(old)).status).toBe(404);
  const answer = await emit(old);
  expect(codes(answer)).toEqual([]);
  await started.restart();
  const found = (await substitutionOn(old)).json.eventos[0];
  const event = unpacked(Buffer.from(found?.arquivoXml ?? '', 'base64').toString('utf8'));
  expect(event).toContain(`<chSubstituta>${answer.json.chaveAcesso}</chSubstituta>`);
  const schemas = openSchemas(simulatorSettings().schemas, new Date());
  expect(schemas.faultOf('evento_v1.01.xsd', event)).toBeUndefined();
  schemas.close();

  const body = { pedidoRegistroEventoXmlGZipB64: packed(eventRequest(certificate, { chNFSe: old })) };
  const late = await ask(started.simulator, { method: 'POST', path: `/nfse/${old}/eventos`, certificate, body });
  expect(codes(late)).toEqual(['E0840']);
  expect(late.body).toContain('Cancelamento de NFS-e por Substituição');
});

test('note and event have numbers of their own, and both are distributed', async () => {
  const old = (await emit()).json.chaveAcesso;
  const { chaveAcesso } = (await emit(old)).json;
  const note = (await control(started.simulator, 'GET', `/nfse/${chaveAcesso}`)).json as { nDFSe: number };
  const { events } = (await control(started.simulator, 'GET', `/nfse/${old}`)).json as { events: { nDFSe: number }[] };
  expect(events.map(({ nDFSe }) => nDFSe)).toEqual([note.nDFSe + 1]);
  const path = `${endpoints.nfse.homologation.adn}/NFSe/${old}/Eventos`;
  const { json } = await ask(started.simulator, { path, certificate });
  expect(json).toMatchObject({ LoteDFe: [{ TipoDocumento: 'NFSE' }, { TipoEvento: 'CANCELAMENTO_POR_SUBSTITUICAO' }] });
});

test('a note that has ended, or that nobody knows, cannot be substituted, and nothing is generated', async () => {
  const old = (await emit()).json.chaveAcesso;
  await emit(old);
  expect((await emit(old)).status).toBe(400);
  expect((await emit(old.replace(/^3550308/, '3304557'))).status).toBe(400);
  const again = await Promise.all([emit(undefined), emit(undefined)]);
  expect(again.map(({ status }) => status)).toEqual([201, 201]);
});
