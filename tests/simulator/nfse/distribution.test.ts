import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { type Answer, ask, eventRequest, packed, signedDps, unpacked } from '../support/sefin.ts';
import { start, type Started } from '../support/start.ts';

type Lot = {
  StatusProcessamento: string;
  LoteDFe: { NSU: number; ChaveAcesso: string; TipoDocumento: string; TipoEvento: string | null; ArquivoXml: string }[];
  Erros: { Codigo: string }[];
};

let started: Started;
let issuer: A1Certificate;
let taker: A1Certificate;
const keys: string[] = [];

beforeAll(async () => {
  started = await start();
  issuer = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  taker = await started.simulator.issueCertificate({ taxId: '11444777000161' });
  for (let number = 1; number <= 53; number += 1) keys.push(await emitted(number));
  const chNFSe = keys[0] ?? '';
  const body = { pedidoRegistroEventoXmlGZipB64: packed(eventRequest(issuer, { chNFSe })) };
  await ask(started.simulator, { method: 'POST', path: `/nfse/${chNFSe}/eventos`, certificate: issuer, body });
});
afterAll(() => started.stop());

async function emitted(number: number): Promise<string> {
  const body = { dpsXmlGZipB64: packed(signedDps(issuer, { number }).xml) };
  return (await ask(started.simulator, { method: 'POST', path: '/nfse', certificate: issuer, body })).json.chaveAcesso;
}
async function get(path: string, certificate = taker): Promise<Answer & { lot: Lot }> {
  const answer = await ask(started.simulator, { path: `${endpoints.nfse.homologation.adn}${path}`, certificate });
  return { ...answer, lot: answer.json as unknown as Lot };
}

test('issuer and taker each get every document after an NSU, in order and fifty at most', async () => {
  for (const who of [issuer, taker]) {
    const first = await get('/DFe/0?lote=true', who);
    expect(first).toMatchObject({ status: 200, lot: { StatusProcessamento: 'DOCUMENTOS_LOCALIZADOS' } });
    expect(first.lot.LoteDFe.map(({ NSU }) => NSU)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    const rest = (await get('/DFe/50', who)).lot.LoteDFe;
    expect(rest.map(({ NSU, TipoDocumento, TipoEvento }) => [NSU, TipoDocumento, TipoEvento])).toEqual([
      [51, 'NFSE', null],
      [52, 'NFSE', null],
      [53, 'NFSE', null],
      [54, 'EVENTO', 'CANCELAMENTO'],
    ]);
    expect(rest[3]?.ChaveAcesso).toBe(keys[0]);
    expect(unpacked(rest[0]?.ArquivoXml ?? '')).toContain(`Id="NFS${keys[50]}"`);
  }
});

test('one document is asked for at its own NSU', async () => {
  const { lot } = await get('/DFe/2?lote=false');
  expect(lot.LoteDFe).toMatchObject([{ NSU: 2, ChaveAcesso: keys[1] }]);
});

test('when there is nothing, the answer is a 404 with a body that says so', async () => {
  const nothing = { LoteDFe: [], StatusProcessamento: 'NENHUM_DOCUMENTO_LOCALIZADO', TipoAmbiente: 'HOMOLOGACAO' };
  expect(await get('/DFe/54')).toMatchObject({ status: 404, lot: { ...nothing, Erros: [{ Codigo: 'E2215' }] } });
  expect(await get('/DFe/55?lote=false')).toMatchObject({
    status: 404,
    lot: { ...nothing, Erros: [{ Codigo: 'E2230' }] },
  });
  const production = await ask(started.simulator, {
    path: `${endpoints.nfse.production.adn}/DFe/0`,
    certificate: taker,
  });
  expect(production).toMatchObject({ status: 404, json: { TipoAmbiente: 'PRODUCAO' } });
});

test('another establishment may be asked for, another company may not', async () => {
  const branch = await started.simulator.issueCertificate({ taxId: '11444777000242' });
  expect((await get('/DFe/0', branch)).status).toBe(404);
  expect((await get('/DFe/0?cnpjConsulta=11444777000161', branch)).lot.LoteDFe).toHaveLength(50);
  const refused = await get('/DFe/0?cnpjConsulta=11222333000181', branch);
  expect(refused).toMatchObject({ status: 400, lot: { StatusProcessamento: 'REJEICAO' } });
  expect((await get('/DFe/x')).status).toBe(400);
});

test('a note is distributed by its key with its events, to its parties', async () => {
  const { lot } = await get(`/NFSe/${keys[0]}/Eventos`);
  expect(lot.LoteDFe.map(({ NSU, TipoDocumento }) => [NSU, TipoDocumento])).toEqual([
    [1, 'NFSE'],
    [54, 'EVENTO'],
  ]);
  const stranger = await started.simulator.issueCertificate({ taxId: '45723174000110' });
  const notTheirs = await get(`/NFSe/${keys[0]}/Eventos`, stranger);
  expect(notTheirs).toMatchObject({ status: 404, lot: { Erros: [{ Codigo: 'E2241' }] } });
  const unknown = await get(`/NFSe/${'1'.repeat(50)}/Eventos`);
  expect(unknown).toMatchObject({ status: 404, lot: { Erros: [{ Codigo: 'E2240' }] } });
});

test('a restart changes no NSU', async () => {
  const before = (await get('/DFe/50')).lot.LoteDFe;
  await started.restart();
  expect((await get('/DFe/50')).lot.LoteDFe).toEqual(before);
});
