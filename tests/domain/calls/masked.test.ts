import { expect, test } from 'vitest';
import { keptBody, mask, masked, maskedPath, maskedText } from '../../../domain/calls/masked.ts';

test('whoever is sold to is masked, and what the note is about stays', () => {
  const sale = {
    type: 'NFE',
    externalId: 'pedido-77',
    number: 12,
    client: {
      name: 'Maria de Souza',
      document: '11144477735',
      email: 'maria@example.com',
      phone: '11999998888',
      street: 'Rua A',
      number: '10',
      city: 'São Paulo',
      state: 'SP',
      municipalityCode: '3550308',
      zipCode: '01001000',
    },
    items: [{ code: 'P1', description: 'Caneta', ncm: '96081000', cfop: '5102', quantity: 2, unitValue: '5.00' }],
    additionalInfo: 'Entregar a Maria',
    payments: [{ method: 'PIX', value: '10.00' }],
  };
  expect(masked(sale)).toEqual({
    ...sale,
    client: {
      ...{ name: mask, document: mask, email: mask, phone: mask, street: mask, number: mask, zipCode: mask },
      ...{ city: 'São Paulo', state: 'SP', municipalityCode: '3550308' },
    },
    additionalInfo: mask,
  });
});

test('secrets are masked wherever they stand, whatever shape they have', () => {
  const shown = JSON.stringify(
    masked({
      secret: 'whsec_abc',
      nested: [{ apiToken: { value: 'x1' }, password: 'x2', pfx: 'x3' }],
      authorization: ['x4'],
      url: 'https://a.example/hook?token=x5',
      download: { link: 'https://api.example/v1/exports/AbCdEfGhIjKlMnOpQrStUvWxYz012345' },
      message: 'A chave ck_x6abc_def não vale',
    }),
  );
  expect(shown).not.toMatch(/whsec_abc|x\d|AbCdEf/);
  expect(shown).toContain('A chave ••• não vale');
});

test('a text is masked by what it looks like, and numbers of notes are not', () => {
  const said = 'CPF 111.444.777-35 ou 11144477735, a@b.com, (11) 99999-8888';
  expect(maskedText(said)).toBe(`CPF ${mask} ou ${mask}, ${mask}, ${mask}`);
  for (const kept of [
    '35261111222333000181550010000000011000000019',
    '0192f0c1-7e3a-7bbb-8b1c-a12345678901',
    '135260000000001',
    '11222333000181',
    '2026-11-28T10:00:00.000Z',
    '12345678.90',
  ]) {
    expect(maskedText(kept)).toBe(kept);
  }
});

test('a long text that looks like much is masked in the time of its length', () => {
  const hostile = ['a', 'a@', '/a', 'https://', '1', '(11) '].map((piece) => piece.repeat(200_000 / piece.length));
  const before = process.cpuUsage(); // CPU time, as wall clock time depends on other load
  for (const text of hostile) maskedText(text);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(5_000);
});

test('names of what is nobody stay; names beside a document do not', () => {
  const list = { data: [{ id: '1', name: 'Caneta', ncm: '96081000' }], supplierName: 'Fulano', receiverDocument: '1' };
  expect(masked(list)).toEqual({ ...list, supplierName: mask, receiverDocument: mask });
  expect(masked({ supplier: { taxId: '1', name: 'Loja', tradeName: null } })).toEqual({
    supplier: { taxId: mask, name: mask, tradeName: null },
  });
});

test('a query keeps what is harmless', () => {
  expect(maskedPath('/v1/clients?search=Maria&page=2&pageSize=50')).toBe(
    `/v1/clients?search=${mask}&page=2&pageSize=50`,
  );
  expect(maskedPath('/v1/fiscal-documents?status=REJECTED&emittedFrom=2026-11-01&document=11144477735')).toBe(
    `/v1/fiscal-documents?status=REJECTED&emittedFrom=2026-11-01&document=${mask}`,
  );
  expect(maskedPath('/v1/health?')).toBe('/v1/health');
});

test('what is no JSON is not kept, and of what is long its beginning is', () => {
  expect(keptBody('<a/>')).toBeNull();
  expect(keptBody(Buffer.from('{"a": 1}'))).toBe('{"a":1}');
  const long = keptBody(JSON.stringify({ items: Array.from({ length: 5_000 }, () => 'caneta') }));
  expect(long).toHaveLength(16 * 1024 + 1);
});
