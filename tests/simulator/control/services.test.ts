import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { all, code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import { authorize, manifestation, sendEvent } from '../support/events.ts';
import { lot, signedNote } from '../support/note.ts';
import { cancellation, consultation, inutilization, statusRequest } from '../support/requests.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const { model55, model65, cUF } = endpoints;

let started: Started;
let certificate: A1Certificate;

beforeAll(async () => {
  started = await start({
    insistence: {
      equalRejections: { NfeAutorizacao: 999, RecepcaoEvento: 999, NfeInutilizacao: 999 },
      callsPerHour: { NfeConsultaProtocolo: 999, NfeRetAutorizacao: 999, NfeStatusServico: 999 },
    },
  });
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
});
afterEach(async () => {
  await control(started.simulator, 'DELETE', '/services');
  await control(started.simulator, 'DELETE', '/clock');
});
afterAll(() => started.stop());

const set = (authorizer: string, body: object): ReturnType<typeof control> =>
  control(started.simulator, 'PUT', `/services/${authorizer}`, body);
const ahead = (aheadSeconds: number): ReturnType<typeof control> =>
  control(started.simulator, 'PUT', '/clock', { aheadSeconds });

async function statusAt(url: string, state: number = cUF.SP, tpAmb = 2): Promise<number> {
  const message = statusRequest(state, tpAmb);
  return code(await send(started.simulator, { service: 'NfeStatusServico', message, certificate, url }));
}

const ofSP = model55.SP.homologation.NfeStatusServico;
const ofSVCAN = model55['SVC-AN'].homologation.NfeStatusServico;
const ofSVCRS = model55['SVC-RS'].homologation.NfeStatusServico;

test.each([
  ['PAUSED', 108],
  ['STOPPED', 109],
])('an authorizer that is %s answers %i to every service', async (status, cStat) => {
  const { chNFe, nProt } = await authorize(started, certificate, cStat);
  await set('SP', { status });
  const { simulator } = started;
  const later = signedNote(certificate, { number: cStat + 100 });
  for (const [service, message] of [
    ['NfeStatusServico', statusRequest()],
    ['NfeAutorizacao', lot([later])],
    ['NfeConsultaProtocolo', consultation(chNFe)],
    ['RecepcaoEvento', cancellation(certificate, { chNFe, nProt })],
    ['NfeInutilizacao', inutilization(certificate, { first: 900, last: 901 })],
  ] as const) {
    expect([service, code(await send(simulator, { service, message, certificate }))]).toEqual([service, cStat]);
  }
  expect(code(await sendEvent(started, certificate, manifestation(chNFe, '210210')))).not.toBe(cStat);
  expect(await statusAt(model65.SP.homologation.NfeStatusServico)).toBe(cStat);
  await set('SP', { status: 'OPERATING' });
  expect(code(await send(simulator, { service: 'NfeAutorizacao', message: lot([later]), certificate }))).toBe(100);
});

test('a state of an authorizer can hold for one model, one environment or one state', async () => {
  await set('SP', { status: 'PAUSED', model: '65' });
  expect(await statusAt(ofSP)).toBe(107);
  expect(await statusAt(model65.SP.homologation.NfeStatusServico)).toBe(108);
  await set('SP', { status: 'STOPPED', environment: 'PRODUCTION' });
  expect(await statusAt(ofSP)).toBe(107);
  expect(await statusAt(model55.SP.production.NfeStatusServico, cUF.SP, 1)).toBe(109);
  await set('SVRS', { status: 'PAUSED', state: 'RJ' });
  expect(await statusAt(model55.SVRS.homologation.NfeStatusServico, cUF.RJ)).toBe(108);
  expect(await statusAt(model55.SVRS.homologation.NfeStatusServico, cUF.SC)).toBe(107);
});

test('the contingencies are off until a state switches its own on, and then only for it', async () => {
  expect(await statusAt(ofSVCAN)).toBe(114);
  expect(await statusAt(ofSVCRS, cUF.BA)).toBe(114);
  expect(await statusAt(model55.SVRS.homologation.NfeStatusServico, cUF.SC)).toBe(107);
  await set('SVC-AN', { status: 'OPERATING', state: 'SP' });
  expect(await statusAt(ofSVCAN)).toBe(107);
  expect(await statusAt(ofSVCAN, cUF.MG)).toBe(114);
});

test('a contingency takes NF-e of its own kind while it is on and while it closes, and none when it is off', async () => {
  const url = model55['SVC-AN'].homologation.NfeAutorizacao;
  const sent = async (number: number, tpEmis = 6): Promise<number> => {
    const edits = [
      ['<tpEmis>1', `<tpEmis>${tpEmis}`],
      [
        '</verProc>',
        `</verProc><dhCont>${new Date().toISOString().slice(0, 19)}-00:00</dhCont><xJust>Autorizadora parada</xJust>`,
      ],
    ] as const;
    const message = lot([signedNote(certificate, { number, edits })]);
    return code(await send(started.simulator, { service: 'NfeAutorizacao', message, certificate, url }));
  };
  expect(await sent(301)).toBe(114);
  await set('SVC-AN', { status: 'OPERATING', state: 'SP' });
  expect(await sent(301)).toBe(100);
  expect(await sent(302, 4)).toBe(713);
  await set('SVC-AN', { status: 'CLOSING', state: 'SP' });
  expect(await statusAt(ofSVCAN)).toBe(113);
  expect(await sent(302)).toBe(100);
  await set('SVC-AN', { status: 'OFF' });
  expect(await sent(303)).toBe(114);
});

test('a state that was set for a time ends by itself', async () => {
  await set('SP', { status: 'STOPPED' });
  await set('SP', { status: 'PAUSED', forSeconds: 600 });
  expect(await statusAt(ofSP)).toBe(108);
  await ahead(601);
  expect(await statusAt(ofSP)).toBe(109);
});

test('an outage of a state runs through by itself, and its contingency with it', async () => {
  const answer = await control(started.simulator, 'POST', '/outages', {
    state: 'SP',
    seconds: 600,
    closingSeconds: 300,
  });
  expect(answer.status).toBe(200);
  const both = async (): Promise<number[]> => [await statusAt(ofSP), await statusAt(ofSVCAN)];
  expect(await both()).toEqual([108, 107]);
  await ahead(540); // a minute early, for slow machines
  expect(await both()).toEqual([108, 107]);
  await ahead(601);
  expect(await both()).toEqual([107, 113]);
  await ahead(901);
  expect(await both()).toEqual([107, 114]);
});

test('an outage can leave the contingency off, or be of NFC-e alone, which have none', async () => {
  await control(started.simulator, 'POST', '/outages', { state: 'SP', seconds: 600, closingSeconds: 300, svc: false });
  expect(await statusAt(ofSVCAN)).toBe(114);
  await control(started.simulator, 'POST', '/outages', { state: 'MG', model: '65', seconds: 600, closingSeconds: 0 });
  expect(await statusAt(model65.MG.homologation.NfeStatusServico, cUF.MG)).toBe(108);
  expect(await statusAt(model55.MG.homologation.NfeStatusServico, cUF.MG)).toBe(107);
  expect(await statusAt(ofSVCAN, cUF.MG)).toBe(114);
});

test('the end of a contingency names the state and the time', async () => {
  await control(started.simulator, 'PUT', '/clock', { now: '2026-12-01T10:00:00-03:00' });
  await control(started.simulator, 'POST', '/outages', { state: 'SP', seconds: 0, closingSeconds: 1800 });
  const message = statusRequest();
  const answer = await send(started.simulator, { service: 'NfeStatusServico', message, certificate, url: ofSVCAN });
  expect(all(answer.body, 'xMotivo')[0]).toBe(
    'SVC em processo de desativacao. SVC sera desabilitada para a SEFAZ-SP em 01/12/26 as 10:30 horas',
  );
});

test('what is set is listed, and unknown names are refused', async () => {
  await set('SVC-AN', { status: 'OPERATING', state: 'SP' });
  const { json } = await control(started.simulator, 'GET', '/services');
  expect(json).toEqual([{ authorizer: 'SVC-AN', status: 'OPERATING', state: 'SP' }]);
  expect((await set('XX', { status: 'OFF' })).status).toBe(400);
  expect((await set('SP', { status: 'DOWN' })).status).toBe(400);
  expect((await control(started.simulator, 'POST', '/outages', { state: 'XX', seconds: 1 })).status).toBe(400);
});

test('questions about the service are listed with who was asked and when', async () => {
  await control(started.simulator, 'DELETE', '/exchanges');
  await statusAt(ofSP);
  await statusAt(ofSVCAN);
  const { json } = await control(started.simulator, 'GET', '/exchanges?service=NfeStatusServico&authorizer=SVC-AN');
  expect(json).toEqual([
    expect.objectContaining({ authorizer: 'SVC-AN', model: 55, environment: 2, cStat: 114, outcome: 'answered' }),
  ]);
});

test('the clock can start ahead, and is moved and reset by control calls', async () => {
  const early = await start({ aheadSeconds: 3600 });
  const reading = async (method: string, body?: object): Promise<number> => {
    const { json } = await control(early.simulator, method, '/clock', body);
    return Math.round((json as { aheadSeconds: number }).aheadSeconds);
  };
  expect(await reading('GET')).toBe(3600);
  expect(await reading('PUT', { aheadSeconds: -60 })).toBe(-60);
  expect(await reading('PUT', { now: new Date(Date.now() + 7_200_000).toISOString() })).toBe(7200);
  expect(await reading('DELETE')).toBe(3600);
  await early.stop();
});
