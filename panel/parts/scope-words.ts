import { type CompanyScope, companyScopes, type OfficeScope, officeScopes } from '../../domain/access/scopes.ts';
import type { FieldGroup } from '../forms/fields.ts';

/** What each scope allows a company's key, in words. */
const companyWords: Record<CompanyScope, string> = {
  'documents:write': 'Emitir, corrigir e cancelar notas',
  'received-documents:read': 'Ler as notas recebidas e o que há a pagar',
  'received-documents:write': 'Responder às notas recebidas e dar baixa no que foi pago',
  'clients:read': 'Ler os clientes',
  'clients:write': 'Cadastrar e mudar clientes',
  'products:read': 'Ler os produtos',
  'products:write': 'Cadastrar e mudar produtos',
  'tax-rules:read': 'Ler as regras de tributação',
  'tax-rules:write': 'Criar e mudar regras de tributação',
  'templates:read': 'Ler os modelos fiscais',
  'templates:write': 'Criar e mudar modelos fiscais',
  'carriers:read': 'Ler transportadoras e veículos',
  'carriers:write': 'Cadastrar e mudar transportadoras e veículos',
  'webhooks:read': 'Ver para onde vão os avisos ao seu sistema',
  'webhooks:write': 'Escolher para onde vão os avisos ao seu sistema',
  'portal-links:write': 'Abrir o painel a pessoas do seu sistema, sem senha',
};

/** What each scope allows an office's key, which reaches its whole portfolio. */
const officeWords: Record<OfficeScope, string> = {
  'documents:read': 'Ler as notas emitidas, fechar os meses e baixar os ZIPs',
  'documents:write': 'Emitir, corrigir e cancelar notas pelas empresas que deixam',
  'received-documents:read': 'Ler e baixar as notas recebidas',
  'received-documents:write': 'Responder às notas recebidas',
  'clients:read': 'Ler os clientes das empresas',
  'webhooks:write': 'Ver e escolher para onde vão os avisos ao seu sistema',
  'portfolio:write': 'Convidar empresas para a carteira',
};

/** The scopes that keys of an owner may have. */
export type KeyScopes = {
  /** What a key without any scope may do. */
  none: string;
  words: Readonly<Record<string, string>>;
  /** The scopes that are ticked in the form of a new key. */
  usual: readonly string[];
  groups: readonly FieldGroup[];
};

/** The name of the box of a scope. */
export const boxOf = (scope: string): string => `escopo-${scope}`;

function groupsOf<Scope extends string>(
  words: Record<Scope, string>,
  groups: readonly (readonly [title: string, scopes: readonly Scope[]])[],
): FieldGroup[] {
  return groups.map(([title, scopes]) => ({
    title,
    fields: scopes.map((scope) => ({ name: boxOf(scope), label: words[scope], kind: 'yesNo', isShort: true })),
  }));
}

/** Scopes of a company's keys. Any key reads the company's issued notes, whatever its scopes. */
export const companyKeyScopes: KeyScopes = {
  none: 'Só consultar as notas emitidas',
  words: companyWords,
  usual: ['documents:write'],
  groups: groupsOf(companyWords, [
    ['Notas', ['documents:write', 'received-documents:read', 'received-documents:write']],
    [
      'Cadastros',
      ['clients:read', 'clients:write', 'products:read', 'products:write', 'carriers:read', 'carriers:write'],
    ],
    ['Impostos', ['tax-rules:read', 'tax-rules:write', 'templates:read', 'templates:write']],
    ['Avisos ao seu sistema', ['webhooks:read', 'webhooks:write']],
    ['Painel', ['portal-links:write']],
  ]),
};

/** Scopes of an office's keys. Any key reads which companies are in its portfolio. */
export const officeKeyScopes: KeyScopes = {
  none: 'Só consultar a carteira',
  words: officeWords,
  usual: ['documents:read', 'received-documents:read'],
  groups: groupsOf(officeWords, [
    ['Notas', ['documents:read', 'documents:write', 'clients:read']],
    ['Notas recebidas', ['received-documents:read', 'received-documents:write']],
    ['Escritório', ['portfolio:write', 'webhooks:write']],
  ]),
};

/** What a key may do, in words. */
export function scopesInWords(scopes: readonly string[], { words, none }: KeyScopes = companyKeyScopes): string {
  if (Object.keys(words).every((scope) => scopes.includes(scope))) return 'Tudo o que uma chave pode';
  const told = Object.entries(words).flatMap(([scope, sentence]) => (scopes.includes(scope) ? [sentence] : []));
  return told.length === 0 ? none : told.join(' · ');
}

/** The scopes of a company's key that were ticked in a form. */
export function companyScopesIn(form: URLSearchParams): CompanyScope[] {
  return companyScopes.filter((scope) => form.get(boxOf(scope)));
}

/** The scopes of an office's key that were ticked in a form. */
export function officeScopesIn(form: URLSearchParams): OfficeScope[] {
  return officeScopes.filter((scope) => form.get(boxOf(scope)));
}
