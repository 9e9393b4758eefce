import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { all, code, send } from '../support/client.ts';
import type { ConsumerNoteOptions } from '../support/consumer-note.ts';
import { consumerNote, consumerUrl, couponNote, csc } from '../support/consumer-note.ts';
import { control } from '../support/control.ts';
import { checkDigit, lot, signedNote } from '../support/note.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

let started: Started;
let certificate: A1Certificate;
let number = 0;

beforeAll(async () => {
  started = await start();
  certificate = await started.simulator.issueCertificate({ taxId: '11222333000181' });
  await control(started.simulator, 'PUT', '/csc', { taxId: '11222333000181', ...csc });
});
afterAll(() => started.stop());

async function answerTo(options: ConsumerNoteOptions = {}): Promise<number> {
  number += 1;
  const note = consumerNote(certificate, { number, ...options });
  return code(await sendNotes([note]));
}

function sendNotes(notes: { xml: string }[], indSinc: 0 | 1 = 1): ReturnType<typeof send> {
  const message = lot(notes, indSinc);
  return send(started.simulator, { service: 'NfeAutorizacao', message, certificate, url: consumerUrl });
}

test('a sale to nobody in particular is authorized, by either version of the QR code', async () => {
  expect(await answerTo()).toBe(100);
  expect(await answerTo({ version: 3 })).toBe(100);
});

test('a note that was issued offline is authorized afterwards, by either version of the QR code', async () => {
  const issuedAt = new Date(Date.now() - 3 * 3_600_000);
  expect(await answerTo({ offline: true, issuedAt })).toBe(100);
  expect(await answerTo({ offline: true, issuedAt, version: 3 })).toBe(100);
  const identified = [
    '<det nItem="1">',
    '<dest><CPF>52998224725</CPF><indIEDest>9</indIEDest></dest><det nItem="1">',
  ] as const;
  expect(await answerTo({ offline: true, issuedAt, version: 3, edits: [identified] })).toBe(100);
});

test('704: a note that says no contingency has five minutes', async () => {
  expect(await answerTo({ issuedAt: new Date(Date.now() - 6 * 60_000) })).toBe(704);
});

test('one at a time, and answered at once', async () => {
  const two = [consumerNote(certificate, { number: 9001 }), consumerNote(certificate, { number: 9002 })];
  expect(code(await sendNotes(two, 0))).toBe(126);
  expect(code(await sendNotes(two.slice(0, 1), 0))).toBe(452);
});

test('each model has its own address', async () => {
  const message = lot([consumerNote(certificate, { number: 9003 })]);
  expect(code(await send(started.simulator, { service: 'NfeAutorizacao', message, certificate }))).toBe(450);
  expect(code(await sendNotes([signedNote(certificate, { number: 9003 })]))).toBe(775);
});

const delivery: ConsumerNoteOptions['edits'] = [
  ['<indPres>1</indPres>', '<indPres>4</indPres><indIntermed>0</indIntermed>'],
];
const address =
  '<enderDest><xLgr>Rua do Carmo</xLgr><nro>10</nro><xBairro>Se</xBairro><cMun>3550308</cMun><xMun>Sao Paulo</xMun>' +
  '<UF>SP</UF><CEP>01019020</CEP></enderDest>';

/** What is wrong with an otherwise good consumer note, and the code that says so. */
const faults: readonly (readonly [number, string, NonNullable<ConsumerNoteOptions['edits']>])[] = [
  [709, 'a print form of NF-e', [['<tpImp>4', '<tpImp>1']]],
  [706, 'goods that come in', [['<tpNF>1', '<tpNF>0']]],
  [707, 'a sale to another state', [['<idDest>1', '<idDest>2']]],
  [715, 'a complement', [['<finNFe>1', '<finNFe>2']]],
  [716, 'a buyer who sells on', [['<indFinal>1', '<indFinal>0']]],
  [717, 'a sale by telephone', [['<indPres>1', '<indPres>3']]],
  [1005, 'a sale outside of the shop that does not say where', [['<indPres>1', '<indPres>5']]],
  [705, 'a date of leaving', [['</dhEmi>', '</dhEmi><dhSaiEnt>2030-01-01T00:00:00-03:00</dhSaiEnt>']]],
  [1153, 'a date of delivery', [['</dhEmi>', '</dhEmi><dPrevEntrega>2030-01-01</dPrevEntrega>']]],
  [787, 'a delivery to nobody', delivery],
  [
    788,
    'a delivery to nowhere',
    [...delivery, ['<det nItem="1">', '<dest><CPF>52998224725</CPF><indIEDest>9</indIEDest></dest><det nItem="1">']],
  ],
  [
    789,
    'a taxpayer',
    [
      [
        '<det nItem="1">',
        `<dest><CNPJ>11444777000161</CNPJ><xNome>Cliente</xNome>${address}<indIEDest>2</indIEDest></dest><det nItem="1">`,
      ],
    ],
  ],
  [373, 'the real name of the first item in homologation', [['NOTA FISCAL EMITIDA EM AMBIENTE', 'PAO']]],
  [725, 'an operation that is no sale to consumers', [['<CFOP>5102', '<CFOP>5202']]],
  [386, 'goods sold as substituted that are not', [['<CFOP>5102', '<CFOP>5405']]],
  [774, 'an item that is not counted', [['<indTot>1', '<indTot>0']]],
  [
    383,
    'credit to the buyer',
    [
      [
        /<ICMSSN102>.*<\/ICMSSN102>/,
        '<ICMSSN101><orig>0</orig><CSOSN>101</CSOSN><pCredSN>1.00</pCredSN><vCredICMSSN>1.00</vCredICMSSN></ICMSSN101>',
      ],
    ],
  ],
  [753, 'freight', [['<modFrete>9', '<modFrete>0']]],
  [
    754,
    'a carrier',
    [['<modFrete>9</modFrete>', '<modFrete>9</modFrete><transporta><xNome>Leva e Traz</xNome></transporta>']],
  ],
  [
    756,
    'a vehicle',
    [['<modFrete>9</modFrete>', '<modFrete>9</modFrete><veicTransp><placa>ABC1D23</placa><UF>SP</UF></veicTransp>']],
  ],
  [
    760,
    'an invoice',
    [['<pag>', '<cobr><fat><nFat>1</nFat><vOrig>100.00</vOrig><vLiq>100.00</vLiq></fat></cobr><pag>']],
  ],
  [762, 'an order', [['</pag>', '</pag><compra><xPed>1</xPed></compra>']]],
  [857, 'a trade bill as means of payment', [['<tPag>01', '<tPag>14']]],
  [434, 'a delivery that does not say who mediates', [['<indPres>1', '<indPres>4']]],
  [899, 'no payment', [[/<detPag>.*<\/detPag>/, '<detPag><tPag>90</tPag><vPag>0.00</vPag></detPag>']]],
  [
    750,
    'more than 10,000 from somebody who is not named',
    [
      ['<qCom>4.0000', '<qCom>401.0000'],
      ['<qTrib>4.0000', '<qTrib>401.0000'],
      ['<vProd>100.00</vProd><cEANTrib>', '<vProd>10025.00</vProd><cEANTrib>'],
      ['<vProd>100.00</vProd><vFrete>', '<vProd>10025.00</vProd><vFrete>'],
      ['<vNF>100.00', '<vNF>10025.00'],
      ['<vPag>100.00', '<vPag>10025.00'],
    ],
  ],
];

test.each(faults)('%i: %s', async (expected, _what, edits) => {
  expect(await answerTo({ edits })).toBe(expected);
});

async function answerToCoupon(options: ConsumerNoteOptions = {}): Promise<number> {
  number += 1;
  const message = lot([couponNote(certificate, { number, ...options })]);
  return code(await send(started.simulator, { service: 'NfeAutorizacao', message, certificate }));
}

test('an NF-e in a coupon is authorized at once, and afterwards where it was issued offline', async () => {
  expect(await answerToCoupon()).toBe(100);
  const issuedAt = new Date(Date.now() - 3 * 3_600_000);
  expect(await answerToCoupon({ offline: true, issuedAt })).toBe(100);
  expect(await answerToCoupon({ offline: true, issuedAt: new Date(Date.now() - 25 * 3_600_000) })).toBe(150);
});

test('672: its QR code is of version 3; 397 and 583: it says what the note says, and is signed', async () => {
  expect(await answerToCoupon({ version: 2 })).toBe(672);
  const other = (given: string[]) => given.map((one, at) => (at === 4 ? '99.00' : one));
  expect(await answerToCoupon({ offline: true, parameters: other })).toBe(397);
});

/** Rules of NFC-e that NT 2026.002 v1.11 extends to an NF-e in a coupon, with the same codes. */
const alike = new Set([706, 707, 715, 716, 717, 705, 373, 386, 774, 383, 753, 756, 760, 762]);

test.each(faults.filter(([cStat]) => alike.has(cStat)))(
  '%i of an NF-e in a coupon, too: %s',
  async (expected, _what, edits) => {
    expect(await answerToCoupon({ edits })).toBe(expected);
  },
);

test.each<[number, string, NonNullable<ConsumerNoteOptions['edits']>]>([
  [725, 'an operation that is no sale to consumers', [['<CFOP>5102', '<CFOP>5551']]],
  [
    669,
    'a place of pickup',
    [
      [
        '</dest>',
        '</dest><retirada><CNPJ>11222333000181</CNPJ><xLgr>Rua A</xLgr><nro>1</nro><xBairro>Se</xBairro><cMun>3550308</cMun><xMun>Sao Paulo</xMun><UF>SP</UF></retirada>',
      ],
    ],
  ],
  [
    708,
    'a reference',
    [['</verProc>', '</verProc><NFref><refNFe>35261111222333000181550010000012341123456780</refNFe></NFref>']],
  ],
  [787, 'a delivery to nobody', [...delivery, ['<CPF>52998224725</CPF>', '<idEstrangeiro></idEstrangeiro>']]],
])('%i of an NF-e in a coupon: %s', async (expected, _what, edits) => {
  expect(await answerToCoupon({ edits })).toBe(expected);
});

test('an NF-e in a coupon may go home with who ordered it (794 is not asked of it), and to a company that pays ICMS', async () => {
  expect(await answerToCoupon({ edits: delivery })).toBe(100);
});

test('679 and 375: from their day on an outgoing NF-e refers to nothing that consumers got', async () => {
  const key = (model: string, form = '1') => {
    const first43 = `352611112223330001815500100000${form === '9' ? '1234' : '1235'}${form}12345678`.replace(
      /^(.{20})55/,
      `$1${model}`,
    );
    return first43 + checkDigit(first43);
  };
  const refers = (text: string, cfop = '5102') =>
    [
      ['</verProc>', `</verProc><NFref><refNFe>${text}</refNFe></NFref>`],
      ['<CFOP>5102', `<CFOP>${cfop}`],
    ] as const;
  const answer = async (edits: NonNullable<ConsumerNoteOptions['edits']>) => {
    number += 1;
    const message = lot([signedNote(certificate, { number, edits: edits.filter(([from, to]) => from !== to) })]);
    return code(await send(started.simulator, { service: 'NfeAutorizacao', message, certificate }));
  };
  expect(await answer(refers(key('55')))).toBe(100);
  expect(await answer(refers(key('65')))).toBe(679);
  expect(await answer(refers(key('59')))).toBe(679);
  expect(await answer(refers(key('55', '9')))).toBe(679);
});

test('the change of a cash payment is declared', async () => {
  const overpaid: ConsumerNoteOptions['edits'] = [
    ['<vPag>100.00</vPag></detPag>', '<vPag>120.00</vPag></detPag><vTroco>20.00</vTroco>'],
  ];
  expect(await answerTo({ edits: overpaid })).toBe(100);
  expect(await answerTo({ edits: [['<vPag>100.00', '<vPag>120.00']] })).toBe(866);
});

test('an alert comes with the authorization', async () => {
  number += 1;
  const note = consumerNote(certificate, { number });
  await control(started.simulator, 'PUT', '/scenario', { answer: { cStat: 120, cMsg: '172', chNFe: note.chNFe } });
  const answer = await sendNotes([note]);
  expect(code(answer)).toBe(120);
  expect(all(answer.body, 'cMsg')).toEqual(['172']);
  expect(all(answer.body, 'xMsg')[0]).toContain('CNPJ destinatario inabilitado');
  await control(started.simulator, 'DELETE', '/scenario');
});
