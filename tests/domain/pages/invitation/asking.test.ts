import { expect, test } from 'vitest';
import { answeredHtml, askingHtml } from '../../../../domain/pages/invitation/invitation.ts';

const company = { taxId: '11222333000181', name: 'Padaria São José Ltda' };
const expiresAt = new Date('2026-12-01T01:30:00Z');

test('who asks is shown by name and formatted tax id, and the last moment in Brasília’s time', () => {
  const office = { taxId: '22333444000181', name: 'Contábil Horizonte', email: 'contato@horizonte.example' };
  const page = askingHtml({ office, company, expiresAt });
  for (const words of ['CNPJ 22.333.444/0001-81', 'mailto:contato@horizonte.example', 'CNPJ 11.222.333/0001-81']) {
    expect(page).toContain(words);
  }
  expect(page).toContain('30/11/2026 às 22:30');
  expect(page).not.toContain('checked');
});

test('an accountant who works alone has a CPF, and may have no e-mail', () => {
  const page = askingHtml({ office: { taxId: '52998224725', name: 'Ana Lima', email: null }, company, expiresAt });
  expect(page).toContain('CPF 529.982.247-25');
  expect(page).not.toContain('mailto:');
});

test('what an operator typed is text wherever it stands', () => {
  const name = `"><script>alert('a')</script>&`;
  const email = `a"onfocus="x@example.com`;
  const pages = [
    askingHtml({ office: { taxId: '22333444000181', name, email }, company: { ...company, name }, expiresAt }),
    answeredHtml({ officeName: name, status: 'ACTIVE', issuingAllowed: false }),
  ];
  for (const page of pages) {
    expect(page).not.toMatch(/<script|"onfocus/);
    expect(page).toContain('&lt;script&gt;alert(&#39;a&#39;)&lt;/script&gt;&amp;');
  }
});
