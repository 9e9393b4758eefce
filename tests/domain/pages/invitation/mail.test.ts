import { expect, test } from 'vitest';
import { invitationMail } from '../../../../domain/pages/invitation/mail.ts';

const invitation = {
  office: { name: 'Contábil <b>Horizonte</b>', taxId: '11222333000181', email: 'contato@contabil.example' },
  company: { name: 'Padaria "São José" & Filhos', taxId: '11444777000161' },
  url: 'https://lavra.example/convites/abc',
  expiresAt: new Date('2026-11-30T02:30:00Z'),
};

test('the mail says who asks, for which company, what accepting means, until when in Brasília, and whom to ask', () => {
  const { subject, text } = invitationMail(invitation);
  expect(subject).toContain('Contábil <b>Horizonte</b> pede acesso');
  expect(text).toContain('(CNPJ 11.222.333/0001-81) pede para ser o escritório de contabilidade de Padaria');
  expect(text).toContain('(CNPJ 11.444.777/0001-61)');
  expect(text).toMatch(/ler os documentos fiscais.*não emite em nome da empresa, a menos que/s);
  expect(text).toMatch(/^https:\/\/lavra\.example\/convites\/abc$/m);
  expect(text).toContain('até 29/11/2026 às 23:30 (horário de Brasília)');
  expect(text).toContain('contato@contabil.example');
});

test('the HTML is the same in words, and nothing of a name is markup', () => {
  const { html } = invitationMail(invitation);
  expect(html).toContain('Contábil &lt;b&gt;Horizonte&lt;/b&gt;');
  expect(html).toContain('Padaria &quot;São José&quot; &amp; Filhos');
  expect(html).toContain('<a href="https://lavra.example/convites/abc">');
  expect(html).not.toMatch(/<(?:script|img|link|style)/);
});

test('an office without an address is asked directly', () => {
  const { text } = invitationMail({ ...invitation, office: { ...invitation.office, email: null } });
  expect(text).toContain('fale diretamente com o escritório');
});
