import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { all, code, send, type ServiceName } from '../support/client.ts';
import { consumerNote, consumerUrl } from '../support/consumer-note.ts';
import { control } from '../support/control.ts';
import { checkEdits } from '../support/check-edits.ts';
import { lot, signedNote, type NoteOptions } from '../support/note.ts';
import { cancellation, consultation, type Edits } from '../support/requests.ts';
import { start, type Started } from '../support/start.ts';
import { withoutRegistration } from '../support/unregistered.ts';

const first = new Date('2026-12-14T00:00:00-03:00');
const dayBefore = new Date('2026-12-13T23:00:00-03:00');
/** Edits for a company of Rio de Janeiro, whose usual authorizer is SVRS. */
const atHome = (edits: Edits): Edits =>
  edits.map(([from, to]) => [from === '<IE>110042490114</IE><CRT>' ? '<IE>99999993</IE><CRT>' : from, to]);
const inRio = (edits: Edits, at = first) => checkEdits(atHome(edits), { state: 'RJ', at });
const without = (name: string): Edits => withoutRegistration.filter(([from]) => !String(from).includes(name));

test('a company without a state registration sells what was its own, from the first day on', () => {
  expect(inRio(withoutRegistration)).toBeUndefined();
  expect(inRio(withoutRegistration, dayBefore)).toBe(229);
  expect(checkEdits(atHome(withoutRegistration), { state: 'RJ', environment: 2, at: first })).toBeUndefined();
});

test('159: it does only what the table has for it', () => {
  expect(inRio(without('CFOP'))).toBe(159);
});

test('161: it charges no ICMS', () => {
  expect(inRio(without('ICMS>'))).toBe(161);
});

test('162: each item has IBS and CBS', () => {
  expect(inRio(withoutRegistration.filter(([from]) => !/imposto|ICMSTot/.test(String(from))))).toBe(162);
});

test('157 and 158: it says its CNPJ, and no registration of a substitute', () => {
  expect(
    inRio([
      ...withoutRegistration,
      ['<emit><CNPJ>11222333000181</CNPJ>', '<emit><CPF>52998224725</CPF>'],
      ['<serie>1<', '<serie>920<'],
    ]),
  ).toBe(157);
  expect(inRio([...withoutRegistration, ['<CRT>', '<IEST>110042490114</IEST><CRT>']])).toBe(158);
});

test.each<[number, Edits]>([
  [
    157,
    [
      ['<emit><CNPJ>11222333000181</CNPJ>', '<emit><CPF>52998224725</CPF>'],
      ['<serie>1<', '<serie>920<'],
    ],
  ],
  [158, [['<CRT>', '<IEST>110042490114</IEST><CRT>']]],
  [159, [['<CFOP>5551', '<CFOP>5102']]],
  [161, [['<PIS>', '<ICMS><ICMS40><orig>0</orig><CST>41</CST></ICMS40></ICMS><PIS>']]],
  [
    162,
    [
      [/<IBSCBS>.*<\/IBSCBS>(.*)<vItem>100.00<\/vItem>/, '$1'],
      [/<IBSCBSTot>.*<vNFTot>100.00<\/vNFTot>/, ''],
    ],
  ],
])('%i is refused from the first day on; the day before nobody took such a note', (cStat, edits) => {
  expect(inRio([...withoutRegistration, ...edits], dayBefore)).toBe(229);
  expect(inRio([...withoutRegistration, ...edits])).toBe(cStat);
});

test('166: others than SVRS do not take it; before that day nobody does', () => {
  expect(checkEdits(withoutRegistration, { at: first })).toBe(166);
  expect(checkEdits(withoutRegistration, { at: dayBefore })).toBe(229);
});

describe('a company of São Paulo at SVRS', () => {
  let started: Started;
  let certificate: A1Certificate;
  const taxId = '11222333000181';
  const now = new Date('2026-12-14T10:00:00-03:00');
  const svrs = (service: ServiceName) => endpoints.model55.SVRS.homologation[service];

  beforeAll(async () => {
    started = await start();
    await control(started.simulator, 'PUT', '/clock', { now: now.toISOString() });
    certificate = await started.simulator.issueCertificate({ taxId, notBefore: '2026-01-01T00:00:00Z' });
  });
  afterAll(() => started.stop());

  const answers = (note: { xml: string }, url = svrs('NfeAutorizacao')) =>
    send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate, url });
  const asks = async (chNFe: string, url = svrs('NfeConsultaProtocolo')) =>
    code(
      await send(started.simulator, {
        service: 'NfeConsultaProtocolo',
        message: consultation(chNFe),
        certificate,
        url,
      }),
    );
  const cancels = async ({ chNFe, nProt }: { chNFe: string; nProt: string }, url = svrs('RecepcaoEvento')) =>
    code(
      await send(started.simulator, {
        service: 'RecepcaoEvento',
        message: cancellation(certificate, { chNFe, nProt, at: now }),
        certificate,
        url,
      }),
    );
  const note = (number: number, options: NoteOptions = {}) =>
    signedNote(certificate, { number, issuedAt: now, edits: withoutRegistration, ...options });

  test('is authorized there, with the key of its own state, and cancels there: elsewhere 188', async () => {
    const sold = note(1);
    expect(code(await answers(sold, endpoints.model55.SP.homologation.NfeAutorizacao))).toBe(166);
    const answer = await answers(sold);
    expect(code(answer)).toBe(100);
    const [nProt = ''] = all(answer.body, 'nProt');
    expect(nProt.slice(0, 3)).toBe('335'); // type digit of SVRS, cUF of São Paulo
    const about = { chNFe: sold.chNFe, nProt };
    expect(await asks(sold.chNFe)).toBe(100);
    expect(await cancels(about, endpoints.model55.SP.homologation.RecepcaoEvento)).toBe(188);
    expect(await cancels(about)).toBe(135);
  });

  test('156: an NFC-e has a state registration until the end of 2032', async () => {
    const edits: Edits = [['<IE>110042490114</IE><CRT>', '<CRT>']];
    const coupon = consumerNote(certificate, { number: 1, issuedAt: now, version: 3, edits });
    expect(code(await answers(coupon, consumerUrl))).toBe(156);
    expect(code(await answers(coupon, endpoints.model65.SVRS.homologation.NfeAutorizacao))).not.toBe(100);
  });

  test('163 and 164 in production: from the first day on; the day before SVRS takes nothing of São Paulo (226)', async () => {
    const clock = (at: Date) => control(started.simulator, 'PUT', '/clock', { now: at.toISOString() });
    const url = endpoints.model55.SVRS.production.NfeAutorizacao;
    const sent = async (number: number, issuedAt: Date) =>
      code(await answers(note(number, { environment: 1, issuedAt }), url));
    for (const [cStat, registration] of [
      [163, { state: 'SP' }],
      [164, { state: 'SP', type: 2, cnpjSituation: 2 }],
    ] as const) {
      await control(started.simulator, 'PUT', `/taxpayers/${taxId}`, { registrations: [registration] });
      await clock(dayBefore);
      expect(await sent(cStat, dayBefore)).toBe(226);
      await clock(now);
      expect(await sent(1_000 + cStat, now)).toBe(cStat);
    }
    await control(started.simulator, 'DELETE', `/taxpayers/${taxId}`);
  });

  test('156 in production: 229 the day before', async () => {
    const edits: Edits = [['<IE>110042490114</IE><CRT>', '<CRT>']];
    const answered = async (number: number, issuedAt: Date) => {
      await control(started.simulator, 'PUT', '/clock', { now: issuedAt.toISOString() });
      const coupon = consumerNote(certificate, { number, issuedAt, environment: 1, version: 3, edits });
      return code(await answers(coupon, endpoints.model65.SP.production.NfeAutorizacao));
    };
    expect(await answered(21, dayBefore)).toBe(229);
    expect(await answered(22, now)).toBe(156);
    await control(started.simulator, 'PUT', '/clock', { now: now.toISOString() });
  });

  test('a note with a registration stays with its state', async () => {
    expect(code(await answers(note(2, { edits: [] })))).toBe(226);
  });

  test('a key of another state that was never issued is known by the register of the states alone', async () => {
    const { chNFe } = note(3);
    expect(await asks(chNFe)).toBe(226);
    await control(started.simulator, 'PUT', `/taxpayers/${taxId}`, { registrations: [] });
    expect(await asks(chNFe)).toBe(217);
  });

  test('163 and 164: who has a registration for ICMS says so, and is in order there', async () => {
    const put = (registrations: unknown[]) =>
      control(started.simulator, 'PUT', `/taxpayers/${taxId}`, { registrations });
    await put([{ state: 'SP' }]);
    expect(code(await answers(note(4)))).toBe(163);
    await put([{ state: 'SP', type: 2, cnpjSituation: 2 }]);
    expect(code(await answers(note(4)))).toBe(164);
    await put([{ state: 'RJ' }, { state: 'SP', situation: 0 }]);
    expect(code(await answers(note(4)))).toBe(100);
  });
});
