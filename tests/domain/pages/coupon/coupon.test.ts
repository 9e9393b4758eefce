import { expect, test } from 'vitest';
import { couponHtml, type CouponOptions } from '../../../../domain/pages/coupon/coupon.ts';
import { readXml, textOf } from '../../../../domain/xml/reader.ts';
import { computedIcms, computedItem, computedNote, recipient } from '../../../support/samples/notes.ts';
import { authorizedXml } from '../danfe/authorized-xml.ts';
import { authorizedCoupon, offline, type SampleCoupon, signedCoupon } from './authorized-coupon.ts';

/** The lines of the coupon, from top to bottom; a label and its value are joined by a bar. */
async function linesOf(sample: SampleCoupon = {}, options: CouponOptions = {}): Promise<string[]> {
  return linesIn(couponHtml(await authorizedCoupon(sample), options));
}

function linesIn(html: string): string[] {
  return [...html.matchAll(/<p class="[^"]*">(.*?)<\/p>/gs)].map(([, inside = '']) =>
    inside
      .replace(/<\/span>\s*<span>/, '|')
      .replace(/<[^>]+>/g, '')
      .trim(),
  );
}

const cash = { method: 'CASH' as const, term: '0' as const, description: null, card: null };

test('the divisions stand in the order of the manual', async () => {
  const lines = await linesOf();
  const places = [
    'Padaria São José Ltda',
    'CNPJ: 11.222.333/0001-81 IE: 110042490114',
    'Qtde Un x Valor unit.|Valor total',
    '4 UN x 25,00|100,00',
    'Qtde. total de itens|1',
    'Valor total R$|100,00',
    'PIX|100,00',
    'Consulte pela Chave de Acesso em',
    'https://www.homologacao.nfce.fazenda.sp.gov.br/consulta',
    'CONSUMIDOR NÃO IDENTIFICADO',
    'NFC-e nº 000.000.042 Série 001 21/11/2026 09:30:00',
    'Protocolo de autorização: 135260000000042',
    'Pedido 123.',
  ].map((line) => lines.indexOf(line));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('who sells with a CPF is shown by it, and has the QR code of version 3 whatever codes there are', async () => {
  const issuer = { ...computedNote().issuer, taxId: '52998224725' };
  const lines = await linesOf({ note: { issuer }, issued: { series: 920 } });
  expect(lines).toContain('CPF: 529.982.247-25 IE: 110042490114');
  expect(signedCoupon({ note: { issuer }, issued: { series: 920 } }).xml).toMatch(/\?p=\d{44}\|3\|2</);
});

test('the key stands in groups of four', async () => {
  const xml = await authorizedCoupon();
  const key = textOf(readXml(xml), 'protNFe', 'infProt', 'chNFe') ?? '';
  expect(couponHtml(xml)).toContain(key.replace(/(.{4})(?=.)/g, '$1 '));
});

test('discount and surcharges stand between the goods and what is to be paid, and change below the payments', async () => {
  const totals = { ...computedNote().totals, products: '100.00', discount: '10.00', freight: '5.00', note: '95.00' };
  const lines = await linesOf({ note: { totals, payments: [{ ...cash, value: '100.00' }], change: '5.00' } });
  const from = lines.indexOf('Valor total R$|100,00');
  expect(lines.slice(from, from + 7)).toEqual([
    'Valor total R$|100,00',
    'Desconto R$|10,00',
    'Acréscimos R$|5,00',
    'Valor a pagar R$|95,00',
    'FORMA DE PAGAMENTO|VALOR PAGO R$',
    'Dinheiro|100,00',
    'Troco R$|5,00',
  ]);
});

test('services of a conjugated note are part of what was sold, and no surcharge', async () => {
  const issqn = {
    ...{ services: '50.00', base: '50.00', value: '2.50', pis: '0.00', cofins: '0.00' },
    ...{ deduction: '0.00', otherWithholdings: '0.00', withheld: '0.00' },
    ...{ unconditionalDiscount: '0.00', conditionalDiscount: '0.00' },
  };
  const totals = { ...computedNote().totals, products: '100.00', issqn, note: '150.00' };
  const note = { totals, issqn: { performedOn: '2026-11-21' }, payments: [{ ...cash, value: '150.00' }] };
  const lines = await linesOf({ note });
  const from = lines.indexOf('Qtde. total de itens|1');
  expect(lines.slice(from + 1, from + 3)).toEqual(['Valor total R$|150,00', 'FORMA DE PAGAMENTO|VALOR PAGO R$']);
});

test('exempted ICMS that lowers the price is printed as such, and is no surcharge below nothing', async () => {
  const totals = {
    ...computedNote().totals,
    products: '100.00',
    discount: '0.00',
    icmsExempted: '18.00',
    note: '82.00',
  };
  const icms = computedIcms({ situation: '40', exemptedValue: '18.00', exemptionReason: '9', exemptionDeducted: '1' });
  const items = [computedItem({ icms })];
  const lines = await linesOf({ note: { items, totals, payments: [{ ...cash, value: '82.00' }] } });
  const from = lines.indexOf('Valor total R$|100,00');
  expect(lines.slice(from + 1, from + 3)).toEqual(['ICMS desonerado R$|18,00', 'Valor a pagar R$|82,00']);
});

test.each(['TRADE_NOTE', 'SHOP_CREDIT', 'ELECTRONIC_UNSPECIFIED', 'PAY_LATER'] as const)(
  'payment by %s has a name',
  async (method) => {
    const lines = await linesOf({ note: { payments: [{ ...cash, method, value: '100.00' }] } });
    expect(lines[lines.indexOf('FORMA DE PAGAMENTO|VALOR PAGO R$') + 1]).toMatch(/^[A-ZÀ-Ú][a-zà-ú ]+\|100,00$/);
  },
);

test.each([
  [{ document: '52998224725', documentType: 'CPF' as const }, 'CONSUMIDOR CPF: 529.982.247-25'],
  [{ document: '12ABC34501DE35', documentType: 'CNPJ' as const }, 'CONSUMIDOR CNPJ: 12.ABC.345/01DE-35'],
  [{ document: 'AB123456', documentType: 'FOREIGN' as const }, 'CONSUMIDOR Id. Estrangeiro: AB123456'],
])('the consumer %j is named as %s', async (overrides, line) => {
  const lines = await linesOf({ note: { recipient: { ...recipient, name: 'Maria', ...overrides } } });
  expect(lines.slice(lines.indexOf(line), lines.indexOf(line) + 2)).toEqual([line, 'Maria']);
});

test('every alert of the authority is shown to the consumer', async () => {
  const messages = ['Situação do CNPJ destinatário inabilitado', 'Outro aviso'];
  expect(await linesOf({ messages })).toEqual(expect.arrayContaining(messages));
});

test('homologation says that it is worth nothing, production does not', async () => {
  const homologation = (await linesOf()).join(' ');
  const production = (await linesOf({ issued: { environment: 'PRODUCTION' } })).join(' ');
  expect(homologation).toContain('EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO – SEM VALOR FISCAL');
  expect(production).not.toContain('SEM VALOR FISCAL');
});

test('a cancelled note says so at both ends', async () => {
  const cancelled = { protocol: '135260000000043', at: '2026-11-21T09:45:00-03:00' };
  const lines = await linesOf({}, { cancelled });
  expect(lines.flatMap((line, place) => (line === 'NFC-e CANCELADA' ? [place < lines.length / 2] : []))).toEqual([
    true,
    false,
  ]);
  expect(lines).toContain('Protocolo 135260000000043 - 21/11/2026 09:45:00');
});

test('what people type cannot become markup', async () => {
  const description = '<script>alert(1)</script> & "aspas"';
  const items = [computedItem({ number: 1 }), computedItem({ number: 2, description })];
  const html = couponHtml(await authorizedCoupon({ note: { items } }));
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;');
});

const legend = ['EMITIDA EM CONTINGÊNCIA', 'Pendente de autorização'];

test('a note issued offline says twice that the authority does not have it, below divisions I and VII, and names no protocol', () => {
  const [first = ''] = copiesOf(couponHtml(signedCoupon({ issued: offline }).xml));
  const lines = linesIn(first);
  const above = lines.indexOf('EMITIDA EM CONTINGÊNCIA');
  const date = lines.indexOf('21/11/2026 09:30:00 - Via do Consumidor');
  expect(lines.slice(above - 1, above + 2)).toEqual([
    expect.stringMatching(/Consumidor\s+Eletrônica$|^Eletrônica$/),
    ...legend,
  ]);
  expect(lines.slice(date - 1, date + 3)).toEqual(['NFC-e nº 000.000.042 Série 001', lines[date], ...legend]);
  expect(lines.filter((line) => line === legend[0])).toHaveLength(2);
  expect(lines.join('\n')).not.toMatch(/protocolo|data de autorização/i);
});

test('a coupon issued offline has two copies in one document, which differ by the words beside the date alone', () => {
  const copies = copiesOf(couponHtml(signedCoupon({ issued: offline }).xml));
  expect(copies).toHaveLength(2);
  expect(copies[1]).toContain('21/11/2026 09:30:00 - Via do Estabelecimento');
  expect(copies[1]?.replace('Via do Estabelecimento', 'Via do Consumidor')).toBe(copies[0]);
});

test.each([
  ['CONSUMER', 'Via do Consumidor'],
  ['ESTABLISHMENT', 'Via do Estabelecimento'],
] as const)('of the copies %s can be had alone', (copies, words) => {
  const drawn = copiesOf(couponHtml(signedCoupon({ issued: offline }).xml, { copies }));
  expect(drawn).toHaveLength(1);
  expect(linesIn(drawn[0] ?? '')).toContain(`21/11/2026 09:30:00 - ${words}`);
});

test('once it is authorized it is a coupon like any other, whatever copies are asked for', async () => {
  const xml = await authorizedCoupon({ issued: offline });
  const html = couponHtml(xml);
  expect(copiesOf(html)).toHaveLength(1);
  expect(html).not.toMatch(/CONTINGÊNCIA|Pendente|Via do/);
  expect(linesIn(html)).toContain('Protocolo de autorização: 135260000000042');
  expect(couponHtml(xml, { copies: 'ESTABLISHMENT' })).toBe(html);
});

test('why and since when it was issued offline is in the XML alone (MOC 7.0 Anexo IV)', () => {
  const { xml } = signedCoupon({ issued: offline });
  expect(xml).toContain(offline.contingency.reason);
  expect(couponHtml(xml)).not.toContain(offline.contingency.reason);
});

function copiesOf(html: string): string[] {
  return html.match(/<section>[^]*?<\/section>/g) ?? [];
}

test('only an authorized NFC-e is ever drawn, or a signed one that was issued offline', async () => {
  const signed = /<NFe [^]*<\/NFe>/.exec(await authorizedCoupon())?.[0] ?? '';
  expect(() => couponHtml(signed)).toThrow(TypeError);
  const { xml } = signedCoupon({ issued: offline });
  const unsigned = xml.replace(/<Signature [^]*<\/Signature>/, '');
  const withoutQrCode = xml.replace(/<infNFeSupl>[^]*<\/infNFeSupl>/, '');
  const others = ['1', '2', '4', '6'].map((tpEmis) => xml.replace('<tpEmis>9', `<tpEmis>${tpEmis}`));
  const offlineNfe = xml.replace('<mod>65', '<mod>55');
  for (const source of [unsigned, withoutQrCode, ...others, offlineNfe, `<lote>${xml}</lote>`]) {
    expect(() => couponHtml(source)).toThrow(TypeError);
  }
  expect(() => couponHtml(authorizedXml())).toThrow(TypeError);
  expect(() => couponHtml(signed, { logo: 'https://example.com/logo.png' })).toThrow('logo');
});

const nfeInCoupon = { model: '55' as const, printedAs: 'COUPON' as const, recipient };

test('the coupon of an NF-e says what it is, IBS and CBS and the change, and who bought above the QR code (NT 2026.003)', async () => {
  const html = couponHtml(await authorizedCoupon({ note: nfeInCoupon }));
  const lines = linesIn(html);
  const places = [
    'DANFE Simplificado Tipo 2',
    'Troco R$|0,00',
    '(+) CBS R$|0,67',
    '(+) IBS R$|0,07',
    'Consulte pela Chave de Acesso em',
    'CONSUMIDOR CNPJ: 11.444.777/0001-61',
    'NF-e nº 000.000.042 Série 001 21/11/2026 09:30:00',
    'Protocolo de autorização: 135260000000042',
  ].map((line) => lines.indexOf(line));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(html.indexOf('CONSUMIDOR CNPJ')).toBeLessThan(html.indexOf('class="qr-code"'));
  expect(html).not.toContain('NFC-e nº');
});

test('the coupon of an NF-e that was issued offline has two copies, and its QR code is of version 3 whatever CSC there is', () => {
  const { xml } = signedCoupon({ note: nfeInCoupon, issued: offline });
  expect(textOf(readXml(xml), 'infNFeSupl', 'qrCode')).toMatch(/\?p=\d{44}\|3\|2\|21\|100\.00\|1\|11444777000161\|/);
  const copies = copiesOf(couponHtml(xml));
  expect(copies).toHaveLength(2);
  expect(linesIn(copies[1] ?? '').filter((line) => line === 'EMITIDA EM CONTINGÊNCIA')).toHaveLength(2);
});
