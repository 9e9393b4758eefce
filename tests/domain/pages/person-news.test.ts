import { expect, test } from 'vitest';
import type { News } from '../../../domain/accounts/news.ts';
import { stopTokenOf, personOfStopToken } from '../../../domain/accounts/stop-token.ts';
import { newsMail } from '../../../domain/pages/person-mail/news.ts';
import { sectionsOf } from '../../../domain/pages/person-mail/news-words.ts';
import { masterKey } from '../../../domain/seal.ts';

const now = new Date('2026-12-01T11:00:00Z');
const company = { name: 'Padaria <b>Sol</b>', taxId: '11222333000181' };
const office = { name: 'Contábil & Filhos', taxId: '44555666000199' };
const of = { personId: 'x', isUrgent: false, at: now, office: null, company } as const;
const ends = (endsAt: string): News => ({ ...of, kind: 'CERTIFICATE', thing: endsAt, facts: { endsAt } });
const closed = (month: number, thing: string): News => ({
  ...{ ...of, office, thing },
  ...{ kind: 'CLOSING', facts: { year: 2026, month } },
});
const letter = (news: News[]) =>
  newsMail({
    name: 'Ana "Dona"',
    news,
    now,
    address: 'https://painel.example.com',
    stopUrl: 'https://painel.example.com/emails/t',
  });

test('one thing is the subject itself, several are counted, and what came from people stays text', () => {
  const one = letter([ends('2026-12-08T11:00:00Z')]);
  expect(one.subject).toBe('Padaria <b>Sol</b>: o certificado vence em 7 dias, em 08/12/2026');
  expect(one.html).toContain('Padaria &lt;b&gt;Sol&lt;/b&gt;');
  expect(one.html).not.toContain('<b>Sol');
  expect(one.html).toContain('href="https://painel.example.com/e/11222333000181/certificado"');
  expect(letter([ends('2026-12-08T11:00:00Z'), closed(11, 'a')]).subject).toBe('2 avisos do Lavra');
});

test('a certificate says how long it lasts, to the hour on its last day', () => {
  const said = (endsAt: string) => sectionsOf([ends(endsAt)], now)[0]?.lines[0]?.says;
  expect(said('2026-12-02T10:00:00Z')).toContain('vence em menos de um dia, em 02/12/2026 às 07:00');
  expect(said('2026-12-01T11:00:00Z')).toContain('venceu em 01/12/2026');
});

test('all closings of a month are one line; of a kind twelve lines are shown, and how many more there are', () => {
  const [section] = sectionsOf([closed(10, 'a'), closed(10, 'b'), closed(11, 'c')], now);
  expect(section?.lines.map(({ says, path }) => [says, path])).toEqual([
    [
      '2 empresas do escritório Contábil & Filhos têm o mês 10/2026 pronto para baixar.',
      '/c/44555666000199/fechamento/2026-10',
    ],
    [expect.stringContaining('o mês 11/2026 está pronto'), '/c/44555666000199/fechamento/2026-11'],
  ]);
  const many = Array.from({ length: 15 }, (_, at) => ends(`2026-12-${10 + at}T11:00:00Z`));
  expect(sectionsOf(many, now)[0]).toMatchObject({ lines: { length: 12 }, further: 3 });
  expect(letter(many).subject).toBe('15 avisos do Lavra');
});

test('a token that stops mails names its person, and one that somebody changed, or another key signed, names nobody', () => {
  const key = masterKey(Buffer.alloc(32, 7));
  const id = '019aca7e-0000-7000-8000-00000000abcd';
  const token = stopTokenOf(key, id);
  expect(personOfStopToken(key, token)).toBe(id);
  const other = stopTokenOf(key, '019aca7e-0000-7000-8000-00000000abce');
  const forged = `${other.split('.')[0]}.${token.split('.')[1]}`;
  for (const each of [
    '',
    '.',
    forged,
    `${token}A`,
    token.slice(0, -1),
    stopTokenOf(masterKey(Buffer.alloc(32, 8)), id),
  ]) {
    expect([each, personOfStopToken(key, each)]).toEqual([each, null]);
  }
});
