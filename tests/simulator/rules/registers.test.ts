import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { all, code, send } from '../support/client.ts';
import { control } from '../support/control.ts';
import { authorize, correction, sendEvent } from '../support/events.ts';
import { lot, type NoteOptions, signedNote } from '../support/note.ts';
import type { Edits } from '../support/requests.ts';
import { start, type Started } from '../support/start.ts';

const issuer = '11222333000181';
const buyer = '11444777000161';
const now = new Date('2026-12-14T10:00:00-03:00');
/** The buyer is a company that pays no ICMS, at the counter. */
const toCompany: Edits = [['<dest><CPF>52998224725</CPF>', `<dest><CNPJ>${buyer}</CNPJ>`]];
const place = (group: string): Edits => [
  [
    '</dest>',
    `</dest><${group}><CNPJ>${buyer}</CNPJ><xLgr>Rua B</xLgr><nro>2</nro><xBairro>Centro</xBairro>` +
      `<cMun>3550308</cMun><xMun>São Paulo</xMun><UF>SP</UF></${group}>`,
  ],
];

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: issuer, notBefore: '2026-01-01T00:00:00Z' });
});
afterAll(() => started.stop());
beforeEach(async () => {
  await setClock(now);
  await put('', { strict: false });
  for (const taxId of [issuer, buyer]) await control(started.simulator, 'DELETE', `/taxpayers/${taxId}`);
});

const setClock = (at: Date) => control(started.simulator, 'PUT', '/clock', { now: at.toISOString() });
const put = (path: string, body: unknown) => control(started.simulator, 'PUT', `/taxpayers${path}`, body);
async function answerTo(edits: Edits, options: NoteOptions = {}): Promise<{ cStat: number; words: string }> {
  number += 1;
  const { environment = 2 } = options;
  const url = endpoints.model55.SP[environment === 1 ? 'production' : 'homologation'].NfeAutorizacao;
  const note = signedNote(certificate, { number, issuedAt: now, edits, ...options });
  const answer = await send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate, url });
  return { cStat: code(answer), words: all(answer.body, 'xMotivo').at(-1) ?? '' };
}

test('who was not put into the registers is taken for an active company, of whatever regime', async () => {
  expect((await answerTo(toCompany)).cStat).toBe(100);
});

test('178 and 181: in strict registers strangers do not exist', async () => {
  await put('', { strict: true });
  expect(await answerTo(toCompany)).toEqual({
    cStat: 178,
    words: 'Rejeicao: CNPJ [11.222.333/0001-81] do emitente nao cadastrado na Receita Federal',
  });
  await put(`/${issuer}`, {});
  expect(await answerTo(toCompany)).toEqual({
    cStat: 181,
    words: 'Rejeicao: CNPJ [11.444.777/0001-61] do destinatario nao cadastrado na Receita Federal',
  });
  expect((await answerTo([])).cStat).toBe(100); // a CPF is looked up nowhere
  await put(`/${buyer}`, {});
  expect((await answerTo(toCompany)).cStat).toBe(100);
});

test.each([
  ['03', 179, 182],
  ['08', 179, 182],
  ['99', 178, 181],
])('situation %s of Receita: the issuer %i, the recipient %i', async (situation, ofIssuer, ofRecipient) => {
  await put(`/${buyer}`, { situation });
  expect((await answerTo(toCompany)).cStat).toBe(ofRecipient);
  await put(`/${issuer}`, { situation });
  expect((await answerTo(toCompany)).cStat).toBe(ofIssuer);
});

test('the list knows a CNPJ in its own state alone', async () => {
  await put(`/${buyer}`, { state: 'RJ' });
  expect((await answerTo(toCompany)).cStat).toBe(181);
  await put(`/${buyer}`, { state: 'SP' });
  expect((await answerTo(toCompany)).cStat).toBe(100);
});

test.each([
  ['retirada', 183, 184],
  ['entrega', 185, 186],
])('the place of %s: %i and %i', async (group, absent, inactive) => {
  await put(`/${buyer}`, { situation: '99' });
  expect((await answerTo(place(group))).cStat).toBe(absent);
  await put(`/${buyer}`, { situation: '04' });
  expect((await answerTo(place(group))).cStat).toBe(inactive);
});

test.each([
  [1, 1, 100],
  [1, 9, 180],
  [1, 2, 180],
  [4, 2, 100],
  [4, 1, 180],
])('180: CRT %i and regime %i of Receita: %i', async (crt, regTrib, cStat) => {
  await put(`/${issuer}`, { regTrib });
  expect((await answerTo(crt === 1 ? [] : [['<CRT>1', `<CRT>${crt}`]])).cStat).toBe(cStat);
});

const dayBefore = new Date('2026-12-13T23:00:00-03:00');
const firstDay = new Date('2026-12-14T00:30:00-03:00');

/** By code, in production: who is put into the registers and how, and the note that shows it. */
const parties: readonly (readonly [number, string, object, Edits])[] = [
  [178, `/${issuer}`, { situation: '99' }, []],
  [179, `/${issuer}`, { situation: '03' }, []],
  [180, `/${issuer}`, { regTrib: 9 }, []],
  [181, `/${buyer}`, { situation: '99' }, toCompany],
  [182, `/${buyer}`, { situation: '04' }, toCompany],
  [183, `/${buyer}`, { situation: '99' }, place('retirada')],
  [184, `/${buyer}`, { situation: '04' }, place('retirada')],
  [185, `/${buyer}`, { situation: '99' }, place('entrega')],
  [186, `/${buyer}`, { situation: '04' }, place('entrega')],
];

test.each(parties)(
  'production refuses %i from the first day on, and takes the same note the day before',
  async (cStat, of, as, edits) => {
    await put(of, as);
    for (const [day, expected] of [
      [dayBefore, 100],
      [firstDay, cStat],
    ] as const) {
      await setClock(day);
      expect((await answerTo(edits, { environment: 1, issuedAt: day })).cStat).toBe(expected);
    }
  },
);

test.each([
  ['99', 187],
  ['04', 170],
])('who registers an event in production as %s is refused (%i) from the first day on', async (situation, cStat) => {
  await setClock(dayBefore);
  number += 1;
  const note = signedNote(certificate, { number, issuedAt: dayBefore, environment: 1 });
  const { NfeAutorizacao: url, RecepcaoEvento } = endpoints.model55.SP.production;
  await send(started.simulator, { service: 'NfeAutorizacao', message: lot([note]), certificate, url });
  await put(`/${issuer}`, { situation });
  const corrected = async (at: Date, sequence: number) =>
    code(
      await sendEvent(started, certificate, {
        ...{ ...correction(note.chNFe, sequence), at },
        ...{ tpAmb: 1, url: RecepcaoEvento },
      }),
    );
  expect(await corrected(dayBefore, 1)).toBe(135);
  await setClock(firstDay);
  expect(await corrected(firstDay, 2)).toBe(cStat);
});

test('187 and 170: who registers an event is looked up, too', async () => {
  number += 1;
  const { chNFe } = await authorize(started, certificate, number, { issuedAt: now });
  const answer = async () => code(await sendEvent(started, certificate, { ...correction(chNFe, 1), at: now }));
  await put(`/${issuer}`, { situation: '99' });
  expect(await answer()).toBe(187);
  await put(`/${issuer}`, { situation: '04' });
  expect(await answer()).toBe(170);
  await put(`/${issuer}`, {});
  expect(await answer()).toBe(135);
});

test('what was put into the registers is still there after a restart', async () => {
  await put(`/${issuer}`, { regTrib: 9, state: 'SP' });
  const simulator = await started.restart();
  const { json } = await control(simulator, 'GET', '/taxpayers');
  expect(json).toEqual({
    strict: false,
    taxpayers: [{ kind: 'taxpayer', taxId: issuer, situation: '02', regTrib: 9, state: 'SP' }],
  });
});
